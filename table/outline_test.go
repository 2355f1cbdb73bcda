package table

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/parts"
)

// drawParts draws a table with columns of all kinds, as CSV in parts.
func drawParts(t *rapid.T) []string {
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"number", "whole", "binary", "word", "folded", "id", "own_id", "twice_id", "date"}), 1, 5).Draw(t, "kinds")
	header := make([]string, len(kinds))
	for j, kind := range kinds {
		header[j] = fmt.Sprintf("%s%d", kind, j)
		if strings.HasSuffix(kind, "_id") {
			header[j] = fmt.Sprintf("%d%s", j, kind)
		}
	}
	header = append(header, "y")
	gap := rapid.IntRange(0, 60).Draw(t, "gap")
	row := 0
	var parts []string
	for range rapid.IntRange(1, 4).Draw(t, "parts") {
		text := strings.Join(header, ",") + "\n"
		for range rapid.IntRange(20, 60).Draw(t, "rows") {
			row++
			var cells []string
			for j, kind := range kinds {
				v := (row*7919 + j*31) % 97
				cell := map[string]string{
					"number": fmt.Sprint(float64(v) / 8), "whole": fmt.Sprint(v % 9), "binary": fmt.Sprint(v % 2), "word": []string{"red", "green", "blue"}[v%3],
					"folded": []string{"yes", "Yes", "no"}[v%3], "id": fmt.Sprint(row), "own_id": fmt.Sprint(row * 7919 % 10007), "twice_id": fmt.Sprint(row * 7919 % 103), "date": fmt.Sprintf("2024-%02d-%02d", v%12+1, v%28+1),
				}[kind]
				if gap > 50 && row%gap == 1 && !strings.HasSuffix(kind, "id") {
					cell = ""
				}
				cells = append(cells, cell)
			}
			text += strings.Join(append(cells, fmt.Sprint(row%13)), ",") + "\n"
		}
		parts = append(parts, text)
	}
	return parts
}

// What is chosen from outlines of parts is what is chosen from all rows at once.
func TestOutlinesAreChosenFromAsTheWholeIs(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		var files []string
		var outlines []*parts.Outline
		roles := Roles{Target: []string{"y"}, Missing: rapid.SampledFrom([]Missing{MissingIsError, DropMissing, MeanForMissing}).Draw(r, "missing")}
		for k, text := range drawParts(r) {
			file := filepath.Join(dir, fmt.Sprintf("%d.csv", k))
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				r.Fatal(err)
			}
			files = append(files, file)
			part, err := ReadFile(t.Context(), file, roles.Reading(Options{}))
			if err != nil {
				r.Fatal(err)
			}
			outlines = append(outlines, sent(r, part, roles))
		}
		whole, err := ReadFiles(t.Context(), files, roles.Reading(Options{}))
		if err != nil {
			r.Fatal(err)
		}
		joined, err := joinOutlines("all", Options{}, outlines)
		if err != nil {
			r.Fatal(err)
		}
		want, err := whole.Choose(roles)
		got, _, errJoined := joined.fork().chooseOutlined(roles)
		if fmt.Sprint(err) != fmt.Sprint(errJoined) {
			r.Fatalf("%v, want %v", errJoined, err)
		}
		if err != nil {
			return
		}
		if !slices.Equal(got.X.Names(), want.X.Names()) || fmt.Sprint(got.X.Levels()) != fmt.Sprint(want.X.Levels()) || len(got.Notes) != len(want.Notes) {
			r.Fatalf("%v %v, want %v %v", got.X.Names(), got.Notes, want.X.Names(), want.Notes)
		}
		wantSameSummaries(r, joined, whole)
	})
}

// sent is the outline of a part after it was sent.
func sent(t rapid.TB, part *Table, roles Roles) *parts.Outline {
	o, err := part.outline(roles)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var again *parts.Outline
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&again); err != nil {
		t.Fatal(err)
	}
	return again
}

func wantSameSummaries(t rapid.TB, joined, whole *Table) {
	a, errA := joined.Describe()
	b, errB := whole.Describe()
	if errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	for j, got := range a.Columns {
		want := b.Columns[j]
		if got.Name != want.Name || got.Type != want.Type || got.Missing != want.Missing || got.Min != want.Min || got.Max != want.Max || !slices.Equal(got.Levels, want.Levels) || got.Target != want.Target || !near(got.Mean, want.Mean) || !near(got.SD, want.SD) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}

func near(a, b float64) bool { return max(a-b, b-a) <= 1e-9*(1+max(a, -a)) }

// Rows that are elsewhere are not read by accident.
func TestATableOfOutlinesHasNoRows(t *testing.T) {
	part, err := Read(t.Context(), strings.NewReader("a,b\n1,2\n3,4\n"), "a.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	joined, err := joinOutlines("all", Options{}, []*parts.Outline{nil, sent(t, part, Roles{})})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := joined.Numbers("a"); err == nil {
		t.Error("there are numbers")
	}
	if _, err := joined.Choose(Roles{Target: []string{"b"}}); err == nil {
		t.Error("there is a choice with rows")
	}
	if _, err := joinOutlines("all", Options{}, []*parts.Outline{nil, nil}); err == nil {
		t.Error("a table without rows")
	}
}

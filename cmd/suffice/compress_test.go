package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"suffice/evaluate"
	"suffice/internal/termtext"
)

// exampleVectors is the path of the table that ships, from an empty directory.
func exampleVectors(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../examples/embeddings.parquet")
	if err != nil {
		t.Fatal(err)
	}
	inDirectory(t, nil)
	return path
}

// The only column of lists are the vectors, whatever stands beside it; the map goes to every file that is
// named.
func TestCompress(t *testing.T) {
	path := exampleVectors(t)
	text := must(t, "", "compress", path, "-t", "topic", "--methods", "lda", "--dims", "8", "-o", "m.json", "-o", "m.pgvector.sql", "-o", "m.duckdb.sql", "-o", "m.onnx", "--table", "items")
	for _, want := range []string{"900 rows, 64 inputs -> topic (class)", "64 numbers to 8: 5 neighbours are right 9", "all 64", "Wrote          m.json, m.pgvector.sql, m.duckdb.sql, m.onnx"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > termtext.Width {
			t.Errorf("too wide: %s", line)
		}
	}
	if sql := readFile(t, "m.pgvector.sql"); !strings.HasSuffix(sql, `UPDATE "items" SET "embedding_8" = "compress"("embedding");`+"\n") {
		t.Errorf("got %s", sql[max(0, len(sql)-200):])
	}
	if sql := must(t, "", "export", "m.json", "--to", "pgvector", "--table", "items"); sql != readFile(t, "m.pgvector.sql") {
		t.Error("export writes other SQL")
	}
	if z := must(t, "", "transform", "m.json", path, "--keep", "id"); strings.Count(z, "\n") != 901 || !strings.HasPrefix(z, "id,z1,") {
		t.Errorf("got %.200s", z)
	}
}

func TestCompressAsJSON(t *testing.T) {
	path := exampleVectors(t)
	var got struct {
		Dim, D, Judged   int
		Method, Distance string
		Enough           bool
		All              struct{ Neighbours, Line, Kept float64 } `json:"all_inputs"`
		Ladder           []struct {
			Dim                    int
			Neighbours, Line, Kept float64
			Tried                  []json.RawMessage
			PCA, Cut               struct{ Kept float64 }
		}
	}
	text := must(t, "", "compress", path, "-t", "topic", "--methods", "lda,pls", "--dims", "8,2", "--rows", "600", "--euclidean", "--json")
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	at := got.Ladder[1]
	if got.Dim != 8 || got.D != 64 || got.Judged != 600 || got.Method != "lda" || got.Distance != "euclidean" || !got.Enough || got.All.Kept != 1 || len(got.Ladder) != 2 ||
		got.Ladder[0].Dim != 2 || len(at.Tried) != 2 || at.Neighbours < .9 || at.PCA.Kept < at.Cut.Kept {
		t.Errorf("got %.1500s", text)
	}
}

// Where the first numbers alone do as well, as a vector is made to be cut, it is said; so is what is lost.
func TestCompressSaysWhatToMind(t *testing.T) {
	path := exampleVectors(t)
	var csv strings.Builder
	csv.WriteString("a,b,c,d,y\n")
	for i := range 120 {
		noise := []string{"0.5,-0.5,1", "-0.5,1,0.25", "1,0.5,-0.25", "0.1,0.9,0.3", "-1,-0.2,0.6"}[i*7%5]
		csv.WriteString([]string{"3,", "-3,"}[i%2] + noise + "," + []string{"up", "down"}[i%2] + "\n")
	}
	inDirectory(t, map[string]string{"a.csv": csv.String()})
	if text := must(t, "", "compress", "a.csv", "-t", "y", "--methods", "lda", "--dim", "1"); !strings.Contains(text, "Check          the first numbers of the vector alone do as well") {
		t.Errorf("got %s", text)
	}
	text := must(t, "", "compress", path, "-t", "topic", "--methods", "lda", "--dim", "2", "--seed", "3", "--no-scale", "--rows", "500")
	if !strings.Contains(strings.Join(strings.Fields(text), " "), "more than 1% is lost by neighbours and by a line") || !strings.HasSuffix(text, " --target topic --rows 500 --seed 3 --no-scale --methods lda --dim 2 -o map.json\n") {
		t.Errorf("got %s", text)
	}
}

func TestCompressOptions(t *testing.T) {
	path := exampleVectors(t)
	for args, want := range map[string]string{
		"--dim 0":                 "--dim 0: the number must be at least 1",
		"--dim 2 --dims 2,4":      "--dim and --dims: say one of them",
		"--within 100":            "--within 100: say percentage points from 0 up",
		"--within NaN":            "--within NaN: say percentage points from 0 up",
		"--methods lda,none":      "--methods lda,none: it keeps all inputs",
		"--block id":              "--block does not apply to compress",
		"--dims 0,3":              "0 numbers, but there must be from 1 to 64",
		"--table items":           "--table does not apply to what -o names",
		"--function f -o m.npz":   "--function does not apply to what -o names",
		"--function f$ -o m.go":   "cannot be the name of a Go function",
		"--rows 5":                "--rows 5: there must be at least 20",
		"-o map.txt":              "-o map.txt: the ending of map.txt names no format",
		"-o -":                    "-o -: name a file",
		"--methods ldax":          `there is no method "ldax"`,
		"--dims 65 --methods pca": "65 numbers, but there must be from 1 to 64",
		"--dim 12 --methods lda":  "no method finds 12 components",
		"--inputs vectors":        `has no column "vectors"`,
	} {
		got := invoke(t, "", append([]string{"compress", path, "-t", "topic"}, strings.Fields(args)...)...)
		if got.code == codeDone || !strings.Contains(got.err, want) {
			t.Errorf("%s: got %+v", args, got)
		}
	}
	inDirectory(t, map[string]string{"a.csv": "sex,b,y\n" + strings.Repeat("m,1.5,up\nf,2.5,down\nf,0.5,up\n", 20)})
	if got := invoke(t, "", "compress", "a.csv", "-t", "y", "-o", "m.duckdb.sql"); got.code == codeDone || !strings.Contains(got.err, "some are made of words") || got.out != "" {
		t.Errorf("got %+v", got)
	}
	if _, err := os.Stat("map.txt"); err == nil {
		t.Error("a file was written")
	}
}

// Less than the digits that are printed is nothing, without a sign.
func TestCompressPrintsNoNegativeZero(t *testing.T) {
	r := compressed{CompressResult: &evaluate.CompressResult{Measure: "r2"}}
	for v, want := range map[float64]string{-.0004: "0.000", -.0006: "-0.001", .25: "0.250"} {
		if got := r.measure(v); got != want {
			t.Errorf("%g is %s, want %s", v, got, want)
		}
	}
}

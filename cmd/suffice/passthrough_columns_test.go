package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

const keptFile = "id,a,note,b\n007,2,\"one, two\",2\n008,,,2\n010,6,x,4\n"

func TestTransformKeepsColumns(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": keptFile})
	for args, want := range map[string]string{
		"--keep id,note":              "id,note,z1,z2\n007,\"one, two\",1,2\n010,x,3,5\n",
		"--keep n* --keep id":         "note,id,z1,z2\n\"one, two\",007,1,2\nx,010,3,5\n",
		"--keep a,id":                 "a,id,z1,z2\n2,007,1,2\n6,010,3,5\n",
		"--keep id,note,b --to jsonl": `{"id":"007","note":"one, two","b":2,"z1":1,"z2":2}` + "\n" + `{"id":"010","note":"x","b":4,"z1":3,"z2":5}` + "\n",
	} {
		command := append([]string{"transform", "m.json", "x.csv", "--missing", "drop"}, strings.Fields(args)...)
		if got := must(t, "", command...); got != want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", args, got, want)
		}
	}
}

// Texts of all rows are there, in the right rows, however many blocks they make.
func TestTransformKeepsManyTexts(t *testing.T) {
	const n = 100_000
	var in, want strings.Builder
	in.WriteString("name,a,b\n")
	want.WriteString("name,z1,z2\n")
	for i := range n {
		row, z := aLine(i)
		if i%1000 == 7 {
			in.WriteString("gone,,2\n")
			continue
		}
		fmt.Fprintf(&in, "n%d,%s", i, row)
		fmt.Fprintf(&want, "n%d,%s", i, z)
	}
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": in.String()})
	if got := must(t, "", "transform", "m.json", "x.csv", "--missing", "drop", "--keep", "name"); got != want.String() {
		t.Errorf("got %d bytes, want %d", len(got), want.Len())
	}
	must(t, "", "transform", "m.json", "x.csv", "--missing", "drop", "--keep", "name", "-o", "z.parquet")
	again := strings.NewReplacer(`"a","b"`, `"z1","z2"`, "[1,0],[1,1]", "[2,0],[0,2]").Replace(halves)
	if err := os.WriteFile("same.json", []byte(again), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := must(t, "", "transform", "same.json", "z.parquet", "--keep", "name"); got != want.String() {
		t.Errorf("by Parquet: got %d bytes, want %d", len(got), want.Len())
	}
}

func TestKeepMessages(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": keptFile, "z.csv": "z1,a,b\n1,2,3\n", "late.csv": "n,a,b\n" + strings.Repeat("1,2,3\n", 100_000) + "two,2,3\n"})
	for args, want := range map[string]string{
		"x.csv --missing drop --keep nota":                 `x.csv has no column "nota" (did you mean "note"?)`,
		"x.csv --missing drop --keep q*":                   `--keep "q*": no column of x.csv matches; it has "id", "a", "note", "b"`,
		"x.csv --missing drop --keep id --json":            "--keep with --json needs a file to write the table to; name one with -o",
		"x.csv --missing drop --keep id -o o.npy":          "the table has columns of text, which .npy cannot hold; write .csv, .parquet or .jsonl",
		"z.csv --keep z1":                                  "--keep z1: the table that is written has a column of that name already; rename it in the file",
		"late.csv --keep n -o late.parquet --missing drop": `late.csv, row 100001, column "n": "two" is kept, but is not a number as in the first rows; write .csv, which keeps texts too`,
	} {
		got := invoke(t, "", append([]string{"transform", "m.json"}, strings.Fields(args)...)...)
		if got.code == codeDone || !strings.HasPrefix(got.err, "suffice: "+want) {
			t.Errorf("%s: exit code %d\ngot  %s\nwant %s", args, got.code, got.err, want)
		}
	}
}

func TestEmptyBatchesGiveEmptyTables(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": "b,id,a\n"})
	if got := must(t, "", "transform", "m.json", "x.csv", "--keep", "id"); got != "id,z1,z2\n" {
		t.Errorf("got %q", got)
	}
	if got := must(t, "a,b\n", "transform", "m.json", "-"); got != "z1,z2\n" {
		t.Errorf("from a pipe: got %q", got)
	}
	for _, ending := range []string{"parquet", "npy", "jsonl", "csv.gz"} {
		must(t, "", "transform", "m.json", "x.csv", "-o", "z."+ending)
	}
	var report tableReport
	if err := json.Unmarshal([]byte(must(t, "", "transform", "m.json", "x.csv", "--json")), &report); err != nil || report.Rows != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	z := strings.NewReplacer(`"a","b"`, `"z1","z2"`).Replace(halves)
	if got := must(t, z, "transform", "-", "z.parquet"); got != "z1,z2\n" {
		t.Errorf("of an empty Parquet file: %q", got)
	}
	data := drawnCSV(t, "data1", 60, 1)
	model := must(t, data, "fit", "-", "-t", "y", "-d", "1", "--method", "sir", "--predictor", "-o", "-")
	if err := os.WriteFile("p.json", []byte(model), 0o666); err != nil {
		t.Fatal(err)
	}
	if got := must(t, "x1,x2,x3,x4\n", "predict", "p.json", "-", "--interval", "80"); got != "y,y_lower,y_upper\n" {
		t.Errorf("predictions: got %q", got)
	}
}

func TestOverflowNamesTheRow(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": strings.ReplaceAll(halves, "[2,2]", "[0.5,0.5]"), "x.csv": "a,b\n1,2\n,3\n1.7e308,1.7e308\n"})
	want := "suffice: x.csv, row 3: its components are too large for a number; mend its values, which are far from those of the fit, or leave the row out\n"
	for _, args := range [][]string{{"transform", "m.json", "x.csv", "--missing", "drop", "-o", "z.csv"}, {"plot", "m.json", "x.csv", "--missing", "drop", "-o", "z.png"}, {"report", "m.json", "x.csv", "--missing", "drop", "-o", "z.html"}} {
		if got := invoke(t, "", args...); got.code != codeFailed || !strings.HasSuffix(got.err, want) {
			t.Errorf("%v: exit code %d, said %s", args, got.code, got.err)
		}
	}
	if _, err := os.Stat("z.csv"); err == nil {
		t.Error("there is a table")
	}
}

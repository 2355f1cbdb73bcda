package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"suffice/export"
)

// Each format is found by its ending and by its name, and both give the same.
func TestExport(t *testing.T) {
	for _, f := range export.Formats() {
		if f.Takes("column") { // of a vector, which the model is not; see TestCompress
			continue
		}
		files := map[string]string{"m.json": inspectedModel}
		inDirectory(t, files)
		said := must(t, "", "export", "m.json", "-o", "out"+f.Ending)
		if !strings.HasPrefix(said, "wrote out"+f.Ending+" ("+f.Name+"): ") || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: said %q", f.Name, said)
		}
		wantNarrow(t, said)
		if f.Name == "onnx" && !strings.Contains(said, "opset 13, input x [N, 3] and output z [N, 2] of double") {
			t.Errorf("said %q", said)
		}
		if got := must(t, inspectedModel, "export", "-", "--to", f.Name, "-o", "-"); got != readFile(t, "out"+f.Ending) {
			t.Errorf("%s: standard output differs from a file", f.Name)
		}
		files["out"+f.Ending] = ""
		wantOnly(t, files)
	}
}

func TestExportOptions(t *testing.T) {
	for args, want := range map[string]string{
		"--to sql --table a.b --keep id,name":        "SELECT\n  t.\"id\",\n  t.\"name\",\n  (\n    - 0.5e0 * (CAST(t.\"age\" AS DOUBLE PRECISION) - 40.123456e0) / 10e0\n",
		"--to sql --table a.b":                       "\nFROM \"a\".\"b\" AS t;\n",
		"--to sql":                                   "CAST(CASE WHEN t.\"sex\" = 'F' THEN 1 WHEN t.\"sex\" IS NOT NULL THEN 0 END AS DOUBLE PRECISION)",
		"--to go --package houses --function Reduce": "func Reduce(x *[3]float64) [2]float64 {",
		"--to go":                  "\npackage components\n",
		"--to python":              "\ndef transform(x):\n",
		"--to csv":                 "input,mean,scale,z1,z2\nage,40.123456,10,-0.5,0\nsex=F,0.5,0.5,0.25,1e-07\nb,0,1.23456789e+08,0,-2e-07\n",
		"--to onnx --float32 -o -": "x64",
	} {
		if got := must(t, inspectedModel, append([]string{"export", "-"}, strings.Fields(args)...)...); !strings.Contains(got, want) {
			t.Errorf("%s: %q is missing in\n%s", args, want, got)
		}
	}
}

func TestExportJSON(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": inspectedModel})
	var got exportReport
	if err := json.Unmarshal([]byte(must(t, "", "export", "m.json", "-o", "m.onnx", "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.File != "m.onnx" || got.Format != "onnx" || got.Opset != 13 || got.Dim != 2 || !slices.Equal(got.Inputs, []string{"age", "sex=F", "b"}) {
		t.Errorf("got %+v", got)
	}
}

func TestExportWrongUsage(t *testing.T) {
	files := map[string]string{"m.json": inspectedModel, "same.csv": inspectedModel}
	inDirectory(t, files)
	for _, test := range []struct{ args, want string }{
		{"export", "export takes a model, but got 0 arguments"},
		{"export m.json", "export needs --to, the format, or -o, a file whose ending names it"},
		{"export m.json -o -", "export needs --to, the format, or -o, a file whose ending names it"},
		{"export m.json -o m.txt", "-o m.txt: the ending of m.txt names no format; it may be one of .csv, .npy, .npz, .onnx, .go, .py, .pgvector.sql, .duckdb.sql, .sql, or name the format with --to"},
		{"export m.json --to tsv", `--to: there is no format "tsv"; choose one of csv, npy, npz, onnx, go, python, pgvector, duckdb, sql`},
		{"export m.json --to npy", "format npy is not text; name a file with -o, or -o - for a pipe"},
		{"export m.json --to csv --table a", "--table does not apply to format csv; leave it out"},
		{"export m.json --to sql --float32", "--float32 does not apply to format sql; leave it out"},
		{"export m.json --to go --package a-b", `"a-b" cannot be the name of a Go package; use letters and digits`},
		{"export m.json --to go --json", "--json and the go both want standard output; name a file with -o"},
		{"export same.csv -o same.csv", "-o same.csv would write over what is read; name another file"},
	} {
		got := invoke(t, "", strings.Fields(test.args)...)
		if want := (outcome{codeUsage, "", "suffice: " + test.want + "; see suffice export --help\n"}); got != want {
			t.Errorf("suffice %s\ngot  %+v\nwant %+v", test.args, got, want)
		}
	}
	wantOnly(t, files)
}

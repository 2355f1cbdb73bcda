package main

import (
	"archive/zip"
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/format/npy"
	"suffice/table"
)

// withoutSource is a model without what it says of its file, and withoutFile without the name
// and the date of that alone: its rows and their digest are the same in every format.
func withoutSource(model string) string {
	return regexp.MustCompile(`  "source": .*\n`).ReplaceAllString(model, "")
}

func withoutFile(model string) string {
	return regexp.MustCompile(`"(file|date)":"[^"]*",`).ReplaceAllString(model, "")
}

// The same table gives the same model, byte for byte, whichever format it comes from.
func TestEveryFormatGivesTheSameModel(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	var models []string
	for _, format := range []string{"csv", "tsv", "parquet", "npy", "jsonl", "csv.gz", "jsonl.zst"} {
		writeDrawn(t, "d."+format, "data2", 150, 4)
		target := "y"
		if format == "npy" { // has no names: the target is the last of eleven columns
			target = "x11"
		}
		must(t, "", "fit", "d."+format, "--target", target, "--dim", "1", "--no-verdict", "--centres", "40", "-o", "m.json")
		models = append(models, withoutSource(strings.ReplaceAll(readFile(t, "m.json"), `"x11"`, `"y"`)))
	}
	for k, model := range models {
		if model != models[0] {
			t.Errorf("model %d differs from the first:\n%s\n%s", k, model, models[0])
		}
	}
}

// So does one with a class, which arrays have in a member of their own.
func TestEveryFormatGivesTheSameModelOfClasses(t *testing.T) {
	inDirectory(t, nil)
	writeDrawn(t, "d.csv", "data4", 120, 5)
	x := [][]float64{}
	for _, name := range []string{"x1", "x2", "x3", "x4", "x5"} {
		x = append(x, column(t, readFile(t, "d.csv"), name))
	}
	var classes []string
	for _, y := range column(t, readFile(t, "d.csv"), "y") {
		classes = append(classes, map[bool]string{true: "upper", false: "not upper"}[y > .5])
	}
	writeClassFiles(t, x, classes)
	var first string
	for _, file := range []string{"c.csv", "c.jsonl", "c.parquet", "c.npz"} {
		must(t, "", "fit", file, "--target", "class", "--dim", "1", "--no-verdict", "--centres", "40", "-o", "m.json")
		if model := withoutFile(readFile(t, "m.json")); first == "" {
			first = model
		} else if model != first {
			t.Errorf("%s gives another model:\n%s\n%s", file, model, first)
		}
	}
	for _, format := range []string{"parquet", "npy", "jsonl", "tsv"} {
		must(t, "", "transform", "m.json", "c.npz", "-o", "z."+format)
		if format == "tsv" {
			continue
		}
		must(t, "", "transform", "m.json", "c.csv", "-o", "z.csv")
		name := map[bool]string{true: "x1", false: "z1"}[format == "npy"]
		if a, b := column(t, readFile(t, "z."+format), name), column(t, readFile(t, "z.csv"), "z1"); !slices.Equal(a, b) {
			t.Errorf("z.%s differs from z.csv", format)
		}
	}
}

func writeClassFiles(t *testing.T, x [][]float64, classes []string) {
	t.Helper()
	type row struct {
		X1    float64 `parquet:"x1"`
		X2    float64 `parquet:"x2"`
		X3    float64 `parquet:"x3"`
		X4    float64 `parquet:"x4"`
		X5    float64 `parquet:"x5"`
		Class string  `parquet:"class,dict"`
	}
	var packed, arrays, csv, lines bytes.Buffer
	var data []float64
	csv.WriteString("x1,x2,x3,x4,x5,class\n")
	w := parquet.NewGenericWriter[row](&packed)
	for i, class := range classes {
		cells := []float64{x[0][i], x[1][i], x[2][i], x[3][i], x[4][i]}
		data = append(data, cells...)
		fields := make([]string, len(cells))
		for k, v := range cells {
			fields[k] = strconv.FormatFloat(v, 'g', -1, 64)
		}
		csv.WriteString(strings.Join(fields, ",") + "," + class + "\n")
		lines.WriteString(`{"x1":` + fields[0] + `,"x2":` + fields[1] + `,"x3":` + fields[2] + `,"x4":` + fields[3] + `,"x5":` + fields[4] + `,"class":"` + class + "\"}\n")
		if _, err := w.Write([]row{{cells[0], cells[1], cells[2], cells[3], cells[4], class}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(&arrays)
	member, err := z.Create("x.npy")
	if err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteArray(member, []int{len(classes), 5}, data); err != nil {
		t.Fatal(err)
	}
	if member, err = z.Create("class.npy"); err != nil {
		t.Fatal(err)
	}
	if err := npy.WriteStrings(member, classes); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string][]byte{"c.parquet": packed.Bytes(), "c.npz": arrays.Bytes(), "c.csv": csv.Bytes(), "c.jsonl": lines.Bytes()} {
		if err := os.WriteFile(name, file, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnknownEndings(t *testing.T) {
	inDirectory(t, nil)
	const formats = "write .csv, .tsv, .parquet, .npy or .jsonl; .csv, .tsv and .jsonl also with .gz or .zst"
	for _, args := range [][]string{
		{"transform", "m.json", "d.csv", "-o", "z.xlsx"}, {"transform", "m.json", "d.csv", "--to", "xlsx"},
	} {
		if got := invoke(t, "", args...); got.code != codeUsage || !strings.Contains(got.err, formats) {
			t.Errorf("%q: %+v", args, got)
		}
	}
	wantOnly(t, nil)
}

// A format can be named where there is no file to tell it.
func TestToStandardOutput(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": halves, "d.csv": "a,b\n" + strings.Repeat("1,2\n", 7)})
	out := must(t, "", "transform", "m.json", "d.csv", "--to", "parquet")
	data, err := table.Read(context.Background(), strings.NewReader(out), "out", table.Options{})
	if err != nil || data.Format() != "parquet" || data.Len() != 7 {
		t.Errorf("got %v, %v", data, err)
	}
}

package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func wantIn(t *testing.T, got string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// Several files are one table for each command, and what describe says to try names all.
func TestSeveralFiles(t *testing.T) {
	part := func(from int) string {
		text := "a,b,y\n"
		for i := from; i < from+30; i++ {
			text += fmt.Sprintf("%d,%d,%d\n", i%7, i%5, i%7*2+i%5)
		}
		return text
	}
	inDirectory(t, map[string]string{"1.csv": part(0), "2.csv": part(30)})
	got := must(t, "", "describe", "1.csv", "2.csv")
	wantIn(t, got, "1.csv, 2.csv: csv, 60 rows, 3 columns\n", "Next           suffice fit 1.csv 2.csv --target y\n")
	must(t, "", "fit", "1.csv", "2.csv", "--target", "y", "--method", "pls", "-d", "1", "-o", "m.json")
	if z := must(t, "", "transform", "m.json", "?.csv"); strings.Count(z, "\n") != 61 {
		t.Errorf("got %s", z)
	}
	for args, want := range map[string]string{
		"describe https://example.org/a.csv": "https://example.org/a.csv is an address, and only files are read; try: curl -L https://example.org/a.csv | suffice describe -",
		"transform m.json s3://a/b.csv":      "s3://a/b.csv is an address, and only files are read; try: aws s3 cp s3://a/b.csv - | suffice describe -",
		"describe 1.csv -":                   "standard input cannot be read together with other files",
		"describe none-*.csv":                "no file matches none-*.csv; check the name and the folder",
		"describe 1.csv --skip-lines -1":     "--skip-lines -1: say how many lines, from 0 up",
	} {
		if got := invoke(t, "", strings.Fields(args)...); got.code == 0 || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// A label file beside the table tells the target, and a word called target does not.
func TestDescribeFindsTheTarget(t *testing.T) {
	words := "@relation bag\n"
	for k := range 40 {
		name := fmt.Sprintf("w%d", k)
		if k == 20 {
			name = "target"
		}
		words += "@attribute " + name + " {0,1}\n"
	}
	words += "@attribute l1 {0,1}\n@attribute l2 {0,1}\n@data\n"
	for i := range 30 {
		row := make([]string, 42)
		for k := range row {
			row[k] = fmt.Sprint((i + k*k/3) % 2)
		}
		words += strings.Join(row, ",") + "\n"
	}
	inDirectory(t, map[string]string{"bag-train.arff": words, "alone.arff": words, "bag.xml": `<labels><label name="l1"/><label name="l2"/></labels>`})
	wantIn(t, must(t, "", "describe", "bag-train.arff"), "\nLabels         bag.xml beside it names 2 labels: \"l1\", \"l2\"\n", "\nNext           suffice fit bag-train.arff --labels bag.xml\n")
	wantIn(t, must(t, "", "describe", "alone.arff"), "\nLook at        all columns are 0 or 1: if some are labels,", "\nNext           suffice fit alone.arff --target l2\n")
}

// Every line fits a page of 80 columns, and numbers that are names keep their digits.
func TestDescribeFigures(t *testing.T) {
	text := ",Unnamed: 0,a column with a name that is far too long,when,price,id\n"
	for i := range 400 {
		price := 100000 + 1000.5*float64(i%97)
		text += fmt.Sprintf("%d,%d,%d,%d,%.1f,%d\n", i, i, i*i, 1700000000+60*i, min(price, 180001), 10000000+i*7%400)
	}
	inDirectory(t, map[string]string{"a.csv": text})
	got := must(t, "", "describe", "a.csv")
	for line := range strings.Lines(got) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 80 {
			t.Errorf("a line is longer than 80: %s", line)
		}
	}
	wantIn(t, got,
		"\n(no name)               -              -  -                    not read\n",
		"\nwhen                    number         0  number   1700011970  1700000000 to 17…\n",
		"\nprice                   number         0  number       146523  100000 to 180001\n",
		"\nLook at        names or numbers of rows, no input: \"Unnamed: 0\"\n", "\nLook at        1 column without a name: not read\n",
		"\nLook at        many rows at the maximum, as if cut off there: \"price\"\n",
	)
	fitted := invoke(t, "", "fit", "a.csv", "-t", "price", "--method", "pca", "-d", "1", "-o", "m.json")
	if strings.Contains(readFile(t, "m.json"), "Unnamed") || !strings.Contains(fitted.err, `left out the column "Unnamed: 0", which only counts the rows`) {
		t.Errorf("got %+v", fitted)
	}
}

// Filters of Weka leave the option of MEKA in the name of the relation, where it no longer holds.
func TestWekaFilteredRelation(t *testing.T) {
	text := "@relation 'M: -C 2 -I 0-weka.filters.unsupervised.attribute.Remove-R1-2_M: -C 2'\n@attribute w {0,1}\n@attribute v {0,1}\n@attribute x real\n@attribute l1 {0,1}\n@attribute l2 {0,1}\n@data\n"
	for i := range 20 {
		text += fmt.Sprintf("%d,%d,%d,%d,%d\n", i%2, i%3/2, i, i/3%2, i/2%2)
	}
	inDirectory(t, map[string]string{"m.arff": text})
	wantIn(t, must(t, "", "describe", "m.arff"), "the relation is named by MEKA's option -C 2, but filters changed\n", "--target l2")
	if got := invoke(t, "", "fit", "m.arff", "-d", "1"); got.code == 0 || !strings.Contains(got.err, "does not say what to predict") {
		t.Errorf("got %+v", got)
	}
}

package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// words is a table of 240 texts by which of 60 words they have: some of the first five
// where the class is b, and three of any.
func words() map[string]string {
	const n, width = 240, 60
	rng := rand.New(rand.NewPCG(5, 3))
	var csv, arff, libsvm strings.Builder
	arff.WriteString("@relation words\n@attribute label {-1, 1}\n")
	csv.WriteString("label")
	for j := range width {
		fmt.Fprintf(&csv, ",x%d", j+1)
		fmt.Fprintf(&arff, "@attribute x%d numeric\n", j+1)
	}
	csv.WriteString("\n")
	arff.WriteString("@data\n")
	for i := range n {
		row := make([]int, width)
		for range 3 {
			row[rng.IntN(width)]++
		}
		label := i%2*2 - 1
		if label > 0 {
			row[rng.IntN(5)] += 2
		}
		fmt.Fprint(&csv, label)
		fmt.Fprintf(&arff, "{0 %d", label)
		fmt.Fprint(&libsvm, label)
		for j, count := range row {
			fmt.Fprintf(&csv, ",%d", count)
			if count > 0 {
				fmt.Fprintf(&arff, ", %d %d", j+1, count)
				fmt.Fprintf(&libsvm, " %d:%d", j+1, count)
			}
		}
		csv.WriteString("\n")
		arff.WriteString("}\n")
		libsvm.WriteString("\n")
	}
	return map[string]string{"words.csv": csv.String(), "words.arff": arff.String(), "words.svm": libsvm.String()}
}

// A table that is kept without its zeros gives the components of the same table with them,
// but for rounding, and the same messages.
func TestSparseTablesEndToEnd(t *testing.T) {
	takesLong(t)
	inDirectory(t, words())
	for _, method := range []string{"pca", "mddm", "sir", "cca"} {
		fit := func(file string) (string, []float64) {
			got := invoke(t, "", "fit", file, "--target", "label", "--kind", "class", "--dim", "1", "--no-verdict", "--method", method, "-o", file+".json")
			if got.code != codeDone {
				t.Fatalf("%s of %s: %s", method, file, got.err)
			}
			return got.err, column(t, must(t, "", "transform", file+".json", file), "z1")
		}
		said, want := fit("words.csv")
		for _, file := range []string{"words.arff", "words.svm"} {
			saidToo, got := fit(file)
			if saidToo != said {
				t.Errorf("%s of %s says %q, not %q", method, file, saidToo, said)
			}
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-8 { // values are of size 1
					t.Fatalf("%s of %s: z1 is %v in row %d, not %v", method, file, got[i], i+1, want[i])
				}
			}
		}
	}
}

// The rare values of an input are found among entries as they are among all values.
func TestRareInputsOfSparseTables(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "%d %d:1", i%7, 2+i%40)
		if i < 2 {
			fmt.Fprintf(&text, " 50:%d", 1+i)
		}
		text.WriteString("\n")
	}
	lines := strings.Replace(text.String(), "0 2:1 50:1", "900 2:1 50:1", 1)
	got := invoke(t, strings.Replace(lines, "1 3:1 50:2", "1800 3:1 50:2", 1), "fit", "-", "-d", "1", "--kind", "number", "--method", "cca")
	if want := `input "x50" differs from 0 in only 2 of 1000 rows`; got.code != codeDone || !strings.Contains(got.err, want) {
		t.Errorf("%+v", got)
	}
}

// Methods are compared by the same parts of the rows, whether these hold their zeros or not.
func TestCompareSparseTables(t *testing.T) {
	inDirectory(t, words())
	compare := func(file string) string {
		text := must(t, "", "compare", file, "--target", "label", "--kind", "class", "--methods", "pca,mddm", "--dims", "1,2", "--folds", "3")
		var errors strings.Builder
		for line := range strings.Lines(text) {
			if fields := strings.Fields(line); len(fields) > 3 && (fields[1] == "pca" || fields[1] == "mddm") {
				errors.WriteString(strings.Join(fields[:4], " ") + "\n")
			}
		}
		return errors.String()
	}
	if got, want := compare("words.svm"), compare("words.csv"); got != want || want == "" {
		t.Errorf("errors\n%s, not\n%s", got, want)
	}
}

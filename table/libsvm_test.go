package table

import (
	"context"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
	"suffice/rows"
)

func TestLIBSVM(t *testing.T) {
	table := readAs(t, "a.svm", "# made by hand\n+1 1:0.5 3:-2e1 # first\r\n\n-1\t2:.25\n1 qid:7 3:nan 5:1\n-1\n")
	if table.Format() != "libsvm" {
		t.Errorf("format %s", table.Format())
	}
	if got, want := table.Names(), []string{"label", "x1", "x2", "x3", "x4", "x5"}; !slices.Equal(got, want) {
		t.Errorf("names %q", got)
	}
	wantRows(t, table, "1|0.5|0|-20|0|0", "-1|0|0.25|0|0|0", "1|0|0|?|0|1", "-1|0|0|0|0|0")
	table.eachBlock(func(_ int, b *cells.Block) {
		if !b.Sparse || len(b.Values) != 4+5 {
			t.Error("zeros are kept")
		}
	})
	if c := table.schema.Columns[3]; c.Numbers != 3 || c.Gaps != 1 || c.FirstGap.Line != 5 {
		t.Errorf("column x3: %+v", c)
	}
}

// Columns are in the order of their indices, whatever comes up first, even index 0.
func TestIndexZeroOfLIBSVM(t *testing.T) {
	table := readAs(t, "a.svm", "1 2:1\n2 0:5 1:4\n")
	if got, want := table.Names(), []string{"label", "x0", "x1", "x2"}; !slices.Equal(got, want) {
		t.Errorf("names %q", got)
	}
	wantRows(t, table, "1|0|0|1", "2|5|4|0")
	if j, err := table.Find("x1"); j != 2 || err != nil {
		t.Errorf("x1 is column %d, %v", j, err)
	}
}

// Rows may have several labels or none; one label alone is a list too, then.
func TestSeveralLabelsOfLIBSVM(t *testing.T) {
	table := readAs(t, "a.svm", "1,3 1:1\n2 1:2\n 1:3\n3 1:4\n2 1:5\n1 2:1 3:2\n2\n1 1:5\n")
	choice, err := table.Choose(Roles{})
	if err != nil {
		t.Fatal(err)
	}
	target := choice.Target()
	if target.Kind != "labels" || !slices.Equal(target.Names, []string{"1", "2", "3"}) {
		t.Errorf("target %s %q", target.Kind, target.Names)
	}
	want := []float64{1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0}
	if !slices.Equal(target.Values, want) {
		t.Errorf("labels %v", target.Values)
	}
	if got := choice.X.Names(); !slices.Equal(got, []string{"x1", "x2", "x3"}) {
		t.Errorf("inputs %q", got)
	}
}

// One number a row is a number, and needs no --target.
func TestOneLabelOfLIBSVM(t *testing.T) {
	choice, err := readAs(t, "a.svm", "1.5 1:1\n2.5 1:2\n4 1:2\n").Choose(Roles{})
	if err != nil {
		t.Fatal(err)
	}
	if choice.Target().Kind != "number" || !slices.Equal(choice.Target().Values, []float64{1.5, 2.5, 4}) {
		t.Errorf("target %s %v", choice.Target().Kind, choice.Target().Values)
	}
}

// A model's inputs that a file does not mention are zero in it, as LIBSVM has it.
func TestZerosThatLIBSVMLeavesOut(t *testing.T) {
	table := readAs(t, "a.svm", "1 1:1 2:2\n2 2:3\n")
	x, err := table.Columns([]string{"x7", "x2", "x0"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := allOf(t, x), []float64{0, 2, 0, 0, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	_, err = table.Columns([]string{"weight"})
	wantError(t, err, `a.svm has no column "weight"; it has "label", "x1", "x2"`)
	_, err = read(t, "x1,x2\n1,2\n").Columns([]string{"x7"})
	wantError(t, err, `a.csv has no column "x7"; it has "x1", "x2"`)
}

// Rows without any label are what a model is applied to.
func TestApplyToLIBSVMWithoutLabels(t *testing.T) {
	got, err := readAs(t, "a.svm", " 1:1 2:2\n 2:3\n").Apply(Wanted{Inputs: []string{"x1"}, Target: []string{"label"}, Kind: "number"})
	if err != nil {
		t.Fatal(err)
	}
	if got.Target() != nil || !slices.Equal(allOf(t, got.X), []float64{1, 0}) {
		t.Errorf("target %v, inputs %v", got.Target(), allOf(t, got.X))
	}
}

func TestLIBSVMErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"backwards", "1 2:1 1:1\n", "a.svm:1: index 1 comes after index 2; each comes once, in rising order"},
		{"twice", "1 1:1\n2 3:1 3:1\n", "a.svm:2: index 3 comes after index 3; each comes once, in rising order"},
		{"huge", "1 1:1\n1 1000000000:1\n", "a.svm:2: index 1000000000, but the largest that can be read is 1000000; number the inputs from 1 without gaps"},
		{"beyond", "1 1:1\n1 99999999999999999999:1\n", `a.svm:2: "99999999999999999999" is not an index; write whole numbers from 1 before the colon`},
		{"negative", "1 -1:1\n", `a.svm:1: "-1" is not an index; write whole numbers from 1 before the colon`},
		{"no index", "1 :1\n", `a.svm:1: "" is not an index; write whole numbers from 1 before the colon`},
		{"no value", "1 1: 2:1\n", `a.svm:1, column "x1": the value is missing; use Missing "drop" or Missing "mean", or fix the file`},
		{"no number", "1 1:a\n", `a.svm:1: "a" is not a number, at index 1; fix the file`},
		{"no pair", "1 1:1\n1 1\n", `a.svm:2: "1" is not a pair such as 3:0.5; a row is a label, then index:value for each value that is not 0`},
		{"no rows", "# nothing\n\n", "a.svm: there are columns, but no rows; add rows"},
	} {
		t.Run(test.name, func(t *testing.T) {
			table, err := Read(context.Background(), strings.NewReader(test.text), "a.svm", Options{Format: "libsvm"})
			if err == nil {
				_, err = table.Columns([]string{"x1"})
			}
			wantError(t, err, test.want)
		})
	}
}

func TestEndlessLinesOfLIBSVM(t *testing.T) {
	const start = "1 1:2\n1 1:1 "
	for name, test := range map[string]struct{ again, want string }{
		"pairs":   {"1:1 ", "a.svm:2: index 1 comes after index 1; each comes once, in rising order"},
		"digits":  {"1", "a.svm:2: a value is longer than 1 MiB; is a closing quote missing?"},
		"value":   {"2:1", `a.svm:2: a value is longer than 1 MiB; is a closing quote missing?`},
		"comment": {"#", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if test.want != "" {
				wantEndlessError(t, "a.svm", endless(start, test.again), test.want)
			} else if _, err := Read(context.Background(), endless(start, test.again), "a.svm", Options{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// The same table gives the same inputs and target, bit for bit, from CSV, dense and
// sparse ARFF and LIBSVM.
func TestSameTableFromTextFormats(t *testing.T) {
	const header = "@relation r\n@attribute label numeric\n@attribute x1 real\n@attribute x2 real\n@attribute x3 integer\n@data\n"
	texts := map[string]string{
		"csv":    "label,x1,x2,x3\n1,0.1,0,3\n-2.5,0,0,1e-3\n0.3333333333333333,2.2250738585072014e-308,-7,0\n",
		"arff":   header + "1,0.1,0,3\n-2.5,0,0,1e-3\n0.3333333333333333,2.2250738585072014e-308,-7,0\n",
		"sparse": header + "{0 1,1 0.1,3 3}\n{0 -2.5,3 1e-3}\n{0 0.3333333333333333,1 2.2250738585072014e-308,2 -7}\n",
		"libsvm": "1 1:0.1 3:3\n-2.5 3:1e-3\n0.3333333333333333 1:2.2250738585072014e-308 2:-7\n",
	}
	want, err := readAs(t, "csv", texts["csv"]).Choose(Roles{Target: []string{"label"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		got, err := readAs(t, name, text).Choose(Roles{Target: []string{"label"}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(rows.Names(got.X), rows.Names(want.X)) || !slices.Equal(allOf(t, got.X), allOf(t, want.X)) {
			t.Errorf("%s: inputs %q %v", name, got.X.Names(), allOf(t, got.X))
		}
		if got.Target().Kind != want.Target().Kind || !slices.Equal(got.Target().Values, want.Target().Values) {
			t.Errorf("%s: target %+v", name, got.Target())
		}
	}
}

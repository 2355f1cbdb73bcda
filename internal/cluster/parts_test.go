package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// filesOf are files of these texts.
func filesOf(t *testing.T, texts ...string) []string {
	t.Helper()
	dir := t.TempDir()
	var files []string
	for k, text := range texts {
		files = append(files, filepath.Join(dir, fmt.Sprintf("p%d.csv", k)))
		if err := os.WriteFile(files[k], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// dated is a table whose days or months, in a pattern of one, are some.
func dated(pattern string, from, to int) string {
	var text strings.Builder
	text.WriteString("x,d,y\n")
	for k := from; k <= to; k++ {
		fmt.Fprintf(&text, "%d,"+pattern+",%d\n", k*k%17, k, k%5)
	}
	return text.String()
}

// Parts that differ in what they tell of themselves are described, and brought here, as one
// machine has them: dates of which only some parts tell what the day is, and columns in another order.
func TestPartsThatDifferAreTheSameAsOnOneMachine(t *testing.T) {
	for name, texts := range map[string][]string{
		"open, then day first":      {dated("%d/3/2024", 1, 9), dated("%d/4/2024", 13, 28)},
		"day first, then open":      {dated("%d/4/2024", 13, 28), dated("%d/3/2024", 1, 9)},
		"open, month first, none":   {dated("3/%d/2024", 1, 9), dated("4/%d/2024", 13, 28), "x,d,y\n4,,1\n8,,2\n"},
		"year first, then by day":   {dated("2024-03-%02d", 1, 9), dated("%d/4/2024", 13, 28)},
		"by day, then year first":   {dated("%d/4/2024", 13, 28), dated("2024-03-%02d", 1, 9)},
		"columns in another order":  {"a,b,y\n1,20,3\n2,10,1\n5,30,2\n", "y,a,b\n7,3,50\n4,6,40\n"},
		"a column without a name":   {",a,b,y\n1,1,20,3\n2,2,10,1\n3,5,30,2\n", "y,a,,b\n7,3,4,50\n4,6,5,40\n"},
		"amounts after all numbers": {"a,y\n1,3\n22,1\n35,2\n", "a,y\n\"1,066\",7\n44,4\n"},
	} {
		t.Run(name, func(t *testing.T) {
			files := filesOf(t, texts...)
			roles := table.Roles{Target: []string{"y"}, Missing: table.DropMissing}
			whole, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
			if err != nil {
				t.Fatal(err)
			}
			joined, err := Describe(t.Context(), here(files), "all", table.Options{}, roles)
			if err != nil {
				t.Fatal(err)
			}
			wantSameDescription(t, joined, whole)

			want, err := whole.Choose(roles)
			if err != nil {
				t.Fatal(err)
			}
			got, err := joined.Choose(roles)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.X.Names(), want.X.Names()) || got.X.Len() != want.X.Len() {
				t.Fatalf("%d rows of %q, want %d of %q", got.X.Len(), got.X.Names(), want.X.Len(), want.X.Names())
			}
			all, err := got.X.(*Rows).Draw(t.Context(), got.X.Len(), 1)
			if err != nil {
				t.Fatal(err)
			}
			x := all.X
			here, err := x.Block(t.Context(), 0, x.Len(), make([]float64, x.Len()*len(want.X.Names())))
			if err != nil {
				t.Fatal(err)
			}
			there, err := want.X.Block(t.Context(), 0, x.Len(), make([]float64, x.Len()*len(want.X.Names())))
			if err != nil || !slices.Equal(here, there) {
				t.Errorf("%v, want %v (%v)", here, there, err)
			}
		})
	}
}

// wantSameDescription compares all that is said of columns but for moments, which are summed in
// another order.
func wantSameDescription(t *testing.T, joined, whole *table.Table) {
	t.Helper()
	got, err := joined.Describe()
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Describe()
	if err != nil {
		t.Fatal(err)
	}
	for k := range want.Columns {
		a, b := got.Columns[k], want.Columns[k]
		a.Mean, a.SD, b.Mean, b.SD = 0, 0, 0, 0
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%+v, want %+v", a, b)
		}
	}
}

// Where no part tells what the day is, and one has dates that need not, it is asked.
func TestDatesThatNoPartTellsAreAskedFor(t *testing.T) {
	for _, texts := range [][]string{{dated("%d/3/2024", 1, 9), dated("2024-03-%02d", 1, 9)}, {dated("2024-03-%02d", 1, 9), dated("%d/3/2024", 1, 9)}} {
		files := filesOf(t, texts...)
		_, err := Describe(t.Context(), here(files), "all", table.Options{}, table.Roles{})
		if err == nil || !strings.Contains(err.Error(), `.csv:2, column "d": "1/3/2024" may be day/month or month/day`) || !strings.Contains(err.Error(), `Dates "dmy"`) {
			t.Errorf("%v", err)
		}
		if _, err := Describe(t.Context(), here(files), "all", table.Options{Dates: "dmy"}, table.Roles{}); err != nil {
			t.Error(err)
		}
	}
}

// A model that knows what the day is reads dates that leave it open.
func TestDatesAreReadAsTheModelHasThem(t *testing.T) {
	files := filesOf(t, dated("%d/3/2024", 1, 9))
	wanted := table.Wanted{Inputs: []string{"x", "d"}, Target: []string{"y"}, Kind: output.KindNumber, Made: map[string]rows.Made{"d": {Column: "d", Form: "date, day first"}}}
	options := table.Options{DatesOf: wanted.DatesOf()}
	joined, err := Describe(t.Context(), here(files), "all", options, table.Roles{Target: wanted.Target})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := joined.Apply(wanted)
	if err != nil || choice.X.Len() != 9 {
		t.Error(err)
	}
}

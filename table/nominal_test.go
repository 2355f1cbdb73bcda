package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
)

const coded = "zip,code,x,y\n89073,1,1.5,1\n10115,A,2.5,2\n89073,2,3.5,3\n1000000,1,4.5,5\n89073,1,0.5,4\n"

// Numbers that are names become a column of 0 and 1 for each, also where words are among
// them, and the same numbers are found again in another table.
func TestNominalNumbers(t *testing.T) {
	c, err := read(t, coded).Choose(Roles{Target: []string{"y"}, Nominal: []string{"zip,code"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"zip=10115", "zip=89073", "zip=1000000", "code=1", "code=2", "code=A", "x"}
	if got := c.X.Names(); !slices.Equal(got, want) {
		t.Errorf("inputs %q, want %q", got, want)
	}
	if got, want := allOf(t, c.X)[:14], []float64{0, 1, 0, 1, 0, 0, 1.5, 1, 0, 0, 0, 0, 1, 2.5}; !slices.Equal(got, want) {
		t.Errorf("rows %v, want %v", got, want)
	}
	again, err := read(t, "x,code,zip\n7,2,1e6\n8,1,89073.0\n9,3,10115\n").Apply(Wanted{Inputs: c.X.Names(), Levels: c.X.Levels()})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := allOf(t, again.X), []float64{0, 0, 1, 0, 1, 0, 7, 0, 1, 0, 1, 0, 0, 8, 1, 0, 0, 0, 0, 0, 9}; !slices.Equal(got, want) {
		t.Errorf("applied %v, want %v", got, want)
	}
	if len(again.Warnings) != 1 || !strings.Contains(again.Warnings[0].String(), `column "code": the model does not know "3"`) {
		t.Errorf("warnings %q", again.Warnings)
	}
}

func TestNominalTargetIsAClass(t *testing.T) {
	c, err := read(t, coded).Choose(Roles{Target: []string{"zip"}, Inputs: []string{"x"}, Nominal: []string{"z*"}})
	if err != nil || c.Target().Kind != "class" || !slices.Equal(c.Target().Classes, []string{"10115", "89073", "1000000"}) {
		t.Errorf("%v, %+v", err, c)
	}
}

func TestNominalErrors(t *testing.T) {
	_, err := read(t, coded).Choose(Roles{Target: []string{"y"}, Nominal: []string{"zap"}})
	wantError(t, err, `a.csv has no column "zap" (did you mean "zip"?)`)
	_, err = read(t, coded).Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:3, column "code": "A" is not a number; fix the file, exclude the column, say NA "A" if it means missing or say Nominal if the numbers are names`)
	var text strings.Builder
	for i := range 1001 {
		fmt.Fprintf(&text, "%d,%d\n", i, i%7)
	}
	_, err = read(t, "n,y\n"+text.String()).Choose(Roles{Target: []string{"y"}, Nominal: []string{"n"}})
	wantError(t, err, `a.csv, column "n": this is text, with 1001 different ones; an input is numbers or at most 100 different words`)
}

// What sparse rows leave out is 0, which is a name like the others.
func TestNominalNumbersInSparseRows(t *testing.T) {
	c, err := read(t, "@relation r\n@attribute a numeric\n@attribute y numeric\n@data\n{0 2, 1 1}\n{1 2}\n{0 3}\n{0 2}\n").Choose(Roles{Target: []string{"y"}, Nominal: []string{"a"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a=0", "a=2", "a=3"}; !slices.Equal(c.X.Names(), want) {
		t.Errorf("inputs %q, want %q", c.X.Names(), want)
	}
	if got, want := allOf(t, c.X), []float64{0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("rows %v, want %v", got, want)
	}
}

// A column that comes up late is not in the rows before it.
func TestNumbersToWordsInLateColumns(t *testing.T) {
	text := strings.Repeat("{\"a\": 1, \"y\": 2}\n", cells.BlockRows(2)+3) + strings.Repeat("{\"a\": 3, \"y\": 4, \"late\": 5}\n", 3)
	table := read(t, text)
	late, a := table.schema.Columns[2], table.schema.Columns[0]
	table.numbersToWords(true, late)
	words, gaps, ones := 0, 0, 0
	table.eachCell(late, func(_ int, v float64) {
		if cells.WordOf(v) == 0 {
			words++
		} else if cells.IsMissing(v) {
			gaps++
		}
	})
	table.eachCell(a, func(_ int, v float64) {
		if v == 1 {
			ones++
		}
	})
	if words != 3 || gaps != cells.BlockRows(2)+3 || ones != cells.BlockRows(2)+3 {
		t.Errorf("%d words, %d gaps, %d ones", words, gaps, ones)
	}
}

// Numbers that count or name the rows are inputs all the same, but someone should know.
func TestIdentifiers(t *testing.T) {
	text := "row,user_id,code,n,y\n"
	for i := range 30 {
		text += fmt.Sprintf("%d,%d,%d,%d,%d\n", i+7, 1000-i*i, i*i, i/2, i%4)
	}
	table := read(t, text)
	for _, s := range described(t, table) {
		if want := s.Name == "row" || s.Name == "user_id"; s.Identifier != want {
			t.Errorf("%s: %v", s.Name, s.Identifier)
		}
	}
	c, err := table.Choose(Roles{Target: []string{"y"}, Kind: "number"})
	want := []string{
		`in column "row" each number comes once; exclude it if it is an identifier`,
		`in column "user_id" each number comes once; exclude it if it is an identifier`,
	}
	if err != nil || !slices.Equal(told(c.Notes), want) || c.X.Width() != 4 {
		t.Errorf("%v, notes %q", err, c.Notes)
	}
	if c, err = table.Choose(Roles{Target: []string{"y"}, Inputs: []string{"row"}, Kind: "number"}); err != nil || c.Notes != nil {
		t.Errorf("%v, notes %q of what was asked for", err, c.Notes)
	}
}

// Whether numbers are all different is found out with any memory.
func TestIdentifiersInLittleMemory(t *testing.T) {
	for _, test := range []struct {
		name string
		id   func(i int) float64
		want bool
	}{
		{"rising", func(i int) float64 { return float64(3 * i) }, true},
		{"in disorder", func(i int) float64 { return float64(i * 7919 % 10_007) }, true},
		{"one twice", func(i int) float64 { return float64(max(i, 1) * 7919 % 10_007) }, false},
		{"not whole", func(i int) float64 { return float64(i) + float64(i/4_999)/2 }, false},
	} {
		text := lines("user_id", 5000, func(i int) string { return fmt.Sprint(test.id(i)) })
		for _, memory := range []int64{0, 1 << 30, 1 << 16, 1} {
			table := read(t, text)
			table.memory = memory
			if got := table.identifies(table.schema.Columns[0]); got != test.want {
				t.Errorf("%s with %d bytes: %v", test.name, memory, got)
			}
		}
	}
}

package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"suffice"
	"suffice/internal/cells"
	"suffice/rows"
)

// More different times than words are kept of are numbers all the same, in memory and beyond.
func TestManyDates(t *testing.T) {
	start := time.Date(2024, 3, 5, 0, 0, 0, 0, time.UTC)
	n := cells.MaxWords + 5000
	text := lines("when,y", n, func(i int) string {
		if i == 70000 {
			return "unknown,1"
		}
		return fmt.Sprintf("%s,%d", start.Add(time.Duration(i)*time.Minute).Format("02/01/2006 15:04"), i%7)
	})
	for _, options := range []Options{{}, {Memory: 1 << 20, spoolAll: true}} {
		table, err := Read(t.Context(), strings.NewReader(text), "a.csv", options)
		if err != nil {
			t.Fatal(err)
		}
		got, err := table.Numbers("when")
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got {
			if want := float64(start.Add(time.Duration(i)*time.Minute).Unix()) / 86400; v != want && i != 70000 {
				t.Fatalf("row %d is %v, want %v", i, v, want)
			}
		}
		if s := described(t, table)[0]; !math.IsNaN(got[70000]) || s.Missing != 1 || s.Gap.Line != 70002 {
			t.Errorf("%+v", s)
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Dates are the same numbers in every format.
func TestDatesAreTheSameInEveryFormat(t *testing.T) {
	parquet, err := ReadFile(t.Context(), filepath.Join("testdata", "plain.parquet"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	csv, json := "date,moment,clock\n", ""
	var texts [3][]string
	for k, name := range []string{"date", "moment", "clock"} {
		if texts[k], err = parquet.Texts(name); err != nil {
			t.Fatal(err)
		}
	}
	for i := range parquet.Len() {
		csv += fmt.Sprintf("%s,%s,%s\n", texts[0][i], texts[1][i], texts[2][i])
		json += fmt.Sprintf("{\"date\": %q, \"moment\": %q, \"clock\": %q}\n", texts[0][i], texts[1][i], texts[2][i])
	}
	for _, text := range []string{csv, json} {
		table := read(t, text)
		for _, name := range []string{"date", "moment", "clock"} {
			want, err := parquet.Numbers(name)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := table.Numbers(name); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v, %v, want %v", name, got, err, want)
			}
		}
	}
}

// modelOf is a model of all inputs.
func modelOf(t *testing.T, c *Choice) *suffice.Projection {
	t.Helper()
	data, err := c.Data()
	if err != nil {
		t.Fatal(err)
	}
	m, err := data.Fit(t.Context(), suffice.None{Dim: data.X.Width()})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inputsOf are the inputs of a model in a text, by a stream and by a table.
func inputsOf(t *testing.T, m *suffice.Projection, text string) ([]float64, error) {
	t.Helper()
	w := WantedBy(m)
	s, err := NewStream(t.Context(), strings.NewReader(text), "b.csv", Options{}, w)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var streamed []float64
	for {
		x, next := s.Next(t.Context())
		if err = next; err != nil {
			break
		}
		streamed = append(streamed, x...)
	}
	data, failed := Read(t.Context(), strings.NewReader(text), "b.csv", w.Reading(Options{}))
	if failed != nil {
		t.Fatal(failed)
	}
	choice, failed := data.Apply(w)
	if !errors.Is(err, io.EOF) {
		if failed == nil || failed.Error() != err.Error() {
			t.Errorf("the table has error %v, the stream %v", failed, err)
		}
		return nil, err
	}
	if failed != nil {
		t.Fatal(failed)
	}
	if !slices.Equal(allOf(t, choice.X), streamed) {
		t.Errorf("the table has %v, the stream %v", allOf(t, choice.X), streamed)
	}
	return streamed, nil
}

// A model reads a new file as it read the one that it was made from, though that file alone
// would not tell how.
func TestModelsRememberHowNumbersAreWritten(t *testing.T) {
	text := lines("when,price,answer,y", 40, func(i int) string {
		return fmt.Sprintf("%d/%d/2024,%q,%s,%d", i%28+1, i%12+1, fmt.Sprintf("$%d,%03d.50", i+1, i), []string{"yes", "Yes", "no"}[i%3], i)
	})
	choice, err := read(t, text).Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	m := modelOf(t, choice)
	if want := []string{"when", "when.weekday.sin", "when.weekday.cos", "price", "answer=no", "answer=yes"}; !slices.Equal(m.Inputs, want) {
		t.Fatalf("inputs %q", m.Inputs)
	}
	if m.Made["when"] != (rows.Made{Column: "when", Form: "date, day first"}) || m.Made["price"].Form != "amount" || !m.Levels["answer=yes"].Fold {
		t.Errorf("made %+v, levels %+v", m.Made, m.Levels)
	}
	got, err := inputsOf(t, m, "when,price,answer\n3/4/2024,\"$1,234\",YES\n2024-04-03,12,no\n")
	day := float64(time.Date(2024, 4, 3, 0, 0, 0, 0, time.UTC).Unix()) / 86400
	sin, cos := math.Sin(2*math.Pi/7*day), math.Cos(2*math.Pi/7*day)
	if want := []float64{day, sin, cos, 1234, 0, 1, day, sin, cos, 12, 1, 0}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %v, %v\nwant %v", got, err, want)
	}
	_, err = inputsOf(t, m, "when,price,answer\n45000,12,no\n")
	wantError(t, err, `b.csv:2, column "when": "45000" is not a date; fix the file`)
	_, err = inputsOf(t, m, "{\"when\": 45000, \"price\": 12, \"answer\": \"no\"}\n")
	wantError(t, err, `b.csv, column "when": the model takes dates or times here, but these are numbers; write them as dates`)
}

// Values that are filled in are those of the fit.
func TestModelsRememberWhatToFillIn(t *testing.T) {
	text := "a,kind,y\n1,u,1\n2,u,2\n9,v,3\n-,u,4\n4,,5\n"
	for _, test := range []struct {
		how  Missing
		want []float64
	}{
		{MeanForMissing, []float64{4, .75, .25}},
		{MedianForMissing, []float64{3, 1, 0}},
	} {
		choice, err := read(t, text).Choose(Roles{Target: []string{"y"}, Inputs: []string{"a,kind"}, Missing: test.how})
		if err != nil {
			t.Fatal(err)
		}
		if x := allOf(t, choice.X); x[9] != test.want[0] || x[13] != test.want[1] {
			t.Errorf("%s: %v", test.how, x)
		}
		m := modelOf(t, choice)
		if !slices.Equal(m.Fill, test.want) {
			t.Errorf("%s: %v", test.how, m.Fill)
		}
		if got, err := inputsOf(t, m, "kind,a\n,unknown\n"); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, %v", test.how, got, err)
		}
		if used := m.Used(); len(used.Fill) != len(used.Inputs) {
			t.Errorf("%+v", used)
		}
	}
}

// Marks that someone names are missing in every format, be they numbers or words.
func TestNamedMarks(t *testing.T) {
	for name, text := range map[string]string{
		"csv": "a,b,y\n-999,u,1\n2,n.k.,2\n-999.0,v,3\n4,u,4\n", "json": "{\"a\": -999, \"b\": \"u\"}\n{\"a\": 2, \"b\": \"n.k.\"}\n{\"a\": -999, \"b\": \"v\"}\n{\"a\": 4, \"b\": \"u\"}\n",
	} {
		table, err := Read(t.Context(), strings.NewReader(text), "f", Options{NA: []string{"-999", "n.k."}})
		if err != nil {
			t.Fatal(err)
		}
		s := described(t, table)
		if s[0].Missing != 2 || s[0].Min != 2 || s[1].Missing != 1 || s[1].Distinct != 2 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// Dates in which nothing tells day from month are left out, unless someone says what is what.
func TestDayOrMonth(t *testing.T) {
	text := lines("when,x,y", 30, func(i int) string { return fmt.Sprintf("%d/%d/2024,%d,%d", i%12+1, i%7+1, i*i%11, i) })
	_, err := read(t, text).Choose(Roles{Target: []string{"y"}, Inputs: []string{"when"}})
	wantError(t, err, `a.csv:2, column "when": "1/1/2024" may be day/month or month/day, and no row tells; say Dates "dmy" or Dates "mdy"`)
	if choice, err := read(t, text).Choose(Roles{Target: []string{"y"}}); err != nil || !slices.Equal(choice.X.Names(), []string{"x"}) || !strings.Contains(told(choice.Warnings)[0], "day/month or month/day") {
		t.Errorf("%+v, %v", choice, err)
	}
	for order, want := range map[string]int{"dmy": 8, "mdy": 224} { // of 2/8 in row 8
		table, err := Read(context.Background(), strings.NewReader(strings.ReplaceAll(text, "8/1/2024", "8/2/2024")), "a.csv", Options{Dates: order})
		if err != nil {
			t.Fatal(err)
		}
		numbers, err := table.Numbers("when")
		first := float64(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC).Unix()) / 86400
		if day := map[string]float64{"dmy": 31 + 7, "mdy": 213 + 1}[order]; err != nil || numbers[7] != first+day {
			t.Errorf("%s: %v days, want %v (%d), %v", order, numbers[7]-first, day, want, err)
		}
	}
}

// Words stay words in columns of which that is asked.
func TestWordsStayWords(t *testing.T) {
	roles := Roles{Target: []string{"tags"}, Kind: "labels"}
	table, err := Read(t.Context(), strings.NewReader("x;tags\n1;1,3\n2;2,5\n3;4\n4;1,5\n"), "a.csv", roles.Reading(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if c, err := table.Choose(roles); err != nil || !slices.Equal(c.Target().Names, []string{"1", "2", "3", "4", "5"}) {
		t.Errorf("%+v, %v", c, err)
	}
}

// Classes are those of the model, in whatever letters a new file has them.
func TestClassesInOtherLetters(t *testing.T) {
	w := Wanted{Inputs: []string{"x"}, Target: []string{"answer"}, Kind: "class", Classes: []string{"no", "yes"}}
	data, err := Read(t.Context(), strings.NewReader("x,answer\n1,YES\n2,No\n3,YES\n4,perhaps\n"), "a.csv", w.Reading(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	c, err := data.Apply(w)
	if err != nil || !slices.Equal(c.Target().Classes, []string{"no", "perhaps", "yes"}) || !slices.Equal(c.Target().Class, []int{2, 0, 2, 1}) {
		t.Errorf("%+v, %v", c, err)
	}
}

// Files whose dates are written in another order are not put together.
func TestTablesOfOtherDates(t *testing.T) {
	err := read(t, "when,y\n13/1/2024,1\n2/3/2024,2\n").checkSame(read(t, "when,y\n1/13/2024,1\n2/3/2024,2\n"))
	wantError(t, err, `a.csv: column "when" is written as date, month first, but written as date, day first in a.csv; only tables of the same columns can be put together`)
}

// Ways to write true are one class.
func TestBooleansInOtherLetters(t *testing.T) {
	data, err := Read(t.Context(), strings.NewReader("x,y\n1,true\n2,True\n3,TRUE\n4,false\n5,False\n"), "a.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if y := described(t, data)[1]; y.Type != Boolean || y.Distinct != 2 {
		t.Errorf("%v of %d", y.Type, y.Distinct)
	}
}

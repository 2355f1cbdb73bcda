package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// A column whose cells list labels is not one of levels, be it input or target, and its
// empty cells are no missing values.
func TestListsOfLabelsAreNotLevels(t *testing.T) {
	table := read(t, "x,tags,y\n"+strings.Repeat("1,dog;cat,1.5\n2,dog,2.5\n3,,3.5\n4,cat,4.5\n", 10))
	choice, err := table.Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := choice.X.Names(); !slices.Equal(got, []string{"x"}) || !slices.Equal(told(choice.Warnings), []string{`a.csv: left out the text column "tags"`}) {
		t.Errorf("inputs %q, warnings %q", got, choice.Warnings)
	}
	choice, err = table.Choose(Roles{Target: []string{"tags"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := choice.Target(); got.Kind != "labels" || !slices.Equal(got.Names, []string{"cat", "dog"}) || choice.X.Len() != 40 {
		t.Errorf("target %s %q", got.Kind, got.Names)
	}
}

// Commas occur within names, semicolons hardly ever: "Bark, howl" is one label.
func TestSeparatorOfLabels(t *testing.T) {
	for want, words := range map[string][]string{
		";": {"Bark, howl", "Meow", "Bark, howl;Meow", "Rain", "Wind, storm", "Sea", "a", "b", "c", "d"},
		",": {"1,2", "1", "2", "3"},
		"|": {"a|b", "a"},
		"":  {"Bark, howl", "a", "b", "c", "d", "e"},
	} {
		if got := (&cells.Column{Words: words}).Separator(); got != want {
			t.Errorf("%q: separator %q, want %q", words, got, want)
		}
	}
}

// Numbers of rows with a few words among them are left out; measurements are not.
func TestIdentifiersAreLeftOut(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,length,x,y\n")
	for i := range 30 {
		fmt.Fprintf(&text, "%d,%d,%d,%d.5\n", 1000+i, i/2, i%7, i)
	}
	text.WriteString("Not found,3,1,2\n")
	choice, err := read(t, text.String()).Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := choice.X.Names(); !slices.Equal(got, []string{"length", "x"}) || !strings.Contains(strings.Join(told(choice.Warnings), ""), `left out the column "id"`) {
		t.Errorf("inputs %q, warnings %q", got, choice.Warnings)
	}
	_, err = read(t, text.String()+"n.a.,twelve,1,2\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:33, column "length": "twelve" is not a number; fix the file, exclude the column, say NA "twelve" if it means missing or say Nominal if the numbers are names`)
	_, err = read(t, text.String()).Choose(Roles{Target: []string{"y"}, Inputs: []string{"id"}})
	wantError(t, err, `a.csv:32, column "id": "Not found" is not a number; fix the file, exclude the column or say Nominal if the numbers are names`)
}

// An ARFF file that was made from CSV declares every name as a level.
func TestNamesAreNoLevels(t *testing.T) {
	var names, data strings.Builder
	for i := range 150 {
		fmt.Fprintf(&names, "name%d,", i)
		fmt.Fprintf(&data, "name%d,%d,%d\n", i, i%5, i%3)
	}
	text := "@relation r\n@attribute name {" + names.String() + "}\n@attribute x numeric\n@attribute y numeric\n@data\n" + data.String()
	choice, err := readAs(t, "a.arff", text).Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := choice.X.Names(); !slices.Equal(got, []string{"x"}) {
		t.Errorf("inputs %q", got)
	}
}

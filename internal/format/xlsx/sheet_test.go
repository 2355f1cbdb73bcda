package xlsx

import "testing"

// The formats are those of ECMA-376, part 1, 18.8.30 and 18.8.31.
func TestStylesOfNumbers(t *testing.T) {
	for code, want := range map[string]style{
		"General": asNumber, "0.00": asNumber, "#,##0": asNumber, "0.00E+00": asNumber,
		"yyyy-mm-dd": asDate, "h:mm": asDate, "[$-409]d\\-mmm\\-yy;@": asDate,
		"0%": asPercent, "0.00%": asPercent,
		`0" days"`: asNumber, `0\d`: asNumber, "[Red]0": asNumber, "0_d": asNumber,
	} {
		if got := styleOf(code); got != want {
			t.Errorf("%s is %d, not %d", code, got, want)
		}
	}
}

func TestColumnsOfPlaces(t *testing.T) {
	for place, want := range map[string]int{"A1": 0, "Z9": 25, "AA1": 26, "XFD1048576": maxColumn - 1, "": -1, "7": -1} {
		if got := columnOf(place); got != want {
			t.Errorf("%q is column %d, not %d", place, got, want)
		}
	}
}

// The days are as Excel shows them.
func TestDaysAreDates(t *testing.T) {
	for _, c := range []struct {
		day      float64
		from1904 bool
		want     string
	}{
		{1, false, "1900-01-01"},
		{59, false, "1900-02-28"},
		{61, false, "1900-03-01"},
		{45366, false, "2024-03-15"},
		{45366.4375, false, "2024-03-15 10:30:00"},
		{.5, false, "12:00:00"},
		{0, true, "1904-01-01"},
		{43904, true, "2024-03-15"},
		{-1, false, "-1"},
		{1e9, false, "1e+09"},
	} {
		s := &sheet{workbook: &workbook{from1904: c.from1904}}
		if got := s.date(c.day); got != c.want {
			t.Errorf("day %g is %s, not %s", c.day, got, c.want)
		}
	}
}

func TestValuesOfARow(t *testing.T) {
	one := row{values: []value{{column: 1, text: "a"}, {column: 4, text: "2"}}}
	for column, want := range []string{"", "a", "", "", "2", ""} {
		if got := one.at(column).text; got != want {
			t.Errorf("column %d has %q, not %q", column, got, want)
		}
	}
	if first, last := one.bounds(); first != 1 || last != 4 {
		t.Errorf("from %d to %d", first, last)
	}
	if one.onlyNumbers() {
		t.Error("a word is taken for a number")
	}
}

package table

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// dirtyValues tells for files as people have them what is read: the rows and, of each column,
// its name, type and range, how many values are missing, and what is in doubt; and, where the
// last column cannot be predicted from the others, why.
var dirtyValues = map[string]string{
	"clock.csv": "24 rows; at number, time, 00:00:00 to 23:41:00; y number 0 to 27" + "\n" +
		"number of at at.hour.sin at.hour.cos",
	"comma-or-thousands.csv": "24 rows; people number 1100 to 9729, thousands?; y number 0 to 27" + "\n" +
		"number of people",
	"dash.csv": "24 rows; x number 0 to 5.5, 3 missing; y number 0 to 27" + "\n" +
		"number of x",
	"dates-and-numbers.csv": "24 rows; when mixed of 12; y number 0 to 27" + "\n" +
		`file:2, column "when": "2024-03-05" is not a number; fix the file, exclude the column or say Nominal if the numbers are names`,
	"dates-with-gaps.csv": "24 rows; when number, date, 2024-03-05 to 2026-10-09, 3 missing; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"dates.jsonl": "24 rows; when number, date, 2024-03-05 to 2026-10-09; price number 640.25 to 7942.75; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos when.month.sin when.month.cos price",
	"day-first.csv": "24 rows; when number, date, day first, 2024-03-05 to 2026-10-09; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"day-or-month.csv": "24 rows; when nominal of 12, day or month?; x number 0 to 5.5; y number 0 to 27" + "\n" +
		"number of x",
	"decimal-comma-quoted.csv": "24 rows; a number 0 to 5.5; y number 0 to 27" + "\n" +
		"number of a",
	"decimal-comma.csv": "24 rows; a number 0 to 5.5; b number 0 to 23; y number 0 to 27" + "\n" +
		"number of a b",
	"dollars.csv": "24 rows; x number 0 to 5.5; price number 640.25 to 7942.75" + "\n" +
		"number of x",
	"dot.csv": "24 rows; x number 0 to 5.5, 3 missing; y number 0 to 27" + "\n" +
		"number of x",
	"euro-sign-first.csv": "24 rows; x number 0 to 5.5; price number 640.25 to 7942.75" + "\n" +
		"number of x",
	"euros.csv": "24 rows; x number 0 to 5.5; preis number 640.25 to 7942.75" + "\n" +
		"number of x",
	"genotypes.csv": "24 rows; gene nominal of 3; y number 0 to 27" + "\n" +
		"number of gene=AA gene=Aa gene=aa",
	"german-dates.csv": "24 rows; Datum number, date, day first, 2024-03-05 to 2026-10-09; y number 0 to 23" + "\n" +
		"number of Datum Datum.weekday.sin Datum.weekday.cos Datum.month.sin Datum.month.cos",
	"iso-dates.csv": "24 rows; when number, date, 2024-03-05 to 2026-10-09; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"labels.csv": "24 rows; tags nominal of 4; y number 0 to 27" + "\n" +
		"number of tags=4 tags=1,2,9,11 tags=1,3 tags=2,5,7",
	"long-identifiers.csv": "24 rows; key number 9.007199254740992e+15 to 9.007199277741062e+15, digits lost; x number 0 to 5.5; y number 0 to 27" + "\n" +
		"number of key x",
	"many-marks.csv": "24 rows; x number 0 to 5.5, 12 missing; y number 0 to 27" + "\n" +
		"number of x",
	"month-first.csv": "24 rows; when number, date, month first, 2024-03-05 08:30:00 to 2026-10-09 03:30:00; y number 0 to 27" + "\n" +
		"number of when when.hour.sin when.hour.cos when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"named-months.csv": "24 rows; when number, date, 2024-03-05 to 2026-10-09; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"negative-in-parentheses.csv": "24 rows; x number 0 to 5.5; profit number -53.5 to 58.5" + "\n" +
		"number of x",
	"none.csv": "24 rows; x number 0 to 5.5, 3 missing; y number 0 to 27" + "\n" +
		"number of x",
	"one-slip.csv": "24 rows; x mixed of 1; y number 0 to 27" + "\n" +
		`file:9, column "x": "twelve" is not a number; fix the file, exclude the column, say NA "twelve" if it means missing or say Nominal if the numbers are names`,
	"percent-decimals.csv": "24 rows; share number 0 to 19.5; y number 0 to 27" + "\n" +
		"number of share",
	"percent.csv": "24 rows; share number 0 to 39; y number 0 to 27" + "\n" +
		"number of share",
	"repeated-dates.csv": "24 rows; when number, date, 2024-03-05 to 2024-07-06; y number 0 to 27" + "\n" +
		"number of when when.weekday.sin when.weekday.cos",
	"sentinel-9999.csv": "24 rows; x number 0 to 9999, perhaps 9999 is none; y number 0 to 27" + "\n" +
		"number of x",
	"sentinel.csv": "24 rows; x number -999 to 5.5, perhaps -999 is none; y number 0 to 27" + "\n" +
		"number of x",
	"spaces-between-thousands.csv": "24 rows; x number 0 to 5.5; prix number 640.25 to 7942.75" + "\n" +
		"number of x",
	"spreadsheet-errors.csv": "24 rows; x number 0 to 5.5, 3 missing; z number 0 to 529, 3 missing; y number 0 to 27" + "\n" +
		"number of x z",
	"thousands-swiss.csv": "24 rows; price number 1640.25 to 8942.75; y number 0 to 27" + "\n" +
		"number of price",
	"thousands.csv": "24 rows; people number 731 to 17544; y number 0 to 27" + "\n" +
		"number of people",
	"timestamps.csv": "24 rows; when number, date, 2024-03-05 06:30:00 to 2026-10-09 01:30:00; y number 0 to 27" + "\n" +
		"number of when when.hour.sin when.hour.cos when.weekday.sin when.weekday.cos when.month.sin when.month.cos",
	"word-level-none.csv": "24 rows; insurance nominal of 3; y number 0 to 27" + "\n" +
		"number of insurance=basic insurance=full insurance=none",
	"y-n.csv": "24 rows; answer nominal of 2; y number 0 to 27" + "\n" +
		"number of answer=n answer=y",
	"yes-Yes-YES.csv": "24 rows; answer nominal of 2; y number 0 to 27" + "\n" +
		"number of answer=no answer=yes",
}

func TestDirtyValues(t *testing.T) {
	files, err := filepath.Glob("testdata/dirty/values-*")
	if err != nil || len(files) != len(dirtyValues) {
		t.Errorf("%d files, of which %d are described: %v", len(files), len(dirtyValues), err)
	}
	for _, file := range files {
		name := strings.TrimPrefix(filepath.Base(file), "values-")
		if got := dirtySummary(t, file); got != dirtyValues[name] {
			t.Errorf("%s:\ngot  %s\nwant %s", name, got, dirtyValues[name])
		}
	}
}

func dirtySummary(t *testing.T, file string) string {
	t.Helper()
	data, err := ReadFile(t.Context(), file, Options{})
	if err != nil {
		return strings.ReplaceAll(err.Error(), file, "file")
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d rows", data.Len())
	for _, s := range described(t, data) {
		fmt.Fprintf(&out, "; %s %v", s.Name, s.Type)
		first, isDate := s.Show(s.Min)
		last, _ := s.Show(s.Max)
		switch {
		case isDate:
			fmt.Fprintf(&out, ", %s, %s to %s", s.Form, first, last)
		case s.IsNumeric():
			fmt.Fprintf(&out, " %g to %g", s.Min, s.Max)
		default:
			fmt.Fprintf(&out, " of %d", s.Distinct)
		}
		if s.Missing > 0 {
			fmt.Fprintf(&out, ", %d missing", s.Missing)
		}
		if s.Sentinel != nil {
			fmt.Fprintf(&out, ", perhaps %g is none", *s.Sentinel)
		}
		for doubt, found := range map[string]bool{"digits lost": s.Huge, "day or month?": s.DayOrMonth, "thousands?": s.Thousands} {
			if found {
				out.WriteString(", " + doubt)
			}
		}
	}
	names := data.Names()
	choice, err := data.Choose(Roles{Target: names[len(names)-1:], Missing: MeanForMissing})
	if err != nil {
		return out.String() + "\n" + strings.ReplaceAll(err.Error(), file, "file")
	}
	return out.String() + fmt.Sprintf("\n%s of %s", choice.Target().Kind, strings.Join(choice.X.Names(), " "))
}

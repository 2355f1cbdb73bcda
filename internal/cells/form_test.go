package cells

import (
	"math"
	"testing"
	"time"
)

func TestAmounts(t *testing.T) {
	for _, test := range []struct {
		text  string
		point byte
		want  float64
	}{
		{"$1,644.93", '.', 1644.93}, {"-$5", '.', -5}, {"$-5.5", '.', -5.5}, {"(12.50)", '.', -12.5}, {"($1,200)", '.', -1200},
		{"17%", '.', 17}, {"0.5 %", '.', .5}, {"€ 12", '.', 12}, {"12 EUR", '.', 12}, {"US$ 3", '.', 3}, {"CHF 1'234.50", '.', 1234.5},
		{"1,234", '.', 1234}, {"1,234,567.8", '.', 1234567.8}, {"12,34,567", '.', 1234567}, {"1 644.93", '.', 1644.93}, {"12.5-", '.', -12.5}, {"−3", '.', -3},
		{"1.644,93 €", ',', 1644.93}, {"1 644,93", ',', 1644.93}, {"1\u00a0644,93", ',', 1644.93}, {"1\u202f644", ',', 1644}, {"3,14", ',', 3.14}, {"1,234", ',', 1.234},
		{"1.234", ',', 1234}, {"2,5e3", ',', 2500}, {"12", ',', 12}, {".5%", '.', .5},
	} {
		if got, ok := ParseAmount([]byte(test.text), test.point); !ok || got != test.want {
			t.Errorf("%q with %c: %v, %v, want %v", test.text, test.point, got, ok, test.want)
		}
	}
	for _, text := range []string{"", "$", "%", "()", "(5", "5)", "-", "$5%", "1,23", "1,2345", "0,123", "12,345,67", "1,234.", "1.234,5", "$1,5", "(-5)", "--5", "5 apples", "1.2.3", "$NaN", "1,234,56,789", "infinity €", "1 2", "+"} {
		if got, ok := ParseAmount([]byte(text), '.'); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// Three digits after the only sign leave open what it is, unless other values tell.
func TestWhatAPointOrACommaIs(t *testing.T) {
	for _, test := range []struct {
		words   []string
		numbers int
		about   About
		form    Form
		doubt   Doubt
	}{
		{[]string{"1.296 €", "1.345 €"}, 0, About{}, Amounts, PointOrNone},
		{[]string{"€ 1.296", "950 €", "-"}, 3, About{}, Amounts, PointOrNone},
		{[]string{"1.296 €", "1.345 €"}, 0, About{Point: ','}, CommaAmounts, NoDoubt},
		{[]string{"1.296 €", "0.345 €"}, 0, About{}, Amounts, NoDoubt},
		{[]string{"1.296 €", "13.45 €"}, 0, About{}, Amounts, NoDoubt},
		{[]string{"1.296 €", "1.345,20 €"}, 0, About{}, CommaAmounts, NoDoubt},
		{[]string{"1.296 %", "1.345 %"}, 0, About{}, Amounts, NoDoubt},
		{[]string{"Fr. 12", "Fr. 13"}, 0, About{}, Amounts, NoDoubt},
		{[]string{"1,234", "1,555"}, 0, About{}, Amounts, CommaOrNone},
		{[]string{"1,234", "1,555"}, 2, About{}, Amounts, NoDoubt},
		{[]string{"1,234", "1,555"}, 0, About{Comma: true}, CommaAmounts, CommaAsPoint},
		{[]string{"1,234", "1,555"}, 2, About{Comma: true}, CommaAmounts, CommaAsPoint},
		{[]string{"1,234", "1,55"}, 2, About{Comma: true}, CommaAmounts, NoDoubt},
	} {
		if form, doubt := test.about.formOf(test.words, test.numbers); form != test.form || doubt != test.doubt {
			t.Errorf("%q and %d numbers: %v, doubt %d; want %v, doubt %d", test.words, test.numbers, form, doubt, test.form, test.doubt)
		}
	}
}

func TestDates(t *testing.T) {
	at := func(layout, text string) float64 {
		when, err := time.Parse(layout, text)
		if err != nil {
			t.Fatal(err)
		}
		return float64(when.UnixMicro()) / 1e6 / secondsOfDay
	}
	day := at(time.DateOnly, "2024-03-15")
	morning := at(time.DateTime, "2024-03-15 09:05:30")
	for _, test := range []struct {
		text string
		form Form
		want float64
	}{
		{"2024-03-15", Dates, day}, {"2024/3/15", Dates, day}, {"2024.03.15", Dates, day}, {"1969-12-31", Dates, -1}, {"1900-01-01", Dates, at(time.DateOnly, "1900-01-01")},
		{"2024-03", Dates, at(time.DateOnly, "2024-03-01")},
		{"2024-03-15 09:05:30", Dates, morning}, {"2024-03-15T09:05:30Z", Dates, morning}, {"2024-03-15T11:05:30+02:00", Dates, morning}, {"2024-03-15 04:05:30-0500", Dates, morning}, {"2024-03-15 09:05:30 UTC", Dates, morning},
		{"2024-03-15T09:05:30.25Z", Dates, morning + .25/secondsOfDay},
		{"15 Mar 2024", Dates, day}, {"15. März 2024", Dates, day}, {"15-Mar-24", Dates, day}, {"March 15, 2024", Dates, day}, {"Mar 15 2024", Dates, day}, {"Fri, 15 Mar 2024 09:05:30 GMT", Dates, morning},
		{"15/Mar/2024:09:05:30 +0000", Dates, morning}, {"2024-Mar-15", Dates, day},
		{"15/03/2024", DayFirst, day}, {"15.3.2024", DayFirst, day}, {"15.03.24", DayFirst, day}, {"15-03-2024", DayFirst, day}, {"15/3/24", DayFirst, day}, {"2024-03-15", DayFirst, day}, {"15/03/2024 9:05:30 AM", DayFirst, morning},
		{"3/15/2024", MonthFirst, day}, {"03/15/24", MonthFirst, day}, {"3/15/2024 9:05:30 am", MonthFirst, morning},
		{"3/4/1969", MonthFirst, at(time.DateOnly, "1969-03-04")}, {"3/4/70", MonthFirst, at(time.DateOnly, "1970-03-04")}, {"3/4/68", MonthFirst, at(time.DateOnly, "2068-03-04")},
		{"0:00", TimesOfDay, 0}, {"12:00", TimesOfDay, .5}, {"6:00 PM", TimesOfDay, .75}, {"12:00 am", TimesOfDay, 0}, {"18:00:00.000", TimesOfDay, .75}, {"6:00 p.m.", TimesOfDay, .75}, {"24:00", TimesOfDay, 1},
	} {
		if got, ok := test.form.Parse([]byte(test.text)); !ok || math.Abs(got-test.want) > 1e-10 {
			t.Errorf("%q as %v: %v, %v, want %v", test.text, test.form, got, ok, test.want)
		}
	}
	for text, form := range map[string]Form{
		"2024-02-30": Dates, "2024-13-01": Dates, "15/03/2024": Dates, "2024": Dates, "20240315": Dates, "Mar": Dates, "12-34-56": DayFirst, "10-11-12": DayFirst, "1.2.3": DayFirst, "192.168.1.1": DayFirst,
		"03/15/2024": DayFirst, "15.03.2024": MonthFirst, "2024-03-15 25:00": Dates, "2024-03-15x": Dates, "2024-03-15 10:30 and more": Dates, "1/2": DayFirst, "13:00 PM": TimesOfDay, "125:30": TimesOfDay, "10:3": TimesOfDay, "10:30 o'clock": TimesOfDay, "May": Dates,
		"24:01": TimesOfDay,
	} {
		if got, ok := form.Parse([]byte(text)); ok {
			t.Errorf("%q as %v is %v", text, form, got)
		}
	}
}

// What is shown reads back as the same number.
func TestFormsReadWhatTheyShow(t *testing.T) {
	for _, form := range []Form{Dates, DayFirst, MonthFirst} {
		for _, v := range []float64{0, -1, 19797, 19797.5, 19797.25, 7.0 / 86400} {
			if got, ok := form.Parse([]byte(form.Text(v))); !ok || math.Abs(got-v) > 1e-11 {
				t.Errorf("%v: %v is shown as %q, which is %v", form, v, form.Text(v), got)
			}
		}
	}
	if got := TimesOfDay.Text(.75); got != "18:00:00" {
		t.Errorf("three quarters of a day: %s", got)
	}
}

func TestMarks(t *testing.T) {
	for _, mark := range []string{"", "?", "NA", "n/a", "N.A.", "NULL", "(null)", "#DIV/0!", "#N/A", "#VALUE!", `\N`} {
		if !MarksMissing([]byte(mark)) || !MarksNoNumber([]byte(mark)) {
			t.Errorf("%q marks nothing", mark)
		}
	}
	for _, mark := range []string{"-", ".", "--", "None", "missing", "unknown", "*"} {
		if MarksMissing([]byte(mark)) || !MarksNoNumber([]byte(mark)) {
			t.Errorf("%q is taken otherwise", mark)
		}
	}
	for _, word := range []string{"no", "nan's", "x", "0", "nothing", "#b", "not available here"} {
		if MarksNoNumber([]byte(word)) {
			t.Errorf("%q is a mark", word)
		}
	}
}

// FuzzForms parses anything in every form: a finite number or none, and dates show as what
// reads back.
func FuzzForms(f *testing.F) {
	for _, seed := range []string{"$1,644.93", "1.644,93 €", "(12.50)", "17%", "2024-03-15T10:30:00.5+02:00", "Fri, 15 Mar 2024 10:30 PM", "3/4/24", "10:30", "15. März 2024", "12,34,567", "−1’234"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, cell []byte) {
		for form := Plain; form <= TimesOfDay; form++ {
			v, ok := form.Parse(cell)
			if !ok {
				continue
			}
			if v-v != 0 {
				t.Errorf("%q as %v is %v", cell, form, v)
			}
			if back, ok := form.Parse([]byte(form.Text(v))); form.IsTime() && (!ok || math.Abs(back-v) > 1e-9) {
				t.Errorf("%q as %v is %v, shown as %q, which is %v", cell, form, v, form.Text(v), back)
			}
		}
	})
}

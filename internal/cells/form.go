package cells

import (
	"fmt"
	"strings"
)

// Form is how the numbers of a column are written, where they are not simply numbers.
type Form int

// The forms there are. Each also reads plain numbers, but for dates and times.
const (
	NoForm       Form = iota // not known; words are words
	Plain                    // numbers, and what is no number is missing or wrong
	Amounts                  // $1,644.93, 17%, (12.50)
	CommaAmounts             // 1.644,93 €, 3,14
	Dates                    // 2024-03-15, 15 Mar 2024
	DayFirst                 // the same, and 15/3/2024
	MonthFirst               // the same, and 3/15/2024
	TimesOfDay               // 10:30
)

var formNames = [...]string{"", "number", "amount", "amount, comma", "date", "date, day first", "date, month first", "time"}

func (f Form) String() string { return formNames[f] }

// IsKnown reports whether there is such a form.
func (f Form) IsKnown() bool { return NoForm <= f && f <= TimesOfDay }

// FormNamed is the form that a model file has by name.
func FormNamed(name string) (Form, error) {
	for f, known := range formNames {
		if name == known {
			return Form(f), nil
		}
	}
	return NoForm, fmt.Errorf("there is no form of numbers called %q; choose one of %q", name, formNames[1:])
}

// IsDate reports whether cells are days since 1970.
func (f Form) IsDate() bool { return f == Dates || f == DayFirst || f == MonthFirst }

// IsTime reports whether cells are dates or times of day, which plain numbers are not.
func (f Form) IsTime() bool { return f.IsDate() || f == TimesOfDay }

// DayOrder is what options call the order of days and months that are told by their places; ""
// where they are not.
func (f Form) DayOrder() string {
	return map[Form]string{DayFirst: "dmy", MonthFirst: "mdy"}[f]
}

// Parse reads a cell that is written so.
func (f Form) Parse(cell []byte) (float64, bool) {
	switch f {
	case Amounts:
		return ParseAmount(cell, '.')
	case CommaAmounts:
		return ParseAmount(cell, ',')
	case Dates:
		return parseDate(cell, neitherFirst)
	case DayFirst:
		return parseDate(cell, dayFirst)
	case MonthFirst:
		return parseDate(cell, monthFirst)
	case TimesOfDay:
		return parseTime(cell)
	}
	return 0, false
}

// Text is a number as one would write it in that form, apart from its unit.
func (f Form) Text(v float64) string {
	switch {
	case f.IsDate():
		return DateText(v)
	case f == TimesOfDay:
		return TimeText(v)
	}
	return string(NumberAsWord(v))
}

// Doubt is what the words of a column leave open.
type Doubt int

// The doubts there are.
const (
	NoDoubt      Doubt = iota
	DayOrMonth         // 3/4/2024: nothing tells which is the day
	CommaOrNone        // 1,234: thousands, as which they are taken, or decimals
	CommaAsPoint       // 1,234 between semicolons: decimals, as which they are taken, or thousands
	PointOrNone        // 1.296 €: decimals, as which they are taken, or thousands
)

// IsKnown reports whether there is such a doubt.
func (d Doubt) IsKnown() bool { return NoDoubt <= d && d <= PointOrNone }

// formOf finds how the words of a column that has so many numbers too are written: as nine of
// ten of them are, leaving out marks of missing values. What a file and its reader say of
// commas and dates settles what words leave open.
func (a *About) formOf(words []string, numbers int) (Form, Doubt) {
	t := tallyOf(words, numbers, a)
	const share = 10
	most := func(f Form) bool { return t.fits[f] > 0 && share*(t.words-t.fits[f]) <= t.words }
	switch {
	case t.words == 0 && numbers > 0:
		return Plain, NoDoubt // all are marks of missing values
	case t.words == 0:
		return NoForm, NoDoubt
	case most(Dates):
		return Dates, NoDoubt
	case most(DayFirst) && t.fits[DayFirst] == t.fits[MonthFirst]:
		switch a.Days {
		case "dmy":
			return DayFirst, NoDoubt
		case "mdy":
			return MonthFirst, NoDoubt
		}
		return NoForm, DayOrMonth
	case most(DayFirst) && t.fits[DayFirst] > t.fits[MonthFirst]:
		return DayFirst, NoDoubt
	case most(MonthFirst):
		return MonthFirst, NoDoubt
	case most(TimesOfDay):
		return TimesOfDay, NoDoubt
	case most(Amounts) && most(CommaAmounts) && t.fits[Amounts] == t.fits[CommaAmounts]:
		switch {
		case t.commas == 0 && t.points > 0:
			return Amounts, PointOrNone
		case t.commas == 0:
			return Amounts, NoDoubt
		case a.Comma:
			return CommaAmounts, CommaAsPoint
		case numbers > 0: // of which those below a thousand have no mark
			return Amounts, NoDoubt
		}
		return Amounts, CommaOrNone
	case most(Amounts) && t.fits[Amounts] > t.fits[CommaAmounts]:
		return Amounts, NoDoubt
	case most(CommaAmounts):
		return CommaAmounts, NoDoubt
	case t.words <= numbers:
		return Plain, NoDoubt
	}
	return NoForm, NoDoubt
}

// tally counts the words that fit each form.
type tally struct {
	words  int // that do not mark a missing value
	fits   [TimesOfDay + 1]int
	commas int // words with a comma
	points int // words with the sign of a currency and a point
}

func tallyOf(words []string, numbers int, a *About) tally {
	var t tally
	marks := 0
	for _, word := range words {
		if MarksNoNumber([]byte(word)) {
			marks++
		}
	}
	t.words = len(words) - marks
	forms := []Form{Dates, DayFirst, MonthFirst, TimesOfDay, Amounts, CommaAmounts}
	if numbers > 0 {
		forms = forms[4:] // plain numbers are neither dates nor times
	}
	if a.Point == ',' {
		forms = forms[:len(forms)-2]
		forms = append(forms, CommaAmounts)
	}
	for _, form := range forms {
		t.fits[form] = fitting(words, form, t.words/10)
	}
	if t.fits[Amounts]+t.fits[CommaAmounts] > 0 {
		decorated := false
		for _, word := range words {
			point := byte('.')
			if a.Point == ',' {
				point = ','
			}
			decorated = decorated || !MarksNoNumber([]byte(word)) && !isPlain([]byte(word), point)
			if strings.Contains(word, ",") {
				t.commas++
			}
			if hasCurrencyAndPoint(word) {
				t.points++
			}
		}
		if !decorated { // numbers that the file says are texts
			t.fits[Amounts], t.fits[CommaAmounts] = 0, 0
		}
	}
	return t
}

// fitting counts the words that have a form, and is 0 where more than so many have not.
func fitting(words []string, form Form, most int) int {
	fits, others := 0, 0
	for _, word := range words {
		switch _, ok := form.Parse([]byte(word)); {
		case ok:
			fits++
		case !MarksNoNumber([]byte(word)):
			if others++; others > most {
				return 0
			}
		}
	}
	return fits
}

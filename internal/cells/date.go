package cells

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

// A date is days since 1970, with the time as a share of the day; a time of day is that share
// alone.
const secondsOfDay = 86400

// dayOrder tells which comes first in dates such as 3/4/2024.
type dayOrder int

const (
	neitherFirst dayOrder = iota // such dates are none
	dayFirst
	monthFirst
)

// ParseDate reads a date, perhaps with a time and its zone: 2024-03-15, 2024-03-15T10:30:00Z,
// 15 Mar 2024, March 15, 2024 10:30 PM; and those in figures with the year at the end, as far
// as the order says what is what.
func parseDate(cell []byte, order dayOrder) (float64, bool) {
	const shortest, longest = 6, 48
	if len(cell) < shortest || len(cell) > longest {
		return 0, false
	}
	d := dateScanner{text: string(cell)}
	d.weekday()
	year, month, day, ok := d.date(order)
	if !ok {
		return 0, false
	}
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if at.Month() != time.Month(month) || month < 1 || at.Day() != day {
		return 0, false
	}
	if d.done() {
		return float64(at.Unix() / secondsOfDay), true
	}
	if !d.separator() {
		return 0, false
	}
	clock, ok := d.clock()
	if !ok {
		return 0, false
	}
	zone, ok := d.zone()
	clock.seconds += at.Unix() - int64(zone)
	return clock.days(), ok && d.done()
}

// parseTime reads a time of day: 9:05, 21:05:30.25, 9:05 PM.
func parseTime(cell []byte) (float64, bool) {
	const longest = 20
	if len(cell) > longest {
		return 0, false
	}
	d := dateScanner{text: string(cell)}
	clock, ok := d.clock()
	return clock.days(), ok && d.done()
}

// instant is seconds, and parts of a second of which there are so many. It is a whole number of
// parts up to the end, so that a date is rounded as it is in formats that store such numbers.
type instant struct{ seconds, parts, ofSecond int64 }

func (i instant) days() float64 {
	return float64(i.seconds*i.ofSecond+i.parts) / float64(i.ofSecond) / secondsOfDay
}

// dateScanner reads a date from left to right.
type dateScanner struct {
	text string
	at   int
}

func (d *dateScanner) done() bool { return d.at == len(d.text) }

// number reads digits, at least and at most so many.
func (d *dateScanner) number(least, most int) (n, digits int, ok bool) {
	for d.at+digits < len(d.text) && d.text[d.at+digits]-'0' <= 9 {
		n = 10*n + int(d.text[d.at+digits]-'0')
		if digits++; digits > most {
			return 0, 0, false
		}
	}
	d.at += digits
	return n, digits, digits >= least
}

// one goes past a byte that is one of these, and returns it, or 0.
func (d *dateScanner) one(of string) byte {
	if d.done() || strings.IndexByte(of, d.text[d.at]) < 0 {
		return 0
	}
	d.at++
	return d.text[d.at-1]
}

func (d *dateScanner) blanks() {
	for d.one(" ") != 0 { //nolint:revive // it goes past them
	}
}

// letters reads a word in lower case.
func (d *dateScanner) letters() string {
	begin := d.at
	for !d.done() && (d.text[d.at]|0x20 >= 'a' && d.text[d.at]|0x20 <= 'z' || d.text[d.at] >= 0x80) {
		d.at++
	}
	return strings.ToLower(d.text[begin:d.at])
}

// weekday goes past the name of a day.
func (d *dateScanner) weekday() {
	begin := d.at
	switch word := d.letters(); word {
	case "mon", "tue", "wed", "thu", "fri", "sat", "sun", "tues", "thur", "thurs",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday":
		d.one(",.")
		d.blanks()
	default:
		d.at = begin
	}
}

// months by the first letters of their names and by all of them, in English and German.
var months = map[string]int{
	"jan": 1, "feb": 2, "mar": 3, "mär": 3, "apr": 4, "may": 5, "mai": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12,
	"january": 1, "januar": 1, "february": 2, "februar": 2, "march": 3, "märz": 3, "april": 4, "june": 6, "juni": 6, "july": 7, "juli": 7,
	"august": 8, "sept": 9, "september": 9, "october": 10, "oktober": 10, "november": 11, "december": 12, "dezember": 12,
}

// month reads the name of one; a point may follow one of three letters.
func (d *dateScanner) month() (int, bool) {
	word := d.letters()
	n, known := months[word]
	if known && utf8.RuneCountInString(word) == 3 {
		d.one(".")
	}
	return n, known
}

// date reads year, month and day.
func (d *dateScanner) date(order dayOrder) (year, month, day int, ok bool) {
	if d.done() {
		return 0, 0, 0, false
	}
	if d.text[d.at]-'0' > 9 {
		return d.monthNamed()
	}
	first, digits, ok := d.number(1, 4)
	switch {
	case !ok || digits == 3:
		return 0, 0, 0, false
	case digits == 4:
		return d.yearFirst(first)
	}
	return d.yearLast(first, digits, order)
}

// monthNamed reads Mar 15, 2024 or Mar 2024.
func (d *dateScanner) monthNamed() (year, month, day int, ok bool) {
	if month, ok = d.month(); !ok || d.one(" -./") == 0 {
		return 0, 0, 0, false
	}
	d.blanks()
	n, digits, ok := d.number(1, 4)
	if ok && digits == 4 {
		return n, month, 1, true
	}
	if !ok || digits == 3 || d.one(" ,-./") == 0 {
		return 0, 0, 0, false
	}
	d.blanks()
	year, digits, ok = d.number(2, 4)
	return fullYear(year, digits), month, n, ok && digits != 3
}

// yearFirst reads -03-15 after the year, or -03.
func (d *dateScanner) yearFirst(year int) (y, month, day int, ok bool) {
	mark := d.one("-/.")
	if mark == 0 {
		return 0, 0, 0, false
	}
	if d.done() || d.text[d.at]-'0' > 9 {
		if month, ok = d.month(); !ok {
			return 0, 0, 0, false
		}
	} else if month, _, ok = d.number(1, 2); !ok {
		return 0, 0, 0, false
	}
	if d.done() && mark == '-' {
		return year, month, 1, true
	}
	if d.one(string(mark)) == 0 {
		return 0, 0, 0, false
	}
	day, _, ok = d.number(1, 2)
	return year, month, day, ok
}

// yearLast reads what follows a first figure of one or two digits.
func (d *dateScanner) yearLast(first, digits int, order dayOrder) (year, month, day int, ok bool) {
	mark := d.one("/-. ")
	if mark == 0 {
		return 0, 0, 0, false
	}
	d.blanks()
	if !d.done() && d.text[d.at]-'0' > 9 { // 15 Mar 2024
		if month, ok = d.month(); !ok || d.one(" ,-./") == 0 {
			return 0, 0, 0, false
		}
		d.blanks()
		year, digits, ok = d.number(2, 4)
		return fullYear(year, digits), month, first, ok && digits != 3
	}
	second, next, ok := d.number(1, 2)
	if !ok || mark == ' ' || d.one(string(mark)) == 0 {
		return 0, 0, 0, false
	}
	year, last, ok := d.number(2, 4)
	figures := last == 4 || last == 2 && mark == '/' || last == 2 && mark == '.' && digits == 2 && next == 2
	switch {
	case !ok || !figures:
		return 0, 0, 0, false
	case order == dayFirst:
		return fullYear(year, last), second, first, true
	case order == monthFirst && mark != '.': // with points, the day is first everywhere
		return fullYear(year, last), first, second, true
	}
	return 0, 0, 0, false
}

// fullYear is a year of which two digits may be written: 69 to 99 are of the last century, as
// in POSIX.
func fullYear(year, digits int) int {
	const last, pivot = 1900, 69
	switch {
	case digits != 2:
		return year
	case year < pivot:
		return last + 100 + year
	}
	return last + year
}

// separator goes past what stands between date and time.
func (d *dateScanner) separator() bool {
	if d.one("Tt:") != 0 {
		return true
	}
	found := d.one(",") != 0
	begin := d.at
	d.blanks()
	return found || d.at > begin
}

// clock reads a time of day.
func (d *dateScanner) clock() (at instant, ok bool) {
	at.ofSecond = 1
	hour, _, ok := d.number(1, 2)
	if !ok || d.one(":") == 0 {
		return at, false
	}
	minute, _, ok := d.number(2, 2)
	if !ok {
		return at, false
	}
	second := 0
	if d.one(":") != 0 {
		if second, _, ok = d.number(2, 2); !ok {
			return at, false
		}
		if d.one(".,") != 0 && !d.fraction(&at) {
			return at, false
		}
	}
	if hour, ok = d.half(hour); !ok || hour > 23 && hour*60+minute > 24*60 || minute > 59 || second > 60 {
		return at, false
	}
	at.seconds = int64(hour*3600 + minute*60 + second)
	return at, true
}

// fraction reads the digits of a part of a second; beyond a thousand millionth they do not
// count.
func (d *dateScanner) fraction(at *instant) bool {
	const finest = 1_000_000_000
	begin := d.at
	for ; !d.done() && d.text[d.at]-'0' <= 9; d.at++ {
		if at.ofSecond < finest {
			at.parts, at.ofSecond = 10*at.parts+int64(d.text[d.at]-'0'), 10*at.ofSecond
		}
	}
	return d.at > begin
}

// half reads AM or PM, where there is one.
func (d *dateScanner) half(hour int) (int, bool) {
	begin := d.at
	d.blanks()
	word := strings.ReplaceAll(strings.ToLower(d.text[d.at:min(len(d.text), d.at+4)]), ".", "")
	if len(word) < 2 || word[:2] != "am" && word[:2] != "pm" {
		d.at = begin
		return hour, true
	}
	if d.at += 2; strings.Contains(d.text[d.at-2:min(len(d.text), d.at+2)], ".") {
		d.at = min(len(d.text), d.at+2)
	}
	if hour < 1 || hour > 12 {
		return 0, false
	}
	hour %= 12
	if word[0] == 'p' {
		hour += 12
	}
	return hour, true
}

// zone reads how many seconds a zone is ahead; none is 0.
func (d *dateScanner) zone() (seconds int, ok bool) {
	d.blanks()
	if d.done() {
		return 0, true
	}
	switch sign := d.one("+-Zz"); sign {
	case 'Z', 'z':
		return 0, true
	case '+', '-':
		hours, digits, ok := d.number(2, 4)
		minutes := 0
		switch {
		case !ok || digits == 3:
			return 0, false
		case digits == 4:
			hours, minutes = hours/100, hours%100
		case d.one(":") != 0:
			if minutes, _, ok = d.number(2, 2); !ok {
				return 0, false
			}
		}
		if hours > 15 || minutes > 59 {
			return 0, false
		}
		seconds = hours*3600 + minutes*60
		if sign == '-' {
			seconds = -seconds
		}
		return seconds, true
	}
	word := d.letters()
	return 0, word == "utc" || word == "gmt"
}

// DateText is a date as people in all countries read it, with the time where it has one.
func DateText(days float64) string {
	whole := math.Floor(days)
	if math.Abs(whole) > 3e6 { // some thousand years away
		return string(NumberAsWord(days))
	}
	at := time.Unix(int64(whole)*secondsOfDay, 0).UTC()
	if days == whole {
		return at.Format(time.DateOnly)
	}
	const parts = 1e6
	return at.Add(time.Duration(math.Round((days-whole)*secondsOfDay*parts)) * time.Microsecond).Format("2006-01-02 15:04:05.999999")
}

// TimeText is a time of day.
func TimeText(day float64) string {
	if !(day >= 0 && day <= 1) {
		return string(NumberAsWord(day))
	}
	const parts = 1e6
	at := time.Unix(0, 0).UTC().Add(time.Duration(math.Round(day*secondsOfDay*parts)) * time.Microsecond)
	return at.Format("15:04:05.999999")
}

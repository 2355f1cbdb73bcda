package cells

import (
	"bytes"
	"strings"
)

// ParseAmount reads a number as people write amounts: with the sign of a currency or of
// percent before or after it, in parentheses where it is negative, and with marks between
// thousands. Of the two signs a point and a comma, point is the one before the decimals.
// Percents are hundredths: 17% is 17.
func ParseAmount(cell []byte, point byte) (float64, bool) {
	const longest = 64
	if len(cell) == 0 || len(cell) > longest {
		return 0, false
	}
	if v, ok := ParseNumberWith(cell, point); ok && v-v == 0 {
		return v, true
	}
	text := string(cell)
	negative := false
	if inner, ok := strings.CutPrefix(text, "("); ok && strings.HasSuffix(inner, ")") {
		text, negative = strings.TrimSpace(inner[:len(inner)-1]), true
	}
	signs := 0
	text, minus := withoutSign(text)
	text, before := withoutUnit(text, strings.CutPrefix, units)
	text, after := withoutUnit(text, strings.CutSuffix, units)
	if before && after {
		return 0, false
	}
	text, inner := withoutSign(text)
	for _, found := range []bool{negative, minus, inner} {
		if found {
			signs++
		}
	}
	digits, ok := ungrouped(text, point)
	if !ok || signs > 1 {
		return 0, false
	}
	v, ok := ParseNumber(digits)
	if signs == 1 {
		v = -v
	}
	return v, ok && v-v == 0
}

// units are what stands beside an amount; longer ones come before those they end in.
var units = []string{
	"US$", "A$", "C$", "R$", "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₪", "₫", "₴", "฿", "%",
	"USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "BRL", "MXN", "ZAR", "RUB", "TRY", "KRW", "SGD", "HKD",
	"zł", "Kč", "kr", "Fr.",
}

// withoutUnit cuts a unit off, and the blanks beside it.
func withoutUnit(text string, cut func(s, part string) (string, bool), units []string) (rest string, found bool) {
	for _, unit := range units {
		if rest, found := cut(text, unit); found {
			return strings.Trim(rest, blanks), true
		}
	}
	return text, false
}

// blanks are those that stand within amounts: a blank, one that does not break, and its thin
// kin.
const blanks = " \u00a0\u202f\u2009"

// withoutSign cuts off a minus before or, as in ledgers, after a number, or a plus before it.
func withoutSign(text string) (rest string, minus bool) {
	for _, sign := range []string{"-", "−"} {
		if rest, found := strings.CutPrefix(text, sign); found {
			return strings.Trim(rest, blanks), true
		}
		if rest, found := strings.CutSuffix(text, sign); found {
			return strings.Trim(rest, blanks), true
		}
	}
	return strings.TrimPrefix(text, "+"), false
}

// ungrouped is a number without the marks between its thousands, and with a point before its
// decimals. There is one kind of mark, and there are three digits after each; in India two
// but for the last.
func ungrouped(text string, point byte) ([]byte, bool) {
	whole, decimals, hasPoint := strings.Cut(text, string(point))
	if hasPoint && (decimals == "" || !allDigits(decimals)) {
		return nil, false
	}
	mark := ""
	for _, candidate := range []string{",", ".", "'", "’", " ", "\u00a0", "\u202f", "\u2009"} {
		if candidate != string(point) && strings.Contains(whole, candidate) {
			mark = candidate
			break
		}
	}
	if mark != "" {
		groups := strings.Split(whole, mark)
		last := len(groups) - 1
		if first := groups[0]; len(first) < 1 || len(first) > 3 || first[0] == '0' || len(groups[last]) != 3 {
			return nil, false
		}
		for _, group := range groups[1:last] {
			if indian := mark == "," && len(group) == 2; len(group) != len(groups[1]) || len(group) != 3 && !indian {
				return nil, false
			}
		}
		whole = strings.Join(groups, "")
	}
	if whole == "" && !hasPoint || whole != "" && !allDigits(whole) {
		return nil, false
	}
	if !hasPoint {
		return []byte(whole), true
	}
	return []byte(whole + "." + decimals), true
}

func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// isPlain reports whether a word is a number without anything that only amounts have.
func isPlain(word []byte, point byte) bool {
	_, ok := ParseNumberWith(word, point)
	return ok && (point == '.' || bytes.IndexByte(word, point) < 0)
}

// hasCurrencyAndPoint reports whether an amount of a currency has a point among its digits.
func hasCurrencyAndPoint(word string) bool {
	digits, before := withoutUnit(word, strings.CutPrefix, units)
	digits, after := withoutUnit(digits, strings.CutSuffix, units)
	return (before || after) && !strings.Contains(word, "%") && strings.Contains(digits, ".")
}

package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"suffice/internal/termtext"
	"suffice/output"
)

// heading is the first line of a result: the table, what of it was used, and what for:
// "a.csv: 9 rows, 2 inputs -> price (number)".
func heading(source, used string, target []string, kind output.Kind) string {
	return termtext.Heading(source, used+" -> "+strings.TrimPrefix(predicted(target, kind), "target "))
}

// predicted names a target with what it is, many columns by the first one:
// "target price (number)", "target label_aeroplane and 19 more (labels)".
func predicted(names []string, kind output.Kind) string {
	const letters = 24
	list := termtext.Printable(strings.Join(names, ","))
	switch {
	case len(names) > 1 && (len(names) > 3 || utf8.RuneCountInString(list) > letters):
		list = fmt.Sprintf("%s and %d more", termtext.CutMiddle(termtext.Printable(names[0]), letters), len(names)-1)
	default:
		list = termtext.CutMiddle(list, letters)
	}
	return fmt.Sprintf("target %s (%s)", list, termtext.Printable(string(kind)))
}

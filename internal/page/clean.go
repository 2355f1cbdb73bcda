package page

import (
	"strings"
	"unicode"
)

// Clean is a text for a terminal, without what would steer it: names in files and models are
// anybody's. Lines and tabs stay.
func Clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, text)
}

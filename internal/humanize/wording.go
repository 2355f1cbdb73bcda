// Package humanize puts numbers and names into sentences, and finds what a person who mistyped a name
// probably meant.
package humanize

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Plural is what something is called where there are n: row, or rows.
func Plural(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

// Count is a number and what it counts: 1 row, or 2 rows.
func Count(n int, what string) string { return fmt.Sprintf("%d %s", n, Plural(n, what)) }

// Option is the name of a setting as options have it: DecimalComma is decimal-comma, NA is na.
func Option(setting string) string {
	option, before := "", 'A'
	for _, letter := range setting {
		if unicode.IsUpper(letter) && !unicode.IsUpper(before) {
			option += "-"
		}
		before = letter
		option += string(unicode.ToLower(letter))
	}
	return option
}

// Remarks puts remarks one after the other, each once; empty ones are left out.
func Remarks(all ...string) string {
	var said []string
	for _, remark := range all {
		if remark != "" && !slices.Contains(said, remark) {
			said = append(said, remark)
		}
	}
	return strings.Join(said, ". ")
}

// Components names those of a model: "z1", "z1 and z2", "z1 to z5".
func Components(dim int) string {
	switch dim {
	case 1:
		return "z1"
	case 2:
		return "z1 and z2"
	}
	return fmt.Sprintf("z1 to z%d", dim)
}

// Quoted lists names, the first few of many.
func Quoted(names []string) string {
	const most = 8
	var list []string
	for _, name := range names[:min(len(names), most)] {
		list = append(list, fmt.Sprintf("%q", name))
	}
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), more)
	}
	return strings.Join(list, ", ")
}

// Package wording puts numbers into sentences.
package wording

import "fmt"

// Plural is what something is called where there are n: row, or rows.
func Plural(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

// Count is a number and what it counts: 1 row, or 2 rows.
func Count(n int, what string) string { return fmt.Sprintf("%d %s", n, Plural(n, what)) }

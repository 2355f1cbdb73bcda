package main

import (
	"fmt"
	"strings"
	"unicode"
)

// shortNames are the names of the inputs at the given positions, in at most so many
// letters, and how long the longest is. Where two would look alike, their positions tell
// them apart.
func shortNames(inputs []string, at []int, letters int) (names map[int]string, longest int) {
	names = map[int]string{}
	alike := map[string]int{} // how many inputs have this short name
	for _, j := range at {
		if _, done := names[j]; !done {
			names[j] = cutMiddle(printable(inputs[j]), letters)
			alike[names[j]]++
		}
	}
	longest = 1
	for j, name := range names {
		if alike[name] > 1 {
			position := fmt.Sprintf("#%d", j+1)
			names[j] = cutMiddle(printable(inputs[j]), letters-len(position)) + position
		}
		longest = max(longest, len([]rune(names[j])))
	}
	return names, longest
}

// cutMiddle shortens text to a number of letters and keeps both ends: names of columns
// often begin alike.
func cutMiddle(text string, letters int) string {
	all := []rune(text)
	if len(all) <= letters {
		return text
	}
	kept := max(0, letters-1)
	end := kept / 2
	return string(all[:kept-end]) + "…" + string(all[len(all)-end:])
}

// printable replaces what would break a line.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, name)
}

// cut shortens text to a number of letters.
func cut(text string, letters int) string {
	if all := []rune(text); len(all) > letters {
		return string(all[:letters-1]) + "…"
	}
	return text
}

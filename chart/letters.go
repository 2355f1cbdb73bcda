package chart

import (
	"fmt"
	"strings"
	"unicode"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// cutMiddle shortens a name to a number of letters by leaving out its middle: names of
// columns that differ mostly do so at one of their ends.
func cutMiddle(name string, letters int) string {
	all := []rune(name)
	if len(all) <= letters {
		return name
	}
	head := letters / 2
	tail := letters - 1 - head
	return string(all[:head]) + "…" + string(all[len(all)-tail:])
}

// fitting shortens a name until it is no wider than the room.
func fitting(style text.Style, name string, room vg.Length) string {
	for letters := len([]rune(name)); letters > 3 && style.Width(name) > room; letters-- {
		name = cutMiddle(name, letters)
	}
	return name
}

// distinct shortens names; where two would look alike, their places tell them apart.
func distinct(names []string, letters int) []string {
	short := make([]string, len(names))
	alike := map[string]int{}
	for k, name := range names {
		short[k] = cutMiddle(oneLine(name), letters)
		alike[short[k]]++
	}
	for k, name := range short {
		if alike[name] > 1 {
			place := fmt.Sprintf("#%d", k+1)
			short[k] = cutMiddle(oneLine(names[k]), letters-len(place)) + place
		}
	}
	return short
}

// oneLine replaces what would break a line.
func oneLine(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, name)
}

// wrap breaks text into lines no wider than the room.
func wrap(style text.Style, words string, room vg.Length) []string {
	if words == "" {
		return nil
	}
	lines := []string{""}
	for _, word := range strings.SplitAfter(words, " ") { // keeps runs of spaces, which are meant
		last := len(lines) - 1
		if lines[last] != "" && style.Width(strings.TrimSpace(lines[last]+word)) > room {
			lines[last] = strings.TrimSpace(lines[last])
			lines, last = append(lines, ""), last+1
		}
		lines[last] += word
	}
	return lines
}

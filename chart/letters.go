package chart

import (
	"strings"

	"suffice/internal/draw"
	"suffice/internal/page"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fitting shortens a name until it is no wider than the room.
func fitting(style text.Style, name string, room vg.Length) string {
	for letters := len([]rune(name)); letters > 3 && style.Width(name) > room; letters-- {
		name = page.CutMiddle(name, letters)
	}
	return name
}

// distinct shortens names; where two would look alike, their places tell them apart.
func distinct(names []string, letters int) []string {
	short, _ := page.ShortNames(names, draw.All(len(names)), letters)
	all := make([]string, len(names))
	for k := range all {
		all[k] = short[k]
	}
	return all
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

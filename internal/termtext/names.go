package termtext

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"suffice/internal/sampling"
)

// Width is how many letters a line of a page has.
const Width = 80

// Heading is the first line of a result: the file, and what there is to say about it. A
// long path loses its folders, and then its middle, so that the line fits the page.
func Heading(source, rest string) string {
	room := max(12, Width-utf8.RuneCountInString(rest)-len(": "))
	if source = Printable(source); utf8.RuneCountInString(source) > room {
		source = CutMiddle(WithoutFolders(strings.Split(source, ", "), ", "), room)
	}
	return Cut(source+": "+rest, Width)
}

// WithoutFolders lists the names of files.
func WithoutFolders(paths []string, separator string) string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(path)
	}
	return strings.Join(names, separator)
}

// ShortNames are the names at the given positions, nil for all, in at most so many letters, and how long
// the longest is. Where two would look alike, their positions tell them apart.
func ShortNames(all []string, positions []int, letters int) (names map[int]string, longest int) {
	if names = map[int]string{}; positions == nil {
		positions = sampling.All(len(all))
	}
	alike := map[string]int{} // how many have this short name
	for _, j := range positions {
		if _, done := names[j]; !done {
			names[j] = CutMiddle(Printable(all[j]), letters)
			alike[names[j]]++
		}
	}
	longest = 1
	for j, name := range names {
		if alike[name] > 1 {
			position := fmt.Sprintf("#%d", j+1)
			names[j] = CutMiddle(Printable(all[j]), letters-len(position)) + position
		}
		longest = max(longest, utf8.RuneCountInString(names[j]))
	}
	return names, longest
}

// CutMiddle shortens text to a number of letters and keeps both ends: names of columns
// often begin alike.
func CutMiddle(text string, letters int) string {
	all := []rune(text)
	if len(all) <= letters {
		return text
	}
	kept := max(0, letters-1)
	end := kept / 2
	return string(all[:kept-end]) + "…" + string(all[len(all)-end:])
}

// Cut shortens text to a number of letters.
func Cut(text string, letters int) string {
	if all := []rune(text); len(all) > letters {
		return string(all[:letters-1]) + "…"
	}
	return text
}

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

// Printable replaces what would break a line.
func Printable(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, name)
}

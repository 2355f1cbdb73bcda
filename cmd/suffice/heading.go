package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"suffice/output"
)

// heading is the first line of a result: the file, and what there is to say about it. A
// long path loses its folders, and then its middle, so that the line fits the page.
func heading(source, rest string) string {
	room := max(12, pageWidth-utf8.RuneCountInString(rest)-len(": "))
	if source = printable(source); utf8.RuneCountInString(source) > room {
		source = cutMiddle(withoutFolders(source), room)
	}
	return cut(source+": "+rest, pageWidth)
}

// withoutFolders are files, with commas between them, without their folders.
func withoutFolders(source string) string {
	files := strings.Split(source, ", ")
	for i, file := range files {
		files[i] = filepath.Base(file)
	}
	return strings.Join(files, ", ")
}

// predicted names a target with what it is, many columns by the first one:
// "target price (number)", "target label_aeroplane and 19 more (labels)".
func predicted(names []string, kind output.Kind) string {
	const letters = 24
	list := printable(strings.Join(names, ","))
	switch {
	case len(names) > 1 && (len(names) > 3 || utf8.RuneCountInString(list) > letters):
		list = fmt.Sprintf("%s and %d more", cutMiddle(printable(names[0]), letters), len(names)-1)
	default:
		list = cutMiddle(list, letters)
	}
	return fmt.Sprintf("target %s (%s)", list, printable(string(kind)))
}

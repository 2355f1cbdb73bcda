package termtext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Text is a page that is written line by line.
type Text struct{ strings.Builder }

// Line writes a line, without blanks at its end.
func (t *Text) Line(format string, values ...any) {
	t.WriteString(strings.TrimRight(fmt.Sprintf(format, values...), " ") + "\n")
}

// Entry writes a line that begins with the name of what it tells.
func (t *Text) Entry(name, format string, values ...any) {
	fmt.Fprintf(t, "%-*s %s\n", nameWidth, name, fmt.Sprintf(format, values...))
}

// Paragraph writes an entry in as many lines as it takes.
func (t *Text) Paragraph(name, text string) {
	for _, line := range Wrapped(text, EntryWidth) {
		t.Entry(name, "%s", line)
		name = ""
	}
}

const nameWidth = 14

// EntryWidth is the room beside the name of an entry.
const EntryWidth = Width - nameWidth - 1

// Wrapped breaks text into lines of at most so many letters, between words where that
// can be.
func Wrapped(text string, letters int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= letters {
			line += " " + word
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = Cut(word, letters)
	}
	return append(lines, line)
}

// Markdown writes a table whose first row are the names of the columns.
func (t *Text) Markdown(table [][]string) {
	for i, cells := range table {
		t.Line("| %s |", strings.Join(cells, " | "))
		if i == 0 {
			t.Line("|%s", strings.Repeat("---|", len(cells)))
		}
	}
}

// Table writes a table whose first column names the lines, as many others beside it as a page has
// room for, and the rest below.
func (t *Text) Table(table [][]string) {
	widths := make([]int, len(table[0]))
	for _, cells := range table {
		for j, cell := range cells {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	for from := 1; from < len(widths); {
		to, room := from, Width-widths[0]
		for to < len(widths) && (to == from || room >= widths[to]+2) {
			room -= widths[to] + 2
			to++
		}
		t.Line("")
		for _, cells := range table {
			line := fmt.Sprintf("%-*s", widths[0], cells[0])
			for j := from; j < to; j++ {
				line += fmt.Sprintf("  %*s", widths[j], cells[j])
			}
			t.Line("%s", line)
		}
		from = to
	}
}

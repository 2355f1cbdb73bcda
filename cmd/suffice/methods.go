package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"suffice"
)

func newMethods(s streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "methods",
		Short: "List the methods that fit and reproduce know",
		Long: `Methods lists what fit --method and reproduce table1 --methods take: what a
method is for, what outputs it takes, and how the time of a fit grows.`,
		Example: `  suffice methods
  suffice methods --json`,
		DisableFlagsInUseLine: true,
		Args:                  takesNothing,
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return s.printJSON(methodsReport(suffice.Methods()))
			}
			return s.print(methodsText(suffice.Methods()))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object instead of the table")
	return cmd
}

// methodsReport is what --json prints.
func methodsReport(methods []suffice.Method) any {
	type entry struct {
		Name    string `json:"name"`
		What    string `json:"what"`
		Outputs string `json:"outputs"`
		Cost    string `json:"cost"`
	}
	var report struct {
		Methods []entry `json:"methods"`
	}
	for _, m := range methods {
		report.Methods = append(report.Methods, entry{m.Name, m.What, m.Outputs, m.Cost})
	}
	return report
}

// methodsText is a table of lines that fit the page: what does not fit beside the rest
// goes on in the next line.
func methodsText(methods []suffice.Method) string {
	cells := [][]string{{"method", "for", "outputs", "cost"}}
	for _, m := range methods {
		cells = append(cells, []string{m.Name, m.What, m.Outputs, m.Cost})
	}
	widths := []int{0, 0, 0, 0}
	for _, row := range cells {
		for j, cell := range row {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	widths[2], widths[3] = min(widths[2], 18), min(widths[3], 14)
	widths[1] = min(widths[1], pageWidth-widths[0]-widths[2]-widths[3]-6) // two spaces between columns
	var out strings.Builder
	for _, row := range cells {
		var lines [][]string // of each cell
		height := 0
		for j, cell := range row {
			lines = append(lines, wrapped(cell, widths[j]))
			height = max(height, len(lines[j]))
		}
		for i := range height {
			line := ""
			for j, cell := range lines {
				part := ""
				if i < len(cell) {
					part = cell[i]
				}
				line += part + strings.Repeat(" ", max(0, widths[j]-utf8.RuneCountInString(part))+2)
			}
			out.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	fmt.Fprintf(&out, "\ncost: n rows, d inputs, b kernel centres, h slices, r the rank of a factor\nuse one with: suffice fit FILE --target y --dim 2 --method NAME\n")
	return out.String()
}

// wrapped breaks text into lines of at most so many letters, between words where that
// can be.
func wrapped(text string, letters int) []string {
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
		line = cut(word, letters)
	}
	return append(lines, line)
}

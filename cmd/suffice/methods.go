package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"suffice/internal/cli"
	"suffice/internal/termtext"

	"github.com/spf13/cobra"

	"suffice"
)

func newMethods(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "methods",
		Short: "List the methods of fit and compare",
		Long: `Methods lists what fit --method and compare --methods take: what a method is
for, what outputs it takes, and how the time of a fit grows. Those that
fit --method auto chooses from are named at the end.`,
		Example: `  suffice methods
  suffice methods --json`,
		Args: cli.TakesNothing,
		RunE: func(*cobra.Command, []string) error {
			methods := suffice.Methods()
			return s.Tell(map[string]any{"methods": inList(methods)}, func() string { return methodsText(methods) })
		},
	}
	s.AddJSON(cmd.Flags(), "print one JSON object instead of the table")
	return cmd
}

// listedMethod is a method as the list has it.
type listedMethod struct {
	suffice.Method
	Weights bool `json:"weights,omitempty"` // rows may have weights
}

func inList(methods []suffice.Method) []listedMethod {
	list := make([]listedMethod, len(methods))
	for k, m := range methods {
		list[k] = listedMethod{m, m.Uses.Weights}
	}
	return list
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
	widths[1] = min(widths[1], termtext.Width-widths[0]-widths[2]-widths[3]-6) // two spaces between columns
	var out termtext.Text
	for _, row := range cells {
		for i, height := 0, 1; i < height; i++ {
			line := ""
			for j, cell := range row {
				lines := append(termtext.Wrapped(cell, widths[j]), "")
				height = max(height, len(lines)-1)
				line += fmt.Sprintf("%-*s  ", widths[j], lines[min(i, len(lines)-1)])
			}
			out.Line("%s", line)
		}
	}
	out.Line("\ncost: n rows, d inputs, m components, a anchors, b centres, h slices, r a rank\nuse one with: suffice fit FILE --target y --dim 2 --method NAME")
	if without := slices.DeleteFunc(slices.Clone(methods), func(m suffice.Method) bool { return m.Uses.Weights }); len(without) < len(methods) {
		text := "all take --weights"
		if len(without) > 0 {
			text += " but " + strings.Join(cli.Names(without, func(m suffice.Method) string { return m.Name }), ", ")
		}
		for _, line := range termtext.Wrapped(text, termtext.Width) {
			out.Line("%s", line)
		}
	}
	candidates := slices.DeleteFunc(slices.Clone(methods), func(m suffice.Method) bool { return !m.Candidate })
	if len(candidates) > 0 {
		known := strings.Join(cli.Names(candidates, func(m suffice.Method) string { return m.Name }), ", ")
		for _, line := range termtext.Wrapped("auto chooses from "+known+": what predicts best", termtext.Width) {
			out.Line("%s", line)
		}
	}
	return out.String()
}

package output

import (
	"fmt"
	"slices"
	"strings"
)

// Target is y as a table has it: values that can be looked at, drawn, and divided into
// rows for training and testing. Output makes of it what a method learns from.
type Target struct {
	Names []string // of the columns, or of the labels
	Kind  string   // one of Kinds

	Values  []float64 // stored by rows: numbers, or 0 and 1 for labels, one for each of Names
	Class   []int     // positions in Classes
	Classes []string  // names of the classes, in order
	Texts   []string  // sequences, or trees and graphs as package structure reads them
}

// Len is the number of rows.
func (t *Target) Len() int {
	switch t.Kind {
	case "class":
		return len(t.Class)
	case "sequence", "tree", "graph":
		return len(t.Texts)
	}
	return len(t.Values) / max(1, len(t.Names))
}

// Output is the target as methods take it.
func (t *Target) Output() (Output, error) {
	switch t.Kind {
	case "number":
		return Numbers(t.Values), nil
	case "numbers":
		return Columns(len(t.Names), t.Values)
	case "class":
		return Classes(t.Class), nil
	case "labels":
		return Labels(len(t.Names), t.Values)
	case "sequence":
		return Strings(t.Texts, Spectrum{})
	case "tree":
		return TreeTexts(t.Texts, TreeKernel{})
	case "graph":
		return GraphTexts(t.Texts, GraphKernel{})
	}
	return nil, fmt.Errorf("there is no kind of output %q; choose one of %s", t.Kind, strings.Join(targetKinds, ", "))
}

// Subset returns the given rows of the target.
func (t *Target) Subset(rows []int) *Target {
	part := &Target{Names: t.Names, Kind: t.Kind, Classes: t.Classes}
	switch t.Kind {
	case "class":
		part.Class = pick(t.Class, rows)
	case "sequence", "tree", "graph":
		part.Texts = pick(t.Texts, rows)
	default:
		width := len(t.Names)
		part.Values = make([]float64, 0, len(rows)*width)
		for _, i := range rows {
			part.Values = append(part.Values, t.Values[i*width:(i+1)*width]...)
		}
	}
	return part
}

func pick[T any](all []T, rows []int) []T {
	part := make([]T, len(rows))
	for k, i := range rows {
		part[k] = all[i]
	}
	return part
}

// Kinds of output that a table can hold.
func Kinds() []string { return slices.Clone(targetKinds) }

var targetKinds = []string{"number", "numbers", "class", "labels", "sequence", "tree", "graph"}

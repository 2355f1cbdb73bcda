package output

import "suffice/internal/sampling"

// Target is y as a table has it: values that can be looked at, drawn, and divided into
// rows for training and testing. Output makes of it what a method learns from.
type Target struct {
	Names   []string // of the numbers or labels of a row
	Kind    Kind     // one of Kinds
	Columns []string // of the table that it is made of; nil means Names

	Values  []float64 // stored by rows: numbers, or 0 and 1 for labels, one for each of Names
	Class   []int     // positions in Classes
	Classes []string  // names of the classes, in order
	Texts   []string  // sequences, or trees and graphs as package structure reads them
}

// Len is the number of rows.
func (t *Target) Len() int {
	switch {
	case t.Kind == KindClass:
		return len(t.Class)
	case t.Kind.Structured():
		return len(t.Texts)
	}
	return len(t.Values) / max(1, len(t.Names))
}

// Output is the target as methods take it. It is Named, and [TargetOf] gives t back.
func (t *Target) Output() (Output, error) {
	y, err := t.output()
	if made, ok := y.(interface{ setOrigin(origin) }); ok && err == nil {
		made.setOrigin(origin{names: t.columns(), target: t})
	}
	return y, err
}

func (t *Target) output() (Output, error) {
	switch t.Kind {
	case KindNumber:
		return Numbers(t.Values), nil
	case KindNumbers:
		return Columns(len(t.Names), t.Values)
	case KindClass:
		return Classes(t.Class), nil
	case KindLabels:
		return Labels(len(t.Names), t.Values)
	case KindSequence:
		return Strings(t.Texts, Spectrum{})
	case KindTree:
		return TreeTexts(t.Texts, TreeKernel{})
	case KindGraph:
		return GraphTexts(t.Texts, GraphKernel{})
	}
	return nil, t.Kind.Check()
}

func (t *Target) columns() []string {
	if t.Columns != nil {
		return t.Columns
	}
	return t.Names
}

// TargetOf is the target that y was made of, or nil where it was made of something else.
func TargetOf(y Output) *Target {
	if made, ok := y.(interface{ madeOf() *Target }); ok {
		return made.madeOf()
	}
	return nil
}

// origin is where an output comes from.
type origin struct {
	names  []string // of the columns, or nil
	target *Target  // nil where it was not made of one
}

func (o *origin) Names() []string     { return o.names }
func (o *origin) madeOf() *Target     { return o.target }
func (o *origin) setOrigin(of origin) { *o = of }

// Subset returns the given rows of the target.
func (t *Target) Subset(rows []int) *Target {
	part := &Target{Names: t.Names, Kind: t.Kind, Columns: t.Columns, Classes: t.Classes}
	switch {
	case t.Kind == KindClass:
		part.Class = sampling.Pick(t.Class, rows)
	case t.Kind.Structured():
		part.Texts = sampling.Pick(t.Texts, rows)
	default:
		part.Values = pickRows(t.Values, len(t.Names), rows)
	}
	return part
}

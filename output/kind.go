package output

import (
	"fmt"
	"slices"
	"strings"
)

// Kind names what an output is. An Output that is none of these has a name of its own.
type Kind string

// The kinds that the outputs of this package have.
const (
	KindNumber   Kind = "number"   // one a row
	KindNumbers  Kind = "numbers"  // several a row
	KindClass    Kind = "class"    // one a row
	KindLabels   Kind = "labels"   // any of a set
	KindSequence Kind = "sequence" // of symbols
	KindTree     Kind = "tree"
	KindGraph    Kind = "graph"
	KindGram     Kind = "gram" // anything, by its kernel
	KindNone     Kind = "none" // no output at all, for methods that ignore it
)

// Kinds of output that a table can hold.
func Kinds() []Kind {
	return []Kind{KindNumber, KindNumbers, KindClass, KindLabels, KindSequence, KindTree, KindGraph}
}

// Check is an error where a table cannot hold the kind.
func (k Kind) Check() error {
	if slices.Contains(Kinds(), k) {
		return nil
	}
	return fmt.Errorf("there is no kind of target %q; choose one of %s", string(k), strings.Trim(strings.ReplaceAll(fmt.Sprint(Kinds()), " ", ", "), "[]"))
}

// Numeric reports whether it is one number or several.
func (k Kind) Numeric() bool { return k == KindNumber || k == KindNumbers }

// Structured reports whether a table holds it as text to be parsed.
func (k Kind) Structured() bool { return k == KindSequence || k == KindTree || k == KindGraph }

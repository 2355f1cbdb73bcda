// Package structure holds outputs that are trees and graphs, and reads them from text.
package structure

import (
	"fmt"
	"unicode/utf8"
)

// MaxDepth is how many levels a tree may have.
const MaxDepth = 1000

// SyntaxError says what is wrong with a text, and where.
type SyntaxError struct {
	Character int // where it was noticed, counted from 1
	Problem   string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("character %d: %s", e.Character, e.Problem) }

// wrong is a SyntaxError at the given byte of the text.
func wrong(text string, offset int, format string, arguments ...any) error {
	return &SyntaxError{
		Character: utf8.RuneCountInString(text[:min(offset, len(text))]) + 1,
		Problem:   fmt.Sprintf(format, arguments...),
	}
}

package table

import "suffice/internal/cells"

// Error says what is wrong in a file, where, and what to do.
type Error = cells.Error

// MissingColumn says that a table lacks a column.
type MissingColumn = cells.MissingColumn

// Quoted lists names for a message, the first few of many.
func Quoted(names []string) string { return cells.Quoted(names) }

package table

import "suffice/internal/cells"

// Error says what is wrong in a file, where, and what to do.
type Error = cells.Error

// MissingColumn says that a table lacks a column.
type MissingColumn = cells.MissingColumn

// Message is a text that may name remedies. As a string it has them by the names of the
// fields of [Options] and [Roles]; In words them as a program likes.
type Message = cells.Message

// Remedy is a setting that would help, such as Missing "drop".
type Remedy = cells.Remedy

// Setting is something that a caller can say: a field of [Options] or [Roles], or of
// another package that words its messages so.
type Setting = cells.Setting

// The settings that messages of tables name.
const (
	SayKind         Setting = "Kind"
	SayMissing      Setting = "Missing"
	SayNominal      Setting = "Nominal"
	SayDecimalComma Setting = "DecimalComma"
	SayDates        Setting = "Dates"
	SayNA           Setting = "NA"
	NameTarget      Setting = "Target"
	NameInputs      Setting = "Inputs"
	NameExcluded    Setting = "Exclude"
)

// Messagef is a message with values as [fmt.Sprintf] has them. Those that are a [Setting] or
// a [Remedy] are remedies.
func Messagef(format string, values ...any) Message { return cells.Messagef(format, values...) }

// MessageError is an error that may name remedies.
type MessageError struct{ Message }

func (e *MessageError) Error() string { return e.String() }

package cells

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"suffice/internal/humanize"
)

// Error says what is wrong in a file, where, and what to do.
type Error struct {
	Source  string // the file
	Line    int    // counted from 1; 0 where it is not about a line
	Row     int    // counted from 1, where the file has no lines
	Column  string // "" where it is not about a column
	Problem string
	Remedy  Message // what to do, where that is more than the problem says
}

func (e *Error) Error() string { return e.In(Remedy.String) }

// In is the error with the words that a program has for remedies.
func (e *Error) In(words func(Remedy) string) string {
	where := e.Source
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	if e.Row > 0 {
		where += fmt.Sprintf(", row %d", e.Row)
	}
	if e.Column != "" {
		where += fmt.Sprintf(", column %q", e.Column)
	}
	text := where + ": " + e.Problem
	if remedy := e.Remedy.In(words); remedy != "" {
		text += "; " + remedy
	}
	return text
}

// Advise says what to do about it.
func (e *Error) Advise(format string, values ...any) *Error {
	e.Remedy = Messagef(format, values...)
	return e
}

// MissingColumn says that a table lacks a column.
type MissingColumn struct {
	Source string   // the file
	Name   string   // the column asked for
	Meant  string   // a column of the table with a similar name, or ""
	Names  []string // all columns of the table
}

func (e *MissingColumn) Error() string {
	if e.Meant == "" {
		return fmt.Sprintf("%s has no column %q; it has %s", e.Source, e.Name, humanize.Quoted(e.Names))
	}
	return fmt.Sprintf("%s has no column %q%s", e.Source, e.Name, e.Hint())
}

// Hint is " (did you mean …?)", or "" where no column has a similar name.
func (e *MissingColumn) Hint() string {
	if e.Meant == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", e.Meant)
}

// Shown is a value as messages show it: quoted, and cut where it is long.
func Shown(value string) string {
	const most = 40
	if letters := []rune(value); len(letters) > most {
		value = string(letters[:most]) + "…"
	}
	return fmt.Sprintf("%q", value)
}

// CannotRead says that a file cannot be read, and why.
func CannotRead(source string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no file %s; check the name and the folder", source)
	}
	return fmt.Errorf("cannot read %s: %w", source, Cause(err))
}

// BadValue is an error in words for people, which is to be given its place.
type BadValue string

func (b BadValue) Error() string { return string(b) }

// CutOff is an error where more should follow.
func CutOff(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Cause is an error of a file without its name, which is in the message already or means nothing to anyone.
func Cause(err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return cause.Err
	}
	return err
}

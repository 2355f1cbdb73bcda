package cli

import (
	"errors"
	"strings"

	"suffice/internal/humanize"
	"suffice/table"
)

// FlagNames are the flags that a command has for settings of the library, where they are
// not called alike.
type FlagNames map[table.Setting]string

// Flag is the flag of a remedy: DecimalComma is --decimal-comma.
func (n FlagNames) Flag(r table.Remedy) string {
	flag := n[r.Say]
	if flag == "" {
		flag = "--" + humanize.Option(string(r.Say))
	}
	return strings.TrimSpace(flag + " " + r.Value)
}

// Texts are messages with the flags that they mean.
func (n FlagNames) Texts(messages []table.Message) []string {
	var texts []string
	for _, message := range messages {
		texts = append(texts, message.In(n.Flag))
	}
	return texts
}

// flagged is an error whose text has the flags that it means.
type flagged struct {
	error
	text string
}

func (f *flagged) Error() string { return f.text }
func (f *flagged) Unwrap() error { return f.error }

// InFlags says what went wrong, and what to do, with our flags.
func (n FlagNames) InFlags(err error) error {
	var said interface {
		error
		In(words func(table.Remedy) string) string
	}
	if _, done := errors.AsType[*flagged](err); done || !errors.As(err, &said) {
		return err
	}
	return &flagged{err, said.In(n.Flag)}
}

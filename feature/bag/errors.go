package bag

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	"suffice/table"
)

// plainly leaves the path out of an error of the system, since messages name the file.
func plainly(err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return cause.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("the file ends too early; copy or make it again")
	}
	return err
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// The settings that messages name, by the fields of [LabelOptions], and that of who saves
// words.
const (
	nameFileColumn table.Setting = "FileColumn"
	keepColumns    table.Setting = "Keep"
	saveWords      table.Setting = "SaveWords"
)

// problemf is an error that may name settings.
func problemf(format string, values ...any) error {
	return &table.MessageError{Message: table.Messagef(format, values...)}
}

package bag

import "suffice/table"

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

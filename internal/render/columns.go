package render

import (
	"strings"

	"suffice/table"
)

// TypeOf is what the cells of a column hold, in a word.
func TypeOf(c table.Summary) string {
	if form, _, _ := strings.Cut(c.Form, ","); (form == "date" || form == "time") && c.IsNumeric() {
		return form
	}
	return c.Type.String()
}

package main

import (
	"strings"

	"suffice"
	"suffice/internal/results"
)

const autoValue = results.AutoMethod + "\tthe one whose components predict best, by rows that it has not seen"

// choiceInWords says which method was chosen, among which, and what each predicts.
func choiceInWords(c *suffice.ChooseResult) string {
	text := results.Chosen(c)
	if dropped := c.Dropped(); len(dropped) > 0 {
		text += "; " + strings.Join(dropped, ", ") + " behind or not for this target"
	}
	return text
}

package main

import (
	"fmt"
	"strings"

	"suffice/evaluate"
)

// autoMethod is what --method takes for the one that predicts best.
const autoMethod = "auto"

const autoValue = autoMethod + "\tthe one whose components predict best, by rows that it has not seen"

// choiceInWords says which method was chosen, among which, and what each predicts.
func choiceInWords(c *evaluate.Chosen) string {
	measure, said := "", []string{}
	for _, s := range c.Scores {
		if s.Err == nil {
			measure = s.Measure
			said = append(said, fmt.Sprintf("%s %.3f", s.Method, s.Value))
		}
	}
	text := fmt.Sprintf("%s, by %s on rows that it has not seen: %s", c.Method.Name, measure, strings.Join(said, ", "))
	if dropped := c.Dropped(); len(dropped) > 0 {
		text += "; " + strings.Join(dropped, ", ") + " behind or not for this target"
	}
	return text
}

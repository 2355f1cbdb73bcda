package rows

import (
	"fmt"
	"slices"
)

// Made tells how an input is made of a column whose cells are not plain numbers.
type Made struct {
	Column string `json:"column"`         // of the table
	Form   string `json:"form"`           // how cells are written: "amount", "amount, comma", "date", "date, day first", "date, month first" or "time"
	Part   string `json:"part,omitempty"` // of a date: "hour", "weekday" or "month", as it comes round; "" is the number itself
	Wave   string `json:"wave,omitempty"` // of a part: "sin" or "cos"
}

// Period is after how many days a part of a date comes round, or 0 where it is no part.
func (m Made) Period() float64 {
	const year = 365.2425
	return map[string]float64{"hour": 1, "weekday": 7, "month": year}[m.Part]
}

// Check finds what no table can be read by.
func (m Made) Check() error {
	switch {
	case m.Column == "":
		return fmt.Errorf("it is made of a column without a name")
	case !slices.Contains([]string{"amount", "amount, comma", "date", "date, day first", "date, month first", "time"}, m.Form):
		return fmt.Errorf("there is no form of numbers %q", m.Form)
	case m.Part != "" && (m.Period() == 0 || m.Wave != "sin" && m.Wave != "cos"):
		return fmt.Errorf("a date has no part %q by %q", m.Part, m.Wave)
	}
	return nil
}

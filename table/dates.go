package table

import (
	"math"

	"suffice/internal/cells"
	"suffice/rows"
)

// numberFeatures are a column's numbers; and where they are dates, what comes round, as far as
// the column has more than one round of it: the hour, the day of the week, and the month.
func (t *Table) numberFeatures(c *cells.Column) []feature {
	number := feature{name: c.Name, slot: c.Slot, fill: cells.Missing}
	if c.Form == cells.NoForm || c.Form == cells.Plain {
		return []feature{number}
	}
	number.made = rows.Made{Column: c.Name, Form: c.Form.String()}
	features := []feature{number}
	if !c.Form.IsTime() {
		return features
	}
	for _, part := range t.rounds(c) {
		for _, wave := range []string{"sin", "cos"} {
			features = append(features, partOf(number, part, wave))
		}
	}
	return features
}

// partOf is the sine or cosine of a part of a date.
func partOf(date feature, part, wave string) feature {
	f := date
	f.name += "." + part + "." + wave
	f.made.Part, f.made.Wave = part, wave
	f.turn = 2 * math.Pi / f.made.Period()
	return f
}

// rounds are the parts of a date that come round in a column.
func (t *Table) rounds(c *cells.Column) []string {
	span, timed := t.spanOf(c)
	var parts []string
	const day, half = 1, .5
	if timed && (span > 2*day || c.Form == cells.TimesOfDay && span > half) {
		parts = append(parts, "hour")
	}
	if c.Form.IsDate() {
		for _, part := range []string{"weekday", "month"} {
			if span >= 2*(rows.Made{Part: part}).Period() {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// spanOf is how far apart the first and the last date of a column are, and whether some have
// a time of day.
func (t *Table) spanOf(c *cells.Column) (span float64, timed bool) {
	if t.away != nil {
		return t.away.moments[c.Slot].High - t.away.moments[c.Slot].Low, !t.seenIn(c).Whole
	}
	first, last := math.Inf(1), math.Inf(-1)
	t.eachCell(c, func(_ int, v float64) {
		if v-v == 0 {
			first, last, timed = min(first, v), max(last, v), timed || v != math.Floor(v)
		}
	})
	return last - first, timed
}

// dateOrders are the orders of days and months in columns of dates where these are told by their places, as
// [Options.DatesOf] has them.
func (t *Table) dateOrders() map[string]string {
	orders := map[string]string{}
	for _, c := range t.schema.Columns {
		if order := c.Form.DayOrder(); order != "" && c.Numbers > 0 {
			orders[c.Name] = order
		}
	}
	return orders
}

// DatesOf are the orders of days and months in columns that the model has dates of, as
// [Options.DatesOf] has them.
func (w Wanted) DatesOf() map[string]string {
	orders := map[string]string{}
	for name, form := range w.written() {
		if order := form.DayOrder(); order != "" {
			orders[name] = order
		}
	}
	return orders
}

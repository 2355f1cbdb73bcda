package parts

import "suffice/internal/cells"

// OpenDates are the columns whose dates some parts leave open, as 3/4/2024 does, and others do
// not: "dmy" or "mdy" by their names, as those others have them. With these as the DatesOf of options,
// the parts are to be outlined again.
func OpenDates(outlines []*Outline) map[string]string {
	open, orders := map[string]bool{}, map[string]string{}
	for _, part := range outlines {
		if part == nil {
			continue
		}
		for _, c := range part.Columns {
			open[c.Name] = open[c.Name] || c.Doubtful == cells.DayOrMonth
			if order := c.Form.DayOrder(); order != "" {
				if other, told := orders[c.Name]; told && other != order {
					order = "" // the parts contradict each other
				}
				orders[c.Name] = order
			}
		}
	}
	for name, order := range orders {
		if !open[name] || order == "" {
			delete(orders, name)
		}
	}
	return orders
}

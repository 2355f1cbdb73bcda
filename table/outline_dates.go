package table

import (
	"maps"

	"suffice/internal/cells"
)

// dayOrders are what [Options] call the forms of dates in which days and months are told by their
// places.
var dayOrders = map[cells.Form]string{cells.DayFirst: "dmy", cells.MonthFirst: "mdy"}

// OpenDates are the columns whose dates some parts leave open, as 3/4/2024 does, and others do
// not: "dmy" or "mdy" by their names, as those others have them. With these as [Options.DatesOf],
// the parts are to be outlined again.
func OpenDates(parts []*Outline) map[string]string {
	open, orders := map[string]bool{}, map[string]string{}
	for _, part := range parts {
		if part == nil {
			continue
		}
		for _, c := range part.Columns {
			open[c.Name] = open[c.Name] || cells.Doubt(c.Doubt) == cells.DayOrMonth
			if order, tells := dayOrders[cells.Form(c.Form)]; tells {
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

// DatesOf are the orders of days and months in columns of dates where these are told by their places, as
// [Options.DatesOf] has them.
func (t *Table) DatesOf() map[string]string {
	orders := map[string]string{}
	for _, c := range t.schema.Columns {
		if order, tells := dayOrders[c.Form]; tells && c.Numbers > 0 {
			orders[c.Name] = order
		}
	}
	return orders
}

// DatesOf are the orders of days and months in columns that the model has dates of, as
// [Options.DatesOf] has them.
func (w Wanted) DatesOf() map[string]string {
	orders, forms := map[string]string{}, map[string]string{}
	maps.Copy(forms, w.TargetForms)
	for _, made := range w.Made {
		forms[made.Column] = made.Form
	}
	for name, written := range forms {
		if form, err := cells.FormNamed(written); err == nil && dayOrders[form] != "" {
			orders[name] = dayOrders[form]
		}
	}
	return orders
}

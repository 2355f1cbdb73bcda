package table

import (
	"maps"

	"suffice/internal/cells"
)

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
	orders, forms := map[string]string{}, map[string]string{}
	maps.Copy(forms, w.TargetForms)
	for _, made := range w.Made {
		forms[made.Column] = made.Form
	}
	for name, written := range forms {
		if form, err := cells.FormNamed(written); err == nil && form.DayOrder() != "" {
			orders[name] = form.DayOrder()
		}
	}
	return orders
}

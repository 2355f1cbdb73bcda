package rows

// Column is a column of the table that x was made of: the places of the columns of x that
// stand for it, one or the levels of a nominal one.
type Column struct {
	Name   string
	Places []int
}

// Columns are those of the table, each where it comes first.
func Columns(x Source) []Column {
	var columns []Column
	levels, at := Levels(x), map[string]int{}
	for j, name := range Names(x) {
		level, nominal := levels[name]
		if k, seen := at[level.Column]; nominal && seen {
			columns[k].Places = append(columns[k].Places, j)
			continue
		}
		if nominal {
			name, at[level.Column] = level.Column, len(columns)
		}
		columns = append(columns, Column{name, []int{j}})
	}
	return columns
}

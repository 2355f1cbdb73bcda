package table

import "math"

// Texts returns what each row has in the column of that name, numbers as text too, and
// "" where it is missing. A number that was written with zeros in front has lost
// them, unless [Options] say that the column is text.
func (t *Table) Texts(name string) ([]string, error) {
	t = t.fork()
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	c := t.schema.Columns[j]
	if c.Slot < 0 || c.Many {
		return nil, t.schema.ProblemIn(0, name, "its texts were not kept when the file was read")
	}
	texts := make([]string, t.Len())
	t.eachCell(c, func(i int, cell float64) {
		texts[i] = c.Show(cell)
	})
	return texts, t.failure
}

// Numbers returns what each row has in the column of that name, 0 and 1 for false and
// true, and NaN where it is missing.
func (t *Table) Numbers(name string) ([]float64, error) {
	t = t.fork()
	j, err := t.Find(name)
	if err != nil {
		return nil, err
	}
	c := t.schema.Columns[j]
	if c.Slot < 0 {
		return nil, t.schema.ProblemIn(0, name, "it was left out when the file was read")
	}
	f := feature{slot: c.Slot, fill: math.NaN()}
	if f.values = c.Booleans(); f.values == nil {
		return nil, t.checkNumbers(c)
	}
	numbers := make([]float64, t.Len())
	t.eachCell(c, func(i int, cell float64) { numbers[i] = f.of(cell) })
	return numbers, t.failure
}

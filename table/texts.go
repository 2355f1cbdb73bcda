package table

import (
	"suffice/rows"
)

// Texted is a [rows.Source] in which some columns are texts. It is for writing: a number
// k in such a column stands for text k, and NaN for none.
type Texted interface {
	rows.Source
	// Texts are those of a column, or nil where it holds numbers.
	Texts(column int) []string
}

// textsOf are the texts of each column of x, nil for numbers, and whether there are any.
func textsOf(x rows.Source) (texts [][]string, some bool) {
	texts = make([][]string, x.Width())
	texted, ok := x.(Texted)
	if !ok {
		return texts, false
	}
	for j := range texts {
		texts[j] = texted.Texts(j)
		some = some || texts[j] != nil
	}
	return texts, some
}

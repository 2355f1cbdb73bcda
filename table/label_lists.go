package table

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
	"suffice/output"
)

// mostLabelCells is how many numbers labels may become, a gigabyte of them.
const mostLabelCells = 1 << 27

// checkListed finds the labels that stand in the cells of a column, and makes sure that a
// column for each of them fits into memory.
func (t *Table) checkListed(r *target) error {
	c := r.columns[0]
	if c.Many {
		return t.schema.ProblemIn(0, c.Name, fmt.Sprintf("there are more than %d different texts, which were not kept; choose another target", cells.MaxWords))
	}
	seen := map[string]bool{}
	for _, word := range c.Words {
		for label := range strings.SplitSeq(word, r.separator) {
			if label = strings.TrimSpace(label); label != "" && !seen[label] {
				seen[label] = true
				r.labels = append(r.labels, label)
			}
		}
	}
	slices.SortFunc(r.labels, cells.CompareLevels)
	return t.checkLabelCells(r)
}

func (t *Table) checkLabelCells(r *target) error {
	if t.away == nil && len(r.labels) > mostLabelCells/t.Len() {
		return t.schema.ProblemIn(0, r.columns[0].Name, fmt.Sprintf("%d different labels in %s are too many; choose another target", len(r.labels), humanize.Count(t.Len(), "row")))
	}
	return nil
}

// Listed is how the cells of a target list labels.
type Listed struct {
	Separator string
	Labels    []string // all that there are, in order
}

// listedAs understands the target as labels that are known.
func (t *Table) listedAs(r *target, as *Listed) error {
	r.kind, r.separator, r.labels = output.KindLabels, as.Separator, as.Labels
	if r.columns[0].Numbers > 0 {
		t.asWords(r.at[0])
		r.columns[0] = t.schema.Columns[r.at[0]]
	}
	return t.checkLabelCells(r)
}

// listed are labels that stand in one cell, separated.
func (r *target) listed(t *Table, out *output.Target) {
	c := r.columns[0]
	out.Names = r.labels
	number := make(map[string]int, len(r.labels))
	for k, label := range r.labels {
		number[label] = k
	}
	out.Values = make([]float64, t.Len()*len(out.Names))
	t.eachCell(c, func(i int, cell float64) {
		for label := range strings.SplitSeq(c.Show(cell), r.separator) {
			if k, ok := number[strings.TrimSpace(label)]; ok {
				out.Values[i*len(out.Names)+k] = 1
			}
		}
	})
}

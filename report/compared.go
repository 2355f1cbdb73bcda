package report

import (
	"fmt"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/wording"
)

// compared is a comparison as the page shows it.
type compared struct {
	*Comparison
	Lines   []comparedLine
	Verdict string // in a sentence
	Meaning string // of the measure
	Sampled string // which rows were compared, where not all
}

// meanings of the measures in words.
var meanings = map[string]string{
	"hamming":         "the share of labels that are wrong, over rows and labels",
	"error rate":      "the share of rows whose class is wrong",
	"rmse":            "the root of the mean squared difference, in the units of the target",
	"scaled rmse":     "the root of the mean squared difference, each target divided by its standard deviation",
	"kernel distance": "the mean of 1 minus the similarity of the true and the predicted target",
}

type comparedLine struct {
	Method, Dim, Mean, SD string
	Best, Own             bool
	Share                 int // of the largest error, in percent
}

// told puts a comparison into words; nil where there is none.
func (c *Comparison) told(m *suffice.Projection) *compared {
	if c == nil || len(c.Rows) == 0 {
		return nil
	}
	var largest float64
	for _, row := range c.Rows {
		largest = max(largest, row.Mean)
	}
	out := &compared{Comparison: c, Verdict: c.verdict(m), Meaning: meanings[c.Measure]}
	if c.Of > 0 {
		out.Sampled = fmt.Sprintf(" To save time, they are splits of %d of the %d rows, drawn at random.", c.Train+c.Test, c.Of)
	}
	for _, row := range c.Rows {
		line := comparedLine{
			Method: row.Method, Dim: fmt.Sprint(row.Dim), Mean: short(row.Mean), SD: short(row.SD), Best: row.Best, Own: row.Method == m.Method,
		}
		if largest > 0 {
			line.Share = int(100 * row.Mean / largest)
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// verdict compares the model's own method with no reduction and with PCA.
func (c *Comparison) verdict(m *suffice.Projection) string {
	own, ok := c.of(m.Method)
	if !ok {
		return ""
	}
	var parts []string
	if none, ok := c.of("none"); ok && m.Method != "none" {
		parts = append(parts, against(own, none, fmt.Sprintf("that with all %s", wording.Count(none.Dim, "input"))))
	}
	if pca, ok := c.of("pca"); ok && m.Method != "pca" {
		parts = append(parts, against(own, pca, "that with "+wording.Count(pca.Dim, "principal component")))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("The error with %s of %s is %s: it is %s.", wording.Count(own.Dim, "component"), own.Method, short(own.Mean), strings.Join(parts, ", and "))
}

// against says how one error compares with another, as far as a test tells.
func against(own, other Compared, what string) string {
	clear, err := evaluate.Differ(own.Errors, other.Errors)
	how := "higher than"
	switch {
	case own.Mean == other.Mean:
		how = "the same as"
	case err != nil || !clear:
		how = "not clearly different from"
	case own.Mean < other.Mean:
		how = "lower than"
	}
	return fmt.Sprintf("%s %s (%s)", how, what, short(other.Mean))
}

func (c *Comparison) of(method string) (Compared, bool) {
	for _, row := range c.Rows {
		if row.Method == method {
			return row, true
		}
	}
	return Compared{}, false
}

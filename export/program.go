package export

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/output"
)

// language is how a programming language writes what a model has.
type language struct {
	quoted     func(string) string
	begin, end string // of a row of a matrix
}

// values are what the texts of all programs have of a model.
func (l language) values(m *suffice.Projection) termtext.Values {
	return termtext.Values{
		"title": title(m), "d": len(m.Inputs), "dim": m.Dim(), "components": humanize.Components(m.Dim()),
		"mean": numberLines(4, m.Mean), "scale": numberLines(4, m.Scale), "weights": l.matrix(m.Weights()), "fill": numberLines(4, m.Fill),
		"predictor": l.predictor(m.Predictor),
	}
}

// predictor is what they have of a predictor; nil where there is none.
func (l language) predictor(p *suffice.Predictor) termtext.Values {
	if p == nil {
		return nil
	}
	var intervals []termtext.Values
	for _, interval := range p.Intervals {
		intervals = append(intervals, termtext.Values{"percent": interval.Percent, "half": numberLines(8, interval.Half)})
	}
	machine := l.machine(&p.KernelMachine)
	maps.Copy(machine, termtext.Values{"prefix": "", "what": "f", "clipped": false})
	machines := []termtext.Values{machine}
	if d := p.Deviation; d != nil {
		deviation := l.machine(&d.KernelMachine)
		maps.Copy(deviation, termtext.Values{"prefix": "DEVIATION_", "what": "deviation", "clipped": true, "low": numberLines(8, d.Low), "high": numberLines(8, d.High)})
		machines = append([]termtext.Values{deviation}, machines...)
	}
	classes, numeric, plain := p.Kind == output.KindClass, p.Kind.Numeric(), p.Link == ""
	return termtext.Values{
		"outputs": len(p.Names), "predicted": l.texts(p.Names), "u count": len(p.Scales), "has own": len(p.Components) > 0, "own components": l.matrix(p.Components),
		"machines": machines, "machine": machine, "numeric": numeric, "limited": limited(p), "free": numeric && !limited(p), "log": strings.Join(ones(p.Log), ", "),
		"any class": classes, "classes": classes && plain, "labels": !numeric && !classes && plain, "softmax": classes && !plain, "logit": !numeric && !classes && !plain,
		"floor": decimal(p.Floor), "power": decimal(p.Power), "low": numberLines(4, p.Low), "high": numberLines(4, p.High), "least": numberLines(8, p.Least),
		"deviation": p.Deviation != nil, "has intervals": len(intervals) > 0, "intervals": intervals,
	}
}

// machine is what they have of a sum of kernels and a plane.
func (l language) machine(m *suffice.KernelMachine) termtext.Values {
	return termtext.Values{
		"gaussian": m.Kernel == gaussian, "manhattan": m.Kernel == manhattan, "scales": numberLines(4, m.Scales), "offset": numberLines(4, m.Offset), "centre count": len(m.Centres),
		"centres": l.matrix(m.Centres), "centre weights": l.matrix(m.Weights), "has centres": len(m.Centres) > 0, "slopes": l.matrix(m.Slopes), "has slopes": len(m.Slopes) > 0,
	}
}

// ones are 1 for what is true and 0 for the rest.
func ones(truths []bool) (all []string) {
	for _, is := range truths {
		all = append(all, map[bool]string{true: "1", false: "0"}[is])
	}
	return all
}

// Kernels of predictors that are not exp(-r) of Euclidean distances.
const gaussian, manhattan = "gaussian", "manhattan"

// limited reports whether predictions are numbers that stay within limits.
func limited(p *suffice.Predictor) bool { return p.Kind.Numeric() && len(p.Low) > 0 }

func (l language) texts(texts []string) []string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = l.quoted(text)
	}
	return quoted
}

func (l language) matrix(rows [][]float64) string {
	var out strings.Builder
	for _, row := range rows {
		out.WriteString(l.begin + numberLines(8, row) + l.end)
	}
	return out.String()
}

// decimal is the shortest decimal that reads back as v.
func decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// numberLines lists numbers after some spaces, a few a line, each with a comma, as Go and Python have them.
func numberLines(spaces int, values []float64) string {
	const aLine = 4
	var out strings.Builder
	for line := range slices.Chunk(values, aLine) {
		out.WriteString(strings.Repeat(" ", spaces-1))
		for _, v := range line {
			out.WriteString(" " + decimal(v) + ",")
		}
		out.WriteByte('\n')
	}
	return out.String()
}

package suffice

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// Projection is a fitted model: the linear map z = Relevance ∘ Components ((x - Mean) / Scale).
//
// Of the rows that it was fitted on it keeps what its fields say: means and scales, words of
// nominal columns, a digest and ranges. A Predictor keeps more: its centres are the components of
// rows, of all where they are few. Whoever has the file has these, which is a matter of privacy
// where rows are people; see docs/predict.md.
type Projection struct {
	Method     string           `json:"method"`              // what made it, such as "sca"
	Inputs     []string         `json:"inputs"`              // names of the input columns
	Levels     map[string]Level `json:"levels,omitempty"`    // of inputs that stand for a level of a nominal column, by name
	Made       map[string]Made  `json:"made,omitempty"`      // of inputs whose columns are not plain numbers, by name
	Fill       []float64        `json:"fill,omitempty"`      // of each input, what stands for a missing value; none means that there may be no such values
	Components [][]float64      `json:"components"`          // m rows of d weights, on the standardised inputs
	Relevance  []float64        `json:"relevance,omitempty"` // of each component, the largest 1: what z is scaled by; none means 1 for all
	Mean       []float64        `json:"mean"`                // of each input
	Scale      []float64        `json:"scale"`               // of each input: its standard deviation, or 1
	Output     Output           `json:"output"`              // what it is meant to predict
	Settings   Settings         `json:"settings"`            // how it was made
	Reading    *Reading         `json:"reading,omitempty"`   // how the file was read, where its content did not tell
	Source     *Source          `json:"source,omitempty"`    // where the rows came from, where that is known
	Verdict    *Verdict         `json:"verdict,omitempty"`   // what the components are worth, where that was judged
	Curve      []Dimension      `json:"curve,omitempty"`     // what numbers of components are worth, where that was looked for
	Training   *Training        `json:"training,omitempty"`  // what the rows were like, where that was looked at
	Predictor  *Predictor       `json:"predictor,omitempty"` // of the output, where one was asked for
	Seed       uint64           `json:"seed"`
	Trace      []Pass           `json:"trace"`              // how the score developed
	Values     []float64        `json:"values,omitempty"`   // eigenvalues, canonical correlations or variances, the first first, where the method has them
	Tests      []DimensionTest  `json:"tests,omitempty"`    // of how many components are needed, where the method has them
	Sampled    *Sampled         `json:"sampled,omitempty"`  // what was found with some of the rows only; nil means nothing
	Warnings   []string         `json:"warnings,omitempty"` // of what may be wrong with the inputs

	Correlations [][]float64 `json:"correlations,omitempty"` // of each component with each input, where it was asked for them
	Bootstrap    *Bootstrap  `json:"bootstrap,omitempty"`    // how sure the components are, where that was asked for
	Active       *Active     `json:"active,omitempty"`       // along which directions the output changes most, where these were asked for
}

// Sampled tells that some of the rows, drawn at random, were enough for a part of a fit.
type Sampled struct {
	Rows int    `json:"rows"` // drawn
	Of   int    `json:"of"`   // all
	What string `json:"what"` // was found with these alone
}

// Level says that an input is 1 where a nominal column has a value, and 0 elsewhere.
type Level = rows.Level

// Made says how an input is made of a column of amounts, dates or times.
type Made = rows.Made

// DimensionTest tests whether so many components are enough: a small P says no.
type DimensionTest struct {
	Dim       int     `json:"dim"`
	Statistic float64 `json:"statistic"`
	DF        int     `json:"df"`
	P         float64 `json:"p"`
}

// Output tells what a model is meant to predict.
type Output struct {
	Kind  output.Kind       `json:"kind"`
	Names []string          `json:"names,omitempty"`
	Forms map[string]string `json:"forms,omitempty"` // how columns of it are written that are not plain numbers, by name
}

// Pass is one step of a fit.
type Pass struct {
	Stage   string  `json:"stage"`
	Step    int     `json:"step"`
	Score   float64 `json:"score"`
	Measure string  `json:"measure,omitempty"` // what the score is, where it is not SMI; see MeasuredBy
	WidthZ  float64 `json:"width_z,omitempty"`
	WidthY  float64 `json:"width_y,omitempty"`
	Lambda  float64 `json:"lambda,omitempty"`
}

// SMI is what measures a step unless it says otherwise: the squared-loss mutual information
// between z and y, by coefficients found with some rows and judged on others. The components
// themselves have seen all of them, so that it is above 0 for noise too, and the [Verdict]
// tells more. Of K classes it is (K-1)/2 at most.
const SMI = "SMI"

// MeasuredBy is what the score of the step is, such as [SMI].
func (p Pass) MeasuredBy() string { return cmp.Or(p.Measure, SMI) }

// tell reports the step to whoever asks.
func (p Pass) tell(progress func(Progress)) {
	if progress == nil {
		return
	}
	progress(Progress{Stage: p.Stage, Step: p.Step, Score: p.Score, Measure: p.MeasuredBy()})
}

// newProjection makes a model of the components w on standardised inputs. The
// largest weight of each component becomes positive.
func newProjection(method string, x *aggregate.Standard, y output.Output, w linalg.Matrix) *Projection {
	for i := range w.Rows {
		fixSign(w.Row(i))
	}
	return &Projection{
		Method: method, Inputs: x.Names(), Levels: rows.Levels(x.Source), Components: w.Slices(), Mean: x.Mean, Scale: x.Scale,
		Output: Output{Kind: y.Kind(), Names: output.Names(y)},
	}
}

// fixSign turns a component so that its largest absolute weight is positive.
func fixSign(row []float64) {
	var largest float64
	for _, v := range row {
		if math.Abs(v) > math.Abs(largest) {
			largest = v
		}
	}
	if largest < 0 {
		linalg.ScaleRow(-1, row)
	}
	for j := range row {
		row[j] += 0 // no negative zeros
	}
}

// Dim is the number of components, m.
func (p *Projection) Dim() int { return len(p.Components) }

// Score is the [SMI] at the components, where the method has one: the measure of
// its last step then is that.
func (p *Projection) Score() (score float64, ok bool) {
	last := len(p.Trace) - 1
	if last < 0 || p.Trace[last].MeasuredBy() != SMI {
		return 0, false
	}
	return p.Trace[last].Score, true
}

// Scaled reports whether weights refer to inputs scaled to standard deviation 1, rather
// than to inputs in their own units.
func (p *Projection) Scaled() bool {
	return slices.ContainsFunc(p.Scale, func(scale float64) bool { return scale != 1 })
}

// Units says in words what weights refer to.
func (p *Projection) Units() string {
	if p.Scaled() {
		return "inputs scaled to standard deviation 1"
	}
	return "inputs in their own units"
}

// Weights are those that make z of the standardised inputs: the components, each times its
// relevance.
func (p *Projection) Weights() [][]float64 {
	if len(p.Relevance) == 0 {
		return p.Components
	}
	weights := make([][]float64, p.Dim())
	for k, row := range p.Components {
		weights[k] = slices.Clone(row)
		linalg.ScaleRow(p.Relevance[k], weights[k])
	}
	return weights
}

// RelevanceInWords says what the relevance does to z.
func (p *Projection) RelevanceInWords() string {
	if len(p.Relevance) == 0 || slices.Min(p.Relevance) == 1 {
		return "all components count alike"
	}
	return "z is scaled by it: a component that tells less counts less"
}

// Unscaled is the model without its relevance: z then is as long along each component as
// the inputs make it, whatever the component predicts. It has no predictor, which is of the
// scaled z.
func (p *Projection) Unscaled() *Projection {
	unscaled := *p
	unscaled.Relevance, unscaled.Predictor, unscaled.Training = nil, nil, nil // those of other z
	return &unscaled
}

// Names of the components: z1, z2, ….
func (p *Projection) Names() []string {
	names := make([]string, p.Dim())
	for k := range names {
		names[k] = fmt.Sprintf("z%d", k+1)
	}
	return names
}

// Columns are those of a table that the model is made of: of its output and its inputs, each once.
func (p *Projection) Columns() []string {
	columns, seen := []string{}, map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			columns = append(columns, name)
		}
	}
	for _, name := range p.Output.Names {
		add(name)
	}
	for _, name := range p.Inputs {
		if level, ok := p.Levels[name]; ok {
			name = level.Column
		} else if made, ok := p.Made[name]; ok {
			name = made.Column
		}
		add(name)
	}
	return columns
}

// Directions returns the components in the units of the inputs, with orthonormal
// rows: the row space of Components diag(1/Scale).
func (p *Projection) Directions() ([][]float64, error) {
	w := linalg.FromSlices(p.Components)
	for i := range w.Rows {
		row := w.Row(i)
		for j := range row {
			row[j] /= p.Scale[j]
		}
	}
	err := stiefel.Orthonormalize(w)
	return w.Slices(), err
}

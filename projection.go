package suffice

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// format names the model file and its version.
const format = "suffice/1"

// Projection is a fitted model: the linear map z = Components ((x - Mean) / Scale).
// It knows nothing of the rows it was fitted on.
type Projection struct {
	Method     string           // what made it, such as "sca"
	Inputs     []string         // names of the input columns
	Levels     map[string]Level // of inputs that stand for a level of a nominal column, by name
	Components [][]float64      // m rows of d weights, on the standardised inputs
	Mean       []float64        // of each input
	Scale      []float64        // of each input: its standard deviation, or 1
	Output     Output           // what it is meant to predict
	Settings   map[string]any   // how it was made
	Seed       uint64
	Score      float64         // held-out SMI at the components, where the method has one
	Trace      []Pass          // how the score developed
	Values     []float64       // eigenvalues, canonical correlations or variances, the first first, where the method has them
	Tests      []DimensionTest // of how many components are needed, where the method has them
	Sampled    *Sampled        // what was found with some of the rows only; nil means nothing
	Warnings   []string
}

// Sampled tells that some of the rows, drawn at random, were enough for a part of a fit.
type Sampled struct {
	Rows int    `json:"rows"` // drawn
	Of   int    `json:"of"`   // all
	What string `json:"what"` // was found with these alone
}

// Level says that an input is 1 where a nominal column has a value, and 0 elsewhere.
type Level = rows.Level

// DimensionTest tests whether so many components are enough: a small P says no.
type DimensionTest struct {
	Dim       int     `json:"dim"`
	Statistic float64 `json:"statistic"`
	DF        int     `json:"df"`
	P         float64 `json:"p"`
}

// Output tells what a model is meant to predict.
type Output struct {
	Kind  string   `json:"kind"`
	Names []string `json:"names,omitempty"`
}

// Pass is one step of a fit.
type Pass struct {
	Stage   string  `json:"stage"`
	Step    int     `json:"step"`
	Score   float64 `json:"score"`             // the held-out SMI, or what Measure says
	Measure string  `json:"measure,omitempty"` // of another score than the held-out SMI
	WidthZ  float64 `json:"width_z,omitempty"`
	WidthY  float64 `json:"width_y,omitempty"`
	Lambda  float64 `json:"lambda,omitempty"`
}

// tell reports the step to whoever asks.
func (p Pass) tell(progress func(Progress)) {
	if progress == nil {
		return
	}
	measure := p.Measure
	if measure == "" {
		measure = "held-out SMI"
	}
	progress(Progress{Stage: p.Stage, Step: p.Step, Score: p.Score, Measure: measure})
}

// newProjection makes a model of the components w on standardised inputs. The
// largest weight of each component becomes positive.
func newProjection(method string, x *blocks.Standard, y output.Output, w linalg.Matrix) *Projection {
	for i := range w.Rows {
		fixSign(w.Row(i))
	}
	return &Projection{
		Method: method, Inputs: x.Names(), Levels: rows.Levels(x.Source), Components: w.Slices(), Mean: x.Mean, Scale: x.Scale,
		Output: Output{Kind: y.Kind()},
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
		for j := range row {
			row[j] = -row[j]
		}
	}
	for j := range row {
		row[j] += 0 // no negative zeros
	}
}

// Dim is the number of components, m.
func (p *Projection) Dim() int { return len(p.Components) }

// Names of the components: z1, z2, ….
func (p *Projection) Names() []string {
	names := make([]string, p.Dim())
	for k := range names {
		names[k] = fmt.Sprintf("z%d", k+1)
	}
	return names
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
	if err := stiefel.Orthonormalize(w); err != nil {
		return nil, err
	}
	return w.Slices(), nil
}

// model is the file form of a Projection.
type model struct {
	Format     string           `json:"format"`
	Method     string           `json:"method"`
	Inputs     []string         `json:"inputs"`
	Levels     map[string]Level `json:"levels,omitempty"`
	Components [][]float64      `json:"components"`
	Mean       []float64        `json:"mean"`
	Scale      []float64        `json:"scale"`
	Output     Output           `json:"output"`
	Settings   map[string]any   `json:"settings"`
	Seed       uint64           `json:"seed"`
	Score      float64          `json:"score"`
	Trace      []Pass           `json:"trace"`

	Values []float64       `json:"values,omitempty"`
	Tests  []DimensionTest `json:"tests,omitempty"`

	Sampled  *Sampled `json:"sampled,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// MarshalJSON gives the model file.
func (p *Projection) MarshalJSON() ([]byte, error) {
	if err := p.CheckFile(); err != nil {
		return nil, err
	}
	return json.Marshal(model{
		Format: format, Method: p.Method, Inputs: p.Inputs, Levels: p.Levels, Components: p.Components, Mean: p.Mean, Scale: p.Scale,
		Output: p.Output, Settings: p.Settings, Seed: p.Seed, Score: p.Score, Trace: p.Trace,
		Values: p.Values, Tests: p.Tests, Sampled: p.Sampled, Warnings: p.Warnings,
	})
}

// UnmarshalJSON reads a model file and checks that its parts fit together.
func (p *Projection) UnmarshalJSON(data []byte) error {
	var m model
	if err := json.Unmarshal(data, &m); err != nil {
		return notAModel(err)
	}
	if err := m.check(); err != nil {
		return err
	}
	*p = Projection{
		Method: m.Method, Inputs: m.Inputs, Levels: m.Levels, Components: m.Components, Mean: m.Mean, Scale: m.Scale,
		Output: m.Output, Settings: m.Settings, Seed: m.Seed, Score: m.Score, Trace: m.Trace,
		Values: m.Values, Tests: m.Tests, Sampled: m.Sampled, Warnings: m.Warnings,
	}
	return nil
}

// notAModel says in plain words what JSON has in the wrong place.
func notAModel(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return fmt.Errorf("this is not a model file: %w", err)
	}
	kind, _, _ := strings.Cut(wrong.Value, " ") // "number 1e999" is a number
	what := map[string]string{"array": "a list", "bool": "true or false", "number": "a number", "object": "an object", "string": "a text"}[kind]
	if wrong.Field == "" {
		return fmt.Errorf("this is not a model file: it holds %s, but a model is an object, in braces", what)
	}
	return fmt.Errorf("this is not a model file: its %q cannot be %s", wrong.Field, what)
}

func (m model) check() error {
	d := len(m.Inputs)
	switch {
	case m.Format == "":
		return errors.New(`this is not a model file: it has no "format"`)
	case m.Format != format:
		return fmt.Errorf("the model has format %q, but this version reads %q", m.Format, format)
	case d == 0 || len(m.Components) == 0:
		return errors.New("the model has no inputs or no components")
	case len(m.Mean) != d || len(m.Scale) != d:
		return fmt.Errorf("the model has %s, but %s and %s", wording.Count(d, "input"), wording.Count(len(m.Mean), "mean"), wording.Count(len(m.Scale), "scale"))
	}
	for k, row := range m.Components {
		if len(row) != d {
			return fmt.Errorf("component %d of the model has %s for %s", k+1, wording.Count(len(row), "weight"), wording.Count(d, "input"))
		}
	}
	seen := map[string]bool{}
	for j, scale := range m.Scale {
		if !(scale > 1e-300) {
			return fmt.Errorf("input %q of the model has scale %g, but scales are positive", m.Inputs[j], scale)
		}
		if seen[m.Inputs[j]] {
			return fmt.Errorf("the model has input %q twice", m.Inputs[j])
		}
		seen[m.Inputs[j]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(m.Levels)) {
		if !seen[name] {
			return fmt.Errorf("the model has a level for input %q, but no such input", name)
		}
	}
	return nil
}

// mostInFile is how many weights a model file holds at most: written as text, they take a
// few hundred megabytes.
const mostInFile = 1 << 26

// CheckFile fails where the model has too many weights for a file, or any other text.
func (p *Projection) CheckFile() error {
	if weights := p.Dim() * len(p.Inputs); weights > mostInFile {
		return fmt.Errorf("a model of %d components on %d inputs has %d million weights, too many for a file; use a method that reduces the inputs, or leave inputs out", p.Dim(), len(p.Inputs), weights/1_000_000)
	}
	return nil
}

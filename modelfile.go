package suffice

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
)

// format names the model file and its version.
const format = "suffice/1"

// ReadModel reads a model that [Projection.Write] wrote, and nothing behind it. A file
// that is not whole is a [*DamagedModel].
func ReadModel(r io.Reader) (*Projection, error) {
	in := bufio.NewReader(r)
	if first, err := firstByte(in); err == nil && first == '[' { // however long the list is
		return nil, notAModel(&json.UnmarshalTypeError{Value: "array"})
	}
	decoder := json.NewDecoder(in)
	p := new(Projection)
	err := decoder.Decode(p)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	switch {
	case errors.Is(err, io.EOF):
		return nil, &DamagedModel{"the model file is empty"}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, &DamagedModel{"the model file is cut off"}
	case syntax:
		return nil, notAModel(err)
	case err != nil:
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, &DamagedModel{"there is something after the end of the model"}
	}
	return p, nil
}

// firstByte is the first one that is not blank, which is then the next to be read.
func firstByte(in *bufio.Reader) (byte, error) {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return 0, err
		}
		if !strings.ContainsRune(" \t\r\n", rune(c)) {
			return c, in.UnreadByte()
		}
	}
}

// DamagedModel is the error for a model file that must be written again.
type DamagedModel struct{ Problem string }

func (d *DamagedModel) Error() string { return d.Problem }

// Write writes the model as JSON that a person can read too.
func (p *Projection) Write(w io.Writer) error { return termtext.WriteJSON(w, p) }

// fields are a Projection's, without its methods.
type fields Projection

// modelFile is what a file has beside them.
type modelFile struct {
	Format string `json:"format"`
	Dim    *int   `json:"dim,omitempty"` // number of components; files of before have none
	fields
	Score *float64 `json:"score,omitempty"` // see [Projection.Score]; files of before have 0 where there is none

	// Again, because they come after the score.
	Trace    []Pass          `json:"trace"`
	Values   []float64       `json:"values,omitempty"`
	Tests    []DimensionTest `json:"tests,omitempty"`
	Sampled  *Sampled        `json:"sampled,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// mostInFile is how many weights a model file holds at most: written as text, they take a
// few hundred megabytes.
const mostInFile = 1 << 26

// MarshalJSON gives the model file, in one line.
func (p *Projection) MarshalJSON() ([]byte, error) {
	if weights := p.Dim() * len(p.Inputs); weights > mostInFile {
		return nil, fmt.Errorf("a model of %d components on %d inputs has %d million weights, too many for a file; use a method that reduces the inputs, or leave inputs out", p.Dim(), len(p.Inputs), weights/1_000_000)
	}
	dim := p.Dim()
	file := modelFile{Format: format, Dim: &dim, fields: fields(*p), Trace: p.Trace, Values: p.Values, Tests: p.Tests, Sampled: p.Sampled, Warnings: p.Warnings}
	if score, ok := p.Score(); ok {
		file.Score = &score
	}
	return json.Marshal(file)
}

// UnmarshalJSON reads a model file and checks that its parts fit together.
func (p *Projection) UnmarshalJSON(data []byte) error {
	var m modelFile
	if err := json.Unmarshal(data, &m); err != nil {
		return notAModel(err)
	}
	if err := m.check(); err != nil {
		return err
	}
	*p = Projection(m.fields)
	p.Trace, p.Values, p.Tests, p.Sampled, p.Warnings = m.Trace, m.Values, m.Tests, m.Sampled, m.Warnings
	p.renameMeasures()
	return nil
}

// renameMeasures gives measures the names that they have now, in files of before.
func (p *Projection) renameMeasures() {
	if p.Verdict != nil {
		p.Verdict.Measure = cmp.Or(metrics.Named(p.Verdict.Measure).Name, p.Verdict.Measure)
	}
	if p.Predictor != nil && p.Predictor.Measures != nil {
		measures := map[string]float64{}
		for name, value := range p.Predictor.Measures {
			measures[cmp.Or(metrics.Named(name).Name, name)] = value
		}
		p.Predictor.Measures = measures
	}
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
	return fmt.Errorf("this is not a model file: its %q cannot be %s", strings.TrimPrefix(wrong.Field, "fields."), what)
}

// checkRelevance finds relevances that z cannot be scaled by.
func (p *Projection) checkRelevance() error {
	if given := len(p.Relevance); given > 0 && given != p.Dim() {
		return fmt.Errorf("the model has %s, but %s", humanize.Count(p.Dim(), "component"), humanize.Count(given, "relevance"))
	}
	for k, r := range p.Relevance {
		if !(r > 0 && r <= 1) {
			return fmt.Errorf("component %d of the model has relevance %g, but relevances are above 0 and at most 1", k+1, r)
		}
	}
	return nil
}

func (m *modelFile) check() error {
	d := len(m.Inputs)
	switch {
	case m.Format == "":
		return errors.New(`this is not a model file: it has no "format"`)
	case m.Format != format:
		return fmt.Errorf("the model has format %q, but this version reads %q", m.Format, format)
	case d == 0 || len(m.Components) == 0:
		return errors.New("the model has no inputs or no components")
	case len(m.Mean) != d || len(m.Scale) != d:
		return fmt.Errorf("the model has %s, but %s and %s", humanize.Count(d, "input"), humanize.Count(len(m.Mean), "mean"), humanize.Count(len(m.Scale), "scale"))
	}
	if m.Dim != nil && *m.Dim != len(m.Components) {
		return fmt.Errorf("the model says that it has %s, but has %d", humanize.Count(*m.Dim, "component"), len(m.Components))
	}
	for k, row := range m.Components {
		if len(row) != d {
			return fmt.Errorf("component %d of the model has %s for %s", k+1, humanize.Count(len(row), "weight"), humanize.Count(d, "input"))
		}
	}
	if err := (*Projection)(&m.fields).checkRelevance(); err != nil {
		return err
	}
	if err := m.checkSure(); err != nil {
		return err
	}
	if m.Active != nil {
		if err := m.Active.check(d); err != nil {
			return err
		}
	}
	if m.Predictor != nil {
		if err := m.Predictor.check((*Projection)(&m.fields)); err != nil {
			return err
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
	if given := len(m.Fill); given > 0 && given != d {
		return fmt.Errorf("the model has %s, but %s for missing values", humanize.Count(d, "input"), humanize.Count(given, "number"))
	}
	for _, name := range slices.Sorted(maps.Keys(m.Made)) {
		if !seen[name] {
			return fmt.Errorf("the model says how input %q is made, but has no such input", name)
		}
		if err := m.Made[name].Check(); err != nil {
			return fmt.Errorf("input %q of the model: %w", name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Levels)) {
		if !seen[name] {
			return fmt.Errorf("the model has a level for input %q, but no such input", name)
		}
	}
	return nil
}

// Settings tell how a model was made: what its method was asked for and what it chose, by
// the names that they have in the file.
type Settings map[string]any

// Centres are the kernel centres, or 0 where the method has none.
func (s Settings) Centres() int {
	n, _ := s.number("centres")
	return int(n)
}

// Widths are those of the kernels on z and on y, where the method has any. That on y is 0
// where the kernel of the output has none.
func (s Settings) Widths() (z, y float64, ok bool) {
	z, ok = s.number("width_z")
	y, _ = s.number("width_y")
	return z, y, ok
}

// Lambda is the ridge of LSMI, where the method has it.
func (s Settings) Lambda() (float64, bool) { return s.number("lambda") }

// Kernel is the kind of the kernel on z, or "" where the method has but one.
func (s Settings) Kernel() string {
	kernel, _ := s["kernel"].(string)
	return kernel
}

// Span is where a search kept to, such as "pls 6", because inputs are too many for the rows;
// "" where it did not have to choose.
func (s Settings) Span() string {
	span, _ := s["span"].(string)
	return span
}

// Weights is the column that has weighed the rows, or "" where all counted the same.
func (s Settings) Weights() string {
	column, _ := s["weights"].(string)
	return column
}

// number is a setting as a fit has it, or a file.
func (s Settings) number(name string) (float64, bool) {
	switch v := s[name].(type) {
	case int:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

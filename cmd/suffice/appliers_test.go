package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"suffice/internal/termtext"
	"suffice/internal/testing/appliers"
	"suffice/output"
	"suffice/rows"
	"suffice/table"

	library "suffice"
)

var update = flag.Bool("update", false, "fit the models of testdata/appliers/cases.json anew, and write down what they make of rows")

const applierCases = "../../testdata/appliers/cases.json"

// applierColumns are those of the table that models of cases are fitted to.
var applierColumns = []string{
	"a", "b", "c", `it's "odd"`, "town", "answer", "code", "garden", "when", "at", "seen", "price", "euros", "y", "u", "v", "kind", "tags",
}

// applierTable is rows of all kinds of columns.
func applierTable(n int, seed uint64) [][]string {
	random := rand.New(rand.NewPCG(seed, 28))
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }
	records := [][]string{applierColumns}
	for range n {
		a, b, c := random.NormFloat64(), 100+5*random.NormFloat64(), random.Float64()
		town, code, hour := random.IntN(3), random.IntN(3), random.IntN(24)
		y := a + (b-100)/5 + float64(town) + .5*random.NormFloat64()
		tags := []string{}
		for name, has := range map[string]bool{"far": math.Abs(a) > .8, "up": y > 1, "wide": c > .5} {
			if has {
				tags = append(tags, name)
			}
		}
		slices.Sort(tags)
		records = append(records, []string{
			number(a), number(b), number(c), number(random.NormFloat64()), []string{"Bonn", "Kiel", "Ulm"}[town], []string{"yes", "Yes", "no", "maybe"}[random.IntN(4)],
			[]string{"10", "20", "30"}[code], strconv.FormatBool(random.IntN(2) == 0), fmt.Sprintf("2024-%02d-%02d %02d:30", 1+random.IntN(12), 1+random.IntN(28), hour),
			fmt.Sprintf("%d:15", 6+random.IntN(14)), fmt.Sprintf("%d/%d/%d", 1+random.IntN(12), 1+random.IntN(28), 2020+random.IntN(4)), fmt.Sprintf("$%d,%03d.50", 1+random.IntN(9), random.IntN(1000)),
			fmt.Sprintf("%d.%03d,25 €", 1+random.IntN(9), random.IntN(1000)),
			number(y), number(y + c), number(a - c), []string{"low", "mid", "high"}[min(2, max(0, int(y)))], strings.Join(tags, ";"),
		})
	}
	return records
}

// applierSpec says how a case is made.
type applierSpec struct {
	name, what  string
	inputs      []string
	fit         string                        // options
	cells       []func(m map[string][]string) // changes of the new rows
	change      func(*library.Predictor)      // makes a predictor that no fit made
	unsupported map[string]*appliers.Refusal
}

// put has a column be something in some of the new rows.
func put(column string, values map[int]string) func(map[string][]string) {
	return func(cells map[string][]string) {
		for i, v := range values {
			cells[column][i] = v
		}
	}
}

// refused are appliers that do not take a case, each for the reason and with the words that follow.
func refused(appliersWhySays ...string) map[string]*appliers.Refusal {
	all := map[string]*appliers.Refusal{}
	for r := range slices.Chunk(appliersWhySays, 3) {
		all[r[0]] = &appliers.Refusal{Why: r[1], Says: r[2]}
	}
	return all
}

// applierSpecs is the list of cases.
func applierSpecs() []applierSpec {
	odd, noExtract := `it's "odd"`, `near "FROM": syntax error`
	far := []func(map[string][]string){put("a", map[int]string{0: "-4", 5: "40"})}
	gaps := []func(map[string][]string){put("a", map[int]string{1: ""}), put("b", map[int]string{2: "NA", 4: ""}), put("town", map[int]string{3: ""})}
	return []applierSpec{
		{name: "numbers", what: "numbers alone, and a name with marks", inputs: []string{"a", "b", odd}, fit: "--target y --method sir --dim 2"},
		{name: "not scaled", what: "columns in their own units", inputs: []string{"a", "b", "c"}, fit: "--target y --method pls --dim 2 --no-scale"},
		{name: "relevance", what: "components that are scaled by their relevance", inputs: []string{"a", "b", "c"}, fit: "--target y --method sca --dim 2 --centres 20"},
		{name: "weights of zero", what: "inputs that no component has weight on", inputs: []string{"a", "b", "c", odd, "town"}, fit: "--target y --method spls --dim 1"},
		{
			name: "number", what: "a number predicted, with intervals, also far from all rows of the fit", inputs: []string{"a", "b", "c"},
			fit: "--target y --method pls --dim 1 --predictor", cells: far,
		},
		{
			name: "no limits", what: "a number predicted by a model that has no limits", inputs: []string{"a", "b", "c"},
			fit: "--target y --method pls --dim 1 --predictor", cells: far, change: func(p *library.Predictor) { p.Low, p.High = nil, nil },
		},
		{name: "several numbers", what: "several numbers predicted, each within its limits", inputs: []string{"a", "b", "c"}, fit: "--target y,u,v --method pls --dim 2 --predictor", cells: far},
		{name: "class", what: "a class predicted, with calibrated probabilities", inputs: []string{"a", "b", "town"}, fit: "--target kind --method lda --dim 2 --predictor", change: func(p *library.Predictor) {
			p.Components, p.KernelMachine = nil, drawnMachine(8, 2, 5, 3)
			p.Link, p.Power, p.Floor = "", 1.2, .03
		}},
		{name: "labels", what: "labels predicted, with calibrated probabilities", inputs: []string{"a", "b", "c"}, fit: "--target tags --kind labels --method mddm --dim 2 --predictor"},
		{
			name: "levels", what: "levels of words, in any case of letters, of codes and of truth values", inputs: []string{"a", "town", "answer", "code", "garden"},
			fit: "--target y --method pls --dim 2 --nominal code --predictor", cells: []func(map[string][]string){put("answer", map[int]string{0: "YES", 1: "no"})},
		},
		{
			name: "unseen levels", what: "words that the fit has not seen are none of its levels, in capitals too where it had none", inputs: []string{"a", "town", "answer", "code"},
			fit: "--target y --method pls --dim 1 --nominal code --predictor", cells: []func(map[string][]string){put("town", map[int]string{1: "Rome"}), put("code", map[int]string{2: "40"}), put("answer", map[int]string{4: "MAYBE"})},
			unsupported: refused(appliers.R, "R refuses new levels, as predict.lm does", "factor answer has new levels MAYBE"),
		},
		{
			name: "dates", what: "dates with what comes round in them, and times of day", inputs: []string{"a", "when", "at"}, fit: "--target y --method pls --dim 2 --predictor",
			unsupported: refused(appliers.ExportSQL, "SQLite has no EXTRACT", noExtract),
		},
		{
			name: "months first", what: "dates that begin with the month, and the time of the year in them", inputs: []string{"a", "seen"}, fit: "--target y --method pls --dim 1",
			unsupported: refused(appliers.ExportSQL, "SQLite has no EXTRACT", noExtract, appliers.ExportPython, "it takes dates of a frame, or ISO texts", "Error parsing datetime string"),
		},
		{
			name: "amounts", what: "amounts as people write them, with points and with commas", inputs: []string{"a", "price", "euros"}, fit: "--target y --method pls --dim 1",
			cells:       []func(map[string][]string){put("price", map[int]string{1: "($12.25)", 2: "$7"}), put("euros", map[int]string{1: "-1.234,5 €", 3: "12"})},
			unsupported: refused(appliers.R, "amounts must be numbers in R", `column "price" holds amounts; give them as numbers`, appliers.ExportSQL, "amounts must be numbers in a database; SQLite takes a text for 0", ""),
		},
		{name: "mean for missing", what: "missing values filled in by means", inputs: []string{"a", "b", "town"}, fit: "--target y --method pls --dim 2 --predictor --missing mean", cells: gaps},
		{name: "median for missing", what: "missing values filled in by medians, of dates too", inputs: []string{"a", "b", "when"}, fit: "--target y --method pls --dim 1 --missing median",
			cells: append(gaps[:2:2], put("when", map[int]string{3: ""})), unsupported: refused(appliers.ExportSQL, "SQLite has no EXTRACT", noExtract)},
		{
			name: "missing", what: "missing values that nothing is filled in for", inputs: []string{"a", "b", "town"}, fit: "--target y --method pls --dim 1 --predictor", cells: gaps,
			unsupported: refused(appliers.Library, "rows must be whole", "the value is missing", appliers.Command, "rows must be whole", "the value is missing", appliers.Python, "rows must be whole, as in scikit-learn", "contains NaN"),
		},
		{
			name: "marks", what: "marks of missing values that the table of the fit had", inputs: []string{"a", "b", "town"},
			fit: "--target y --method pls --dim 1 --missing mean --na -999,unknown", cells: []func(map[string][]string){put("a", map[int]string{1: "-999"}), put("town", map[int]string{3: "unknown"})},
		},
		{
			name: "softmax", what: "a class predicted from components of the predictor's own, with slopes, and probabilities in proportion to exp(f)", inputs: []string{"a", "b", "town"},
			fit: "--target kind --method lda --dim 2 --predictor", cells: far, change: func(p *library.Predictor) {
				p.Components, p.KernelMachine = drawnMatrix(1, 3, 5), drawnMachine(2, 3, 4, 3)
				p.Kernel, p.Link, p.Power, p.Floor = "manhattan", "softmax", 0, 0
			},
		},
		{
			name: "logit", what: "labels predicted, each by 1/(1 + exp(-f))", inputs: []string{"a", "b", "c"},
			fit: "--target tags --kind labels --method mddm --dim 2 --predictor", cells: far, change: func(p *library.Predictor) {
				p.Components, p.KernelMachine = nil, drawnMachine(3, 2, 5, 3)
				p.Kernel, p.Link, p.Power, p.Floor = "laplace", "logit", 0, 0
			},
		},
		{
			name: "logarithms", what: "numbers of which one is predicted by its logarithm, intervals of another length for each row, and no end below the least", inputs: []string{"a", "b", "c"},
			fit: "--target y,u,v --method pls --dim 2 --predictor", cells: far, change: func(p *library.Predictor) {
				p.Components, p.KernelMachine = nil, drawnMachine(4, 2, 5, 3)
				p.Slopes, p.Offset, p.Log = nil, []float64{1, .5, 0}, []bool{false, true, false}
				p.Low, p.High, p.Least = []float64{.97, .2, -1}, []float64{2, 2.5, 2}, []float64{.75, 1.5, -9}
				p.Intervals = []library.Interval{{Percent: 90, Half: []float64{.6, .4, .3}}}
				p.Deviation = &library.Deviation{KernelMachine: drawnMachine(5, 2, 3, 3), Low: []float64{-1, -2, -2}, High: []float64{.5, .7, .6}}
				p.Deviation.Kernel, p.Deviation.Slopes, p.Deviation.Offset = "laplace", nil, []float64{-.2, 0, .3}
			},
		},
		{
			name: "slopes alone", what: "a number predicted by a plane, from inputs that no component has weight on", inputs: []string{"a", "b", "c", odd, "town"},
			fit: "--target y --method spls --dim 1 --predictor --missing mean", cells: append(far, gaps...), change: func(p *library.Predictor) {
				p.Components, p.KernelMachine = drawnMatrix(6, 2, 7), drawnMachine(7, 2, 0, 1)
				p.Low, p.High = nil, nil
			},
		},
	}
}

// drawnMatrix is rows of random numbers.
func drawnMatrix(seed uint64, rows, columns int) [][]float64 {
	random, all := rand.New(rand.NewPCG(seed, 61)), make([][]float64, rows)
	for i := range all {
		for range columns {
			all[i] = append(all[i], math.Round(1000*random.NormFloat64())/1000)
		}
	}
	return all
}

// drawnMachine is a random one that predicts some numbers from dim of them.
func drawnMachine(seed uint64, dim, centres, names int) library.KernelMachine {
	scales := drawnMatrix(seed, 1, dim)[0]
	for k, v := range scales {
		scales[k] = .1 + .3*math.Abs(v)
	}
	return library.KernelMachine{
		Kernel: "gaussian", Scales: scales, Centres: drawnMatrix(seed+10, centres, dim), Weights: drawnMatrix(seed+20, centres, names),
		Offset: drawnMatrix(seed+30, 1, names)[0], Slopes: drawnMatrix(seed+40, dim, names),
	}
}

func applierText(t *testing.T, records [][]string) string {
	t.Helper()
	var text strings.Builder
	if err := csv.NewWriter(&text).WriteAll(records); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// rows are the new rows of a case: its inputs alone.
func (s applierSpec) rows(t *testing.T) string {
	t.Helper()
	all := applierTable(6, 2)
	cells := map[string][]string{}
	for k, name := range all[0] {
		for _, record := range all[1:] {
			cells[name] = append(cells[name], record[k])
		}
	}
	for _, change := range s.cells {
		change(cells)
	}
	records := [][]string{s.inputs}
	for i := range all[1:] {
		var record []string
		for _, name := range s.inputs {
			record = append(record, cells[name][i])
		}
		records = append(records, record)
	}
	return applierText(t, records)
}

// model fits the model of a case.
func (s applierSpec) model(t *testing.T) []byte {
	t.Helper()
	in := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(in, []byte(applierText(t, applierTable(48, 1))), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"fit", in, "--no-verdict", "-o", "-"}
	for _, name := range s.inputs {
		args = append(args, "--inputs", strings.NewReplacer(`"`, "?").Replace(name))
	}
	printed := must(t, "", append(args, strings.Fields(s.fit)...)...)
	m, err := library.ReadModel(strings.NewReader(printed))
	if err != nil {
		t.Fatal(err)
	}
	m.Source, m.Trace = nil, nil // which the next fit has otherwise
	if s.change != nil {
		s.change(m.Predictor)
	}
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// expect puts down what the library makes of the rows of a case. Inputs that a model does not fill in are
// filled in with 0 and with 1: those that differ are missing.
func expect(t *testing.T, c *appliers.Case) {
	t.Helper()
	m, err := c.Projection()
	if err != nil {
		t.Fatal(err)
	}
	filled := func(v float64) [][]float64 {
		other := *m
		other.Fill = slices.Repeat([]float64{v}, len(m.Inputs))
		x, err := inputsOf(t, &other, c.Rows)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	c.Inputs = filled(0)
	whole, gaps := filled(0), make([]bool, len(c.Inputs))
	for i, row := range filled(1) {
		for j, v := range row {
			if v == whole[i][j] {
				continue
			}
			c.Inputs[i][j], gaps[i] = math.NaN(), m.Fill == nil
			if m.Fill != nil {
				whole[i][j] = m.Fill[j]
			}
		}
	}
	c.Components = applied(t, m.Transform, whole, gaps)
	if m.Predictor == nil {
		return
	}
	c.Predictions = applied(t, m.Predict, whole, gaps)
	if m.Predictor.HasInterval(90) {
		end := func(upper bool) func(context.Context, rows.Source) (*rows.Matrix, error) {
			return func(ctx context.Context, x rows.Source) (*rows.Matrix, error) {
				_, low, high, err := m.PredictIntervals(ctx, x, 90)
				if upper {
					low = high
				}
				return low, err
			}
		}
		c.Lower, c.Upper = applied(t, end(false), whole, gaps), applied(t, end(true), whole, gaps)
	}
	c.Answers = answersOf(m, c.Predictions)
}

// inputsOf are the inputs of a model, found in rows by name.
func inputsOf(t *testing.T, m *library.Projection, text string) ([][]float64, error) {
	t.Helper()
	wanted, options := table.WantedBy(m), table.Options{}
	wanted.Target = nil
	if m.Reading != nil {
		options.NA = m.Reading.NA
	}
	read, err := table.Read(t.Context(), strings.NewReader(text), "rows.csv", wanted.Reading(options))
	if err != nil {
		return nil, err
	}
	choice, err := read.Apply(wanted)
	if err != nil {
		return nil, err
	}
	return blockOf(t, choice.X), nil
}

func blockOf(t *testing.T, x rows.Source) (all [][]float64) {
	t.Helper()
	data, err := x.Block(t.Context(), 0, x.Len(), make([]float64, x.Len()*x.Width()))
	if err != nil {
		t.Fatal(err)
	}
	for row := range slices.Chunk(data, x.Width()) {
		all = append(all, slices.Clone(row))
	}
	return all
}

// applied is what f makes of rows, and NaN of those with gaps.
func applied(t *testing.T, f func(context.Context, rows.Source) (*rows.Matrix, error), x [][]float64, gaps []bool) [][]float64 {
	t.Helper()
	source, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	z, err := f(t.Context(), source)
	if err != nil {
		t.Fatal(err)
	}
	all := blockOf(t, z)
	for i, gap := range gaps {
		for k := range all[i] {
			if gap {
				all[i][k] = math.NaN()
			}
		}
	}
	return all
}

// answersOf are classes, or lists of labels, that are predicted.
func answersOf(m *library.Projection, probabilities [][]float64) (answers []string) {
	for _, p := range probabilities {
		switch m.Predictor.Kind {
		case output.KindClass:
			best := 0
			for k := range p {
				if p[k] > p[best] {
					best = k
				}
			}
			answers = append(answers, m.Predictor.Names[best])
		case output.KindLabels:
			var has []string
			for k, name := range m.Predictor.Names {
				if p[k] > .5 {
					has = append(has, name)
				}
			}
			answers = append(answers, strings.Join(has, ";"))
		}
	}
	return answers
}

// The cases are those of the list, and the library makes of their rows what they say. With -update
// they are made anew.
func TestAppliersHaveTheCasesOfTheList(t *testing.T) {
	specs := applierSpecs()
	if *update {
		var out bytes.Buffer
		between := "[\n"
		for _, s := range specs {
			c := appliers.Case{Name: s.name, What: s.what, Model: s.model(t), Rows: s.rows(t), Unsupported: s.unsupported}
			expect(t, &c)
			out.WriteString(between)
			if err := termtext.WriteJSON(&out, c); err != nil {
				t.Fatal(err)
			}
			between = ",\n"
		}
		out.WriteString("]\n")
		if err := os.WriteFile(applierCases, out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cases := readCases(t)
	if len(cases) != len(specs) {
		t.Fatalf("%d cases, and %d in the list; write them anew with -update", len(cases), len(specs))
	}
	for k, s := range specs {
		c := cases[k]
		if c.Name != s.name || c.What != s.what || c.Rows != s.rows(t) {
			t.Errorf("%s is another case; write them anew with -update", s.name)
		}
		now := c
		expect(t, &now)
		for name, pair := range map[string][2]appliers.Table{
			"inputs": {now.Inputs, c.Inputs}, "components": {now.Components, c.Components}, "predictions": {now.Predictions, c.Predictions},
			"lower ends": {now.Lower, c.Lower}, "upper ends": {now.Upper, c.Upper},
		} {
			if wrong := appliers.Differs(pair[0], pair[1], 1e-12); wrong != "" {
				t.Errorf("%s, %s: %s", c.Name, name, wrong)
			}
		}
		if !slices.Equal(now.Answers, c.Answers) {
			t.Errorf("%s: answers %q, want %q", c.Name, now.Answers, c.Answers)
		}
		if refusal := c.Unsupported[appliers.Library]; refusal != nil {
			m, err := c.Projection()
			if err == nil {
				_, err = inputsOf(t, m, c.Rows)
			}
			if err == nil || !strings.Contains(err.Error(), refusal.Says) {
				t.Errorf("%s: got %v, want %s", c.Name, err, refusal.Says)
			}
		}
	}
}

// Limits count: some predictions are at the lower one, some at the upper, and some model has none.
func TestAppliersHaveLimits(t *testing.T) {
	var low, high, none int
	for _, c := range readCases(t) {
		m, err := c.Projection()
		if err != nil {
			t.Fatal(err)
		}
		switch p := m.Predictor; {
		case p == nil || !p.Kind.Numeric():
		case p.Low == nil:
			none++
		default:
			for _, row := range c.Predictions {
				for k, v := range row {
					switch v {
					case p.Low[k]:
						low++
					case p.High[k]:
						high++
					}
				}
			}
		}
	}
	if low == 0 || high == 0 || none == 0 {
		t.Errorf("%d predictions at the lower limit, %d at the upper, %d models without limits", low, high, none)
	}
}

// Transform and predict print what the cases say.
func TestAppliersOnTheCommandLine(t *testing.T) {
	for _, c := range readCases(t) {
		t.Run(c.Name, func(t *testing.T) {
			inDirectory(t, map[string]string{"model.json": string(c.Model), "rows.csv": c.Rows})
			if refusal := c.Unsupported[appliers.Command]; refusal != nil {
				if got := invoke(t, "", "transform", "model.json", "rows.csv"); got.code == codeDone || !strings.Contains(got.err, refusal.Says) {
					t.Errorf("exit code %d: %s", got.code, got.err)
				}
				return
			}
			if wrong := appliers.Differs(printedNumbers(t, must(t, "", "transform", "model.json", "rows.csv")), c.Components, 1e-12); wrong != "" {
				t.Error(wrong)
			}
			switch {
			case c.Predictions == nil:
			case c.Answers != nil:
				wantAnswers(t, c, must(t, "", "predict", "model.json", "rows.csv", "--probabilities"))
			default:
				var want appliers.Table
				for i, row := range c.Predictions {
					want = append(want, nil)
					for k, v := range row {
						want[i] = append(want[i], v, c.Lower[i][k], c.Upper[i][k])
					}
				}
				if wrong := appliers.Differs(printedNumbers(t, must(t, "", "predict", "model.json", "rows.csv", "--interval", "90")), want, 1e-12); wrong != "" {
					t.Error(wrong)
				}
			}
		})
	}
}

// printedNumbers are those of a table that was printed.
func printedNumbers(t *testing.T, text string) (all appliers.Table) {
	t.Helper()
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		var row []float64
		for _, cell := range record {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		all = append(all, row)
	}
	return all
}

// wantAnswers looks at a printed table of classes, or of labels as 0 and 1, before their probabilities.
func wantAnswers(t *testing.T, c appliers.Case, text string) {
	t.Helper()
	m, err := c.Projection()
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	answers := 1
	if m.Predictor.Kind == output.KindLabels {
		answers = len(m.Predictor.Names)
	}
	var numbers strings.Builder
	w := csv.NewWriter(&numbers)
	for i, record := range records {
		if err := w.Write(record[answers:]); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			continue
		}
		got := record[0]
		if answers > 1 {
			var has []string
			for k, name := range m.Predictor.Names {
				if record[k] == "1" {
					has = append(has, name)
				}
			}
			got = strings.Join(has, ";")
		}
		if got != c.Answers[i-1] {
			t.Errorf("row %d: %s, want %s", i, got, c.Answers[i-1])
		}
	}
	w.Flush()
	if wrong := appliers.Differs(printedNumbers(t, numbers.String()), c.Predictions, 1e-12); wrong != "" {
		t.Error(wrong)
	}
}

func readCases(t *testing.T) []appliers.Case {
	t.Helper()
	cases, err := appliers.Read(applierCases)
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

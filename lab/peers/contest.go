package peers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"suffice/internal/humanize"
	"suffice/internal/journal"
	"suffice/internal/release"
	"suffice/lab/experiment"
)

// Contest says what is measured, and how.
type Contest struct {
	Sizes   []int // numbers of rows, in ascending order
	Limit   time.Duration
	Seed    uint64
	Threads int      // of each process
	Program []string // that runs Fit: method, x file, y file and seed are added to it
	Python  *Python  // may be nil: then only ours are measured
}

// Measures of a fit.
const (
	peak     = "MB"
	distance = "error"
	rmse     = "rmse"
)

// Begin draws what is needed, and returns the experiment with all entrants on all data sets, from the
// smallest size to the largest. One that could not do it is not run again. End removes its files.
func (c Contest) Begin(ctx context.Context) (e experiment.Experiment, end func() error, err error) {
	w, err := begin(script, nil)
	if err != nil {
		return e, nil, err
	}
	m := &measuring{Contest: c, files: w.files, lost: map[Entrant]bool{}}
	if err = os.WriteFile(m.refined(), rmaveScript, 0o600); err != nil {
		err = m.cannot(err)
	} else {
		m.test, err = draw(ctx, c.Seed, testStream, testRows, testRows, func([]float64) error { return nil })
	}
	if err != nil {
		return e, nil, errors.Join(err, w.end())
	}
	e = experiment.Experiment{
		Name: "bench peers", Title: fmt.Sprintf("fits of %d inputs to 2 components, each in a process of its own, %s, seed %d", Inputs, humanize.Count(c.Threads, "thread"), c.Seed),
		Repeats: 1, InOrder: true, ByTable: true, Across: "rows",
		Measures: []experiment.Measure{
			{Name: experiment.Seconds, Means: "of the fit alone, that cores worked"},
			{Name: peak, Means: "most that the process held until the end of its first run, its data included"},
			{Name: distance, Means: "of the subspace: 0 is the answer, 0.71 one of two, 0.98 is chance", Digits: 4},
			{Name: rmse, Means: "test error of the 5 nearest rows in the components; noise is 0.1", Digits: 3},
		},
		Notes: []string{"-: not run, because of what came before", "versions: " + c.versions()},
		Settings: []journal.Setting{
			{Name: "seed", Value: c.Seed}, {Name: "limit", Value: c.Limit.String()}, {Name: "threads", Value: c.Threads, Other: "another number of threads"},
		},
	}
	for _, set := range Sets() {
		e.Notes = append(e.Notes, set.Name+": "+set.Formula)
	}
	for _, n := range c.Sizes {
		for _, set := range Sets() {
			for _, one := range c.Entrants() {
				e.Cases = append(e.Cases, experiment.Case{
					Table: fmt.Sprintf("%s %d", set.Name, n), Method: one.String(), Rows: n, Inputs: Inputs, Panel: one.panel(set),
					Try: func(ctx context.Context, _ uint64) (experiment.Trial, error) { return m.try(ctx, set, one, n) },
				})
			}
		}
	}
	return e, w.end, nil
}

// Entrants are those that can be measured.
func (c Contest) Entrants() (all []Entrant) {
	for _, e := range Entrants() {
		if e.Program == Ours || c.Python.has(e.Program) {
			all = append(all, e)
		}
	}
	return all
}

// versions are those of all that is measured.
func (c Contest) versions() string {
	all := []string{Ours + " " + release.Version()}
	if c.Python != nil {
		for _, name := range []string{"python", "numpy", "scipy", "scikit-learn", "statsmodels", "sliced", "direpack"} {
			if v := c.Python.Versions[name]; v != "" {
				all = append(all, name+" "+v)
			}
		}
	}
	return strings.Join(all, ", ")
}

// families are methods that do the same work, or are used for the same, by the keys of entrants.
var families = map[string][]string{
	"PCA and other lines":                        {"suffice/pca", "scikit-learn/pca", "suffice/cca", "suffice/pls", "scikit-learn/pls"},
	"any dependence":                             {"suffice/sca", "suffice/nca", "scikit-learn/nca"},
	"SIR, and LDA, which is the same for slices": {"suffice/sir", "suffice/lda", "scikit-learn/lda", "statsmodels/sir", "direpack/sir", "sliced/sir"},
	"SAVE and DR":                                {"suffice/save", "statsmodels/save", "direpack/save", "sliced/save", "suffice/dr", "numpy/dr"},
	"gradients and local lines":                  {"suffice/gkdr", "numpy/gkdr", "suffice/opg", "suffice/mave", "numpy/mave"},
}

// panel is where a picture has the entrant.
func (e Entrant) panel(set Data) string {
	for family, keys := range families {
		if slices.Contains(keys, e.Key()) {
			return set.Name + ": " + family
		}
	}
	return set.Name
}

// measuring is a contest at work.
type measuring struct {
	Contest
	files
	n           int // rows of train
	train, test drawn
	lost        map[Entrant]bool // those that could not do it
}

// try runs one fit in a process of its own and judges it. The data is drawn when it is
// needed first. That an entrant cannot do it is a result too.
func (m *measuring) try(ctx context.Context, set Data, e Entrant, n int) (t experiment.Trial, err error) {
	if m.lost[e] {
		return t, nil
	}
	if m.n != n {
		if m.train, err = m.writeData(ctx, m.Seed, n); err != nil {
			return t, err
		}
		m.n = n
	}
	got, err := measure(ctx, m.command(set, e), m.Threads, m.Limit)
	if err == nil {
		t.Values = map[string]float64{experiment.Seconds: got.Seconds, peak: float64(got.Peak) / 1e6}
		t.Values[distance], t.Values[rmse], err = judge(ctx, got.Directions, m.train, m.test, set)
	}
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if err != nil {
		m.lost[e] = true
		t = experiment.Trial{Problem: cmp.Or(map[bool]string{true: "too little memory"}[got.Memory], err.Error())}
	}
	return t, nil
}

func (m *measuring) command(set Data, e Entrant) []string {
	if e == refined {
		return []string{m.Python.program, m.refined(), m.x(), m.y(set), fmt.Sprint(dim)}
	}
	if e.Program != Ours {
		return []string{m.Python.program, m.script(), "fit", e.Key(), m.x(), m.y(set)}
	}
	method := filepath.Base(e.Key())
	return append(append([]string{}, m.Program...), method, m.x(), m.y(set), fmt.Sprint(m.Seed))
}

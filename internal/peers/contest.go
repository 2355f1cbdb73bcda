package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"suffice/internal/journal"
	"suffice/internal/trials"
	"suffice/internal/wording"
)

// Contest says what is measured, and how.
type Contest struct {
	Sizes   []int // numbers of rows, in ascending order
	Limit   time.Duration
	Seed    uint64
	Threads int      // of each process
	Program []string // that runs Fit: method, x file, y file and seed are added to it
	Python  *Python  // may be nil: then only ours are measured
	State   *State   // results of before, which are not made again; may be nil

	Told func(format string, values ...any) // of what is being done; may be nil
}

// Result is what came of a fit.
type Result struct {
	Data    string `json:"data"`
	N       int    `json:"n"`
	Program string `json:"program"`
	Method  string `json:"method"`

	Seconds float64 `json:"seconds,omitempty"` // of the fastest run
	Runs    int     `json:"runs,omitempty"`
	Loaded  int64   `json:"loaded_bytes,omitempty"` // held before the fit: the program and the data
	Peak    int64   `json:"peak_bytes,omitempty"`   // most held until the end of the first run
	Error   float64 `json:"error,omitempty"`        // of the subspace
	RMSE    float64 `json:"rmse,omitempty"`         // of predictions by the nearest neighbours

	Status  Status `json:"status"`
	Problem string `json:"problem,omitempty"` // why it failed
}

// Status is whether a fit was done, and why not.
type Status string

// These are all.
const (
	Done     Status = "done"
	OverTime Status = "over time" // longer than the limit
	NoMemory Status = "no memory" // more than the machine has
	Failed   Status = "failed"
	Skipped  Status = "not run" // because of what came of fewer rows, or of the data set before
)

// Run measures all entrants on all data sets, from the smallest size to the largest. One
// that could not do it is not run again.
func (c Contest) Run(ctx context.Context) (results []Result, err error) {
	w, err := begin(script, nil)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	m := &measuring{Contest: c, files: w.files}
	if err := os.WriteFile(m.refined(), rmaveScript, 0o600); err != nil {
		return nil, m.cannot(err)
	}
	if m.test, err = draw(ctx, c.Seed, testStream, testRows, testRows, func([]float64) error { return nil }); err != nil {
		return nil, err
	}
	plan := m.plan()
	if err := plan.Run(ctx); err != nil {
		return nil, err
	}
	for size := range c.Sizes {
		for _, made := range plan.Made {
			results = append(results, made[size])
		}
	}
	return results, nil
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

// measuring is a contest at work.
type measuring struct {
	Contest
	files
	n           int // rows of train
	train, test drawn
}

// plan has a kind of trials for each entrant on each data set, and a repeat for each size.
func (m *measuring) plan() *trials.Plan[stateKey, Result] {
	sets, entrants := Sets(), m.Entrants()
	blank := func(kind, size int) Result {
		e := entrants[kind%len(entrants)]
		return Result{Data: sets[kind/len(entrants)].Name, N: m.Sizes[size], Program: e.Program, Method: e.Method}
	}
	plan := &trials.Plan[stateKey, Result]{
		Kinds: len(sets) * len(entrants), Repeats: len(m.Sizes), InOrder: true,
		Seconds: func(r Result) float64 { return r.Seconds },
		Journal: m.State, Key: func(kind, size int) stateKey { return keyOf(blank(kind, size)) },
		Again: func(r Result) bool { return r.Status == Skipped },
	}
	plan.Try = func(ctx context.Context, kind, size int) (Result, error) {
		result := blank(kind, size)
		before := kind - len(entrants) // the same entrant on the data set before, or with fewer rows
		if before < 0 {
			before, size = before+plan.Kinds, size-1
		}
		if size >= 0 && plan.Made[before][size].Status != Done {
			result.Status = Skipped
			return result, nil
		}
		err := m.measure(ctx, &result, sets[kind/len(entrants)], entrants[kind%len(entrants)])
		return result, err
	}
	return plan
}

// measure runs one fit in a process of its own and judges it. The data is drawn when it is
// needed first.
func (m *measuring) measure(ctx context.Context, result *Result, set Data, e Entrant) (err error) {
	if m.n != result.N {
		m.tell("drawing %s", wording.Count(result.N, "row"))
		if m.train, err = m.writeData(ctx, m.Seed, result.N); err != nil {
			return err
		}
		m.n = result.N
	}
	m.tell("%s, %s, %s", e, wording.Count(result.N, "row"), set.Name)
	got, err := measure(ctx, m.command(set, e), m.Threads, m.Limit)
	if err == nil {
		result.Seconds, result.Runs, result.Loaded, result.Peak = got.Seconds, got.Runs, got.Loaded, got.Peak
		result.Error, result.RMSE, err = judge(ctx, got.Directions, m.train, m.test, set)
	}
	result.explain(got, err)
	return ctx.Err()
}

// explain says whether a fit has a result, or why not: that is one too, and the others go on.
func (r *Result) explain(got line, err error) {
	switch {
	case err == nil:
		r.Status = Done
	case errors.Is(err, errOverTime):
		r.Status = OverTime
	case got.Memory:
		r.Status = NoMemory
	default:
		r.Status, r.Problem = Failed, err.Error()
	}
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

func (m *measuring) tell(format string, values ...any) {
	if m.Told != nil {
		m.Told(format, values...)
	}
}

// State is a file that remembers what was measured, so that a run that was interrupted
// goes on where it stopped. All methods of a nil *State work: it knows nothing and
// forgets all.
type State = journal.Journal[stateKey, Result]

type stateKey struct {
	data, program, method string
	n                     int
}

func keyOf(r Result) stateKey { return stateKey{r.Data, r.Program, r.Method, r.N} }

// OpenState opens the file at path, or begins a new one. A file of another seed, limit or
// number of threads is an error.
func OpenState(path string, seed uint64, limit time.Duration, threads int) (*State, error) {
	return journal.Open(path, stateOf(seed, limit, threads))
}

func stateOf(seed uint64, limit time.Duration, threads int) journal.Kind[stateKey, Result] {
	return journal.Kind[stateKey, Result]{
		Format: "suffice/peers", Command: "suffice bench peers", Result: "result",
		Settings: []journal.Setting{
			{Name: "seed", Value: seed}, {Name: "limit", Value: limit.String()},
			{Name: "threads", Value: threads, Other: "another number of threads"},
		},
		Key: keyOf, Fields: []string{"data", "program", "method", "n", "status"},
		Check: func(_ stateKey, r Result) error {
			if r.N < 1 {
				return errors.New("it has no rows")
			}
			return nil
		},
	}
}

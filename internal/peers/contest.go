package peers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

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
	dir, err := os.MkdirTemp("", "suffice-peers-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	place := files{dir}
	if err := os.WriteFile(place.script(), script, 0o600); err != nil {
		return nil, place.cannot(err)
	}
	test, err := draw(ctx, c.Seed, testStream, testRows, testRows, func([]float64) error { return nil })
	if err != nil {
		return nil, err
	}
	out := map[Entrant]bool{}
	for _, n := range c.Sizes {
		round := round{Contest: c, n: n, files: place, test: test, out: out}
		some, err := round.run(ctx)
		if err != nil {
			return nil, err
		}
		results = append(results, some...)
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

// round is a contest at one size.
type round struct {
	Contest
	files
	n           int
	train, test drawn
	out         map[Entrant]bool // those that could not do it
}

func (r *round) run(ctx context.Context) (results []Result, err error) {
	for _, set := range Sets() {
		for _, e := range r.Entrants() {
			result, known := r.State.find(set, r.n, e)
			switch {
			case known:
			case r.out[e]:
				result = r.result(set, e, Skipped)
			default:
				if result, err = r.measure(ctx, set, e); err != nil {
					return nil, err
				}
				if err := r.State.add(result); err != nil {
					return nil, err
				}
			}
			r.out[e] = result.Status != Done
			results = append(results, result)
		}
	}
	return results, nil
}

func (r *round) result(set Data, e Entrant, status Status) Result {
	return Result{Data: set.Name, N: r.n, Program: e.Program, Method: e.Method, Status: status}
}

// measure runs one fit in a process of its own and judges it. The data is drawn when it is
// needed first.
func (r *round) measure(ctx context.Context, set Data, e Entrant) (Result, error) {
	if r.train.x == nil {
		r.tell("drawing %s", wording.Count(r.n, "row"))
		var err error
		if r.train, err = r.writeData(ctx, r.Seed, r.n); err != nil {
			return Result{}, err
		}
	}
	r.tell("%s, %s, %s", e, wording.Count(r.n, "row"), set.Name)
	got, err := measure(ctx, r.command(set, e), r.Threads, r.Limit)
	result := r.result(set, e, Done)
	if err == nil {
		result.Seconds, result.Runs, result.Loaded, result.Peak = got.Seconds, got.Runs, got.Loaded, got.Peak
		result.Error, result.RMSE, err = judge(ctx, got.Directions, r.train, r.test, set)
	}
	result.explain(got, err)
	return result, ctx.Err()
}

// explain says why a fit has no result, if so. That is a result too: the others go on.
func (r *Result) explain(got line, err error) {
	switch {
	case err == nil:
	case errors.Is(err, errOverTime):
		r.Status = OverTime
	case got.Memory:
		r.Status = NoMemory
	default:
		r.Status, r.Problem = Failed, err.Error()
	}
}

func (r *round) command(set Data, e Entrant) []string {
	if e.Program != Ours {
		return []string{r.Python.program, r.script(), "fit", e.Key(), r.x(), r.y(set)}
	}
	method := filepath.Base(e.Key())
	return append(append([]string{}, r.Program...), method, r.x(), r.y(set), fmt.Sprint(r.Seed))
}

func (r *round) tell(format string, values ...any) {
	if r.Told != nil {
		r.Told(format, values...)
	}
}

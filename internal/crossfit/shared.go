package crossfit

import (
	"context"
	"slices"
	"sync"

	"suffice/internal/linalg"
)

// Shared searches for so many components with rows that several folds have in common to learn
// from, in ascending order. It returns nil where these rows are too few, or only whole fits tell
// what is found.
type Shared func(ctx context.Context, dim int, common []int, seed uint64) (Begun, error)

// Begun finds components with some rows, among which those of the search are, from where it has
// led, and returns those of all rows.
type Begun func(ctx context.Context, rows []int) (linalg.Matrix, error)

// Half of the folds share a search: it has the rows that all of them learn from, which are those
// of the other half. So no fold is predicted from components that have seen it, neither beside all
// other folds nor, for P, beside those before it, and a search is made twice instead of once for
// each fold.

// group is that of fold k.
func (f *Folds) group(k int) int {
	if f.Time != nil { // each fold learns from all rows before it
		return 0
	}
	return min(1, k/max(1, f.Folds/2))
}

// common are the rows that all folds of a group learn from.
func (f *Folds) common(group int) []int {
	var common []int
	for _, p := range f.Parts {
		switch {
		case p.group != group:
		case common == nil:
			common = p.train
		default:
			common = slices.DeleteFunc(slices.Clone(common), func(i int) bool {
				_, found := slices.BinarySearch(p.train, i)
				return !found
			})
		}
	}
	return common
}

// begun are the searches that folds share, each of which the first fold that needs it makes.
type begun struct {
	mu       sync.Mutex
	methods  map[string]Shared
	searches map[sharedBy]func() (*searched, error)
}

// searched is what folds share: a search, and how their regressions on what it has found are tuned.
type searched struct {
	with  Begun
	tuned Tuned
}

// sharedBy are those who share a search.
type sharedBy struct {
	method     string
	dim, group int
}

// searched is what a group of folds shares; nil where each has a fit of its own.
func (f *Folds) searched(ctx context.Context, group int, method Method, dim int) (*searched, error) {
	if method.Share == nil {
		return nil, nil
	}
	by := sharedBy{method.Name, dim, group}
	f.begun.mu.Lock()
	if f.begun.searches == nil {
		f.begun.methods, f.begun.searches = map[string]Shared{}, map[sharedBy]func() (*searched, error){}
	}
	shared, ok := f.begun.methods[method.Name]
	if !ok {
		shared = method.Share(f.x, f.y)
		f.begun.methods[method.Name] = shared
	}
	search, ok := f.begun.searches[by]
	if !ok {
		search = sync.OnceValues(func() (*searched, error) { return f.search(ctx, group, shared, dim) })
		f.begun.searches[by] = search
	}
	f.begun.mu.Unlock()
	return search()
}

func (f *Folds) search(ctx context.Context, group int, shared Shared, dim int) (*searched, error) {
	common := f.common(group)
	with, err := shared(ctx, dim, common, f.Seed+uint64(group))
	if with == nil || err != nil {
		return nil, err
	}
	z, err := with(ctx, common)
	if err != nil {
		return nil, err
	}
	tuned, err := f.targets.Of(common).tune(z.Pick(common), f.Seed+uint64(group))
	return &searched{with, tuned}, err
}

package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/output"
	"suffice/rows"
)

// RankOptions say how [RankInputs] tests.
type RankOptions struct {
	Method   suffice.Method  // whose components predict
	Options  suffice.Options // of the method; Dim is the number of components
	Folds    int             // 0 means 2, with which p is exact: see RankInputs
	Train    int             // rows that a fit sees at most; 0 means 2000
	Copies   int             // of each input, and of each group of inputs that go together; 0 means 50
	Group    []int           // rows of one group belong together; nil means that none do
	Time     []float64       // when each row was made; nil means that it does not matter
	Block    []int           // copies take the rest from rows of the same block; nil means from any
	Progress func(done, all int)
}

// RankResult is what the inputs are worth beside each other.
type RankResult struct {
	Method   string        `json:"method"`
	Dim      int           `json:"dim"`
	Rows     int           `json:"rows"`     // that were predicted
	Copies   int           `json:"copies"`   // that each input was compared with
	Together float64       `json:"together"` // what all inputs tell: the share of rows whose class is right, or of right labels, or of the error of guessing that is gone
	Inputs   []RankedInput `json:"inputs"`   // the surest first
	Groups   []RankedGroup `json:"groups"`   // that go together, large ones and those within them, the surest first
}

// RankedInput is a column, with all its levels where it is nominal.
type RankedInput struct {
	Column string `json:"column"`
	Worth
}

// RankedGroup is columns that go together, tested as one.
type RankedGroup struct {
	Columns []string `json:"columns"`
	Alike   float64  `json:"alike"` // the rank correlation, with either sign, of any two of them at least
	Worth
}

// String names two of the columns and says how many more there are.
func (g RankedGroup) String() string {
	if more := len(g.Columns) - 2; more > 0 {
		return fmt.Sprintf("%s, %s, %d more", g.Columns[0], g.Columns[1], more)
	}
	return strings.Join(g.Columns, ", ")
}

// Worth is what columns add to all others.
type Worth struct {
	Loss     float64 `json:"loss"`     // share of the error of guessing that comes back without what they alone say
	P        float64 `json:"p"`        // the chance of such a loss if y is independent of them given the others
	Adjusted float64 `json:"adjusted"` // p, adjusted for all that is tested
}

// Needed are the columns with an adjusted p of that level at most, and the groups that no needed
// column or smaller group is of: of each of these some columns are needed, and it cannot be told which.
func (r *RankResult) Needed(level float64) (columns []string, groups []RankedGroup) {
	var found [][]string
	for _, input := range r.Inputs {
		if input.Adjusted <= level {
			columns, found = append(columns, input.Column), append(found, []string{input.Column})
		}
	}
	smallest := slices.SortedStableFunc(slices.Values(r.Groups), func(a, b RankedGroup) int { return len(a.Columns) - len(b.Columns) })
	for _, group := range smallest {
		in := func(column string) bool { return slices.Contains(group.Columns, column) }
		if group.Adjusted <= level && !slices.ContainsFunc(found, func(part []string) bool { return in(part[0]) }) {
			groups, found = append(groups, group), append(found, group.Columns)
		}
	}
	return columns, groups
}

const usualCopies = 50

// RankInputs tests for each column whether y is independent of it given the others. Half of
// the rows find components, and the others are predicted from these: as they are, and with
// the column replaced by copies that keep what the others say of it (a linear prediction) and
// take the rest from other rows (the holdout randomization test; Tansey, Veitch, Zhang,
// Rabadan and Blei 2022). Where y does not need the column, its values and the copies are
// alike, and P is uniform; P compares its loss with those of the copies by Student's t. Then the
// halves change places, and losses are added. With more folds P of noise would not be uniform,
// because rows to predict would be among those that found the components of others.
//
// Columns that say nearly the same can replace each other, so that none is needed by itself. So
// columns that go together, whatever y is, are tested as one in the same way, and then within
// these smaller groups and single columns. See [RankedGroup].
//
// If what has an adjusted p below some level is taken to matter, the chance that any of it does
// not is that level at most; see docs/inputs.md.
func RankInputs(ctx context.Context, x rows.Source, y output.Output, options RankOptions) (*RankResult, error) {
	options.Folds, options.Copies = cmp.Or(options.Folds, 2), cmp.Or(options.Copies, usualCopies)
	switch {
	case options.Method.New == nil:
		return nil, errors.New("there is no method to find components with")
	case options.Options.Dim < 1 || options.Options.Dim > x.Width():
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", options.Options.Dim, x.Width())
	case options.Copies < 3:
		return nil, fmt.Errorf("%d copies of each input, but there must be at least 3", options.Copies)
	case x.Width() > mostRanked:
		return nil, fmt.Errorf("%d inputs are too many to be ranked beside each other; leave some out, or choose up to %d", x.Width(), mostRanked)
	}
	folds, err := crossfit.Divide(ctx, x, y, crossfit.Options{Folds: options.Folds, Train: options.Train, Seed: options.Options.Seed, Group: options.Group, Time: options.Time, Block: options.Block})
	if err != nil {
		return nil, err
	}
	r := &inputRanking{RankOptions: options, folds: folds, columns: rows.Columns(x)}
	if r.tops, err = bundled(ctx, x, r.columns, options.Options.Seed); err != nil {
		return nil, err
	}
	r.all = descendants(r.tops)
	return r.run(ctx)
}

// mostRanked is how many inputs are affordable.
const mostRanked = 1000

// inputRanking is one at work.
type inputRanking struct {
	RankOptions
	folds   *crossfit.Folds
	columns []rows.Column
	tops    []*bundle // that no others are of
	all     []*bundle

	given, guessed float64 // squared error with the columns as they are, and of a guess without inputs
	wrong          float64 // sum of losses with the columns as they are
}

func (r *inputRanking) run(ctx context.Context) (*RankResult, error) {
	for _, b := range r.all {
		b.copied = make([]float64, r.Copies)
	}
	for k := range r.folds.Parts {
		if err := r.judge(ctx, k); err != nil {
			return nil, err
		}
	}
	for _, b := range r.all {
		b.Loss, b.P = r.compare(b)
	}
	adjust(r.tops, len(r.columns))
	return r.result(), nil
}

func (r *inputRanking) result() *RankResult {
	result := &RankResult{Method: r.Method.Name, Dim: r.Options.Dim, Rows: r.folds.Rows, Copies: r.Copies, Together: 1 - r.given/r.guessed, Groups: []RankedGroup{}}
	if kind := r.folds.Parts[0].Test.Kind; kind == output.KindClass || kind == output.KindLabels {
		result.Together = 1 - r.wrong/float64(r.folds.Rows)
	}
	slices.SortStableFunc(r.all, func(a, b *bundle) int {
		return cmp.Or(cmp.Compare(a.Adjusted, b.Adjusted), cmp.Compare(a.P, b.P), cmp.Compare(b.Loss, a.Loss))
	})
	for _, b := range r.all {
		var names []string
		for _, c := range b.columns {
			names = append(names, r.columns[c].Name)
		}
		if len(names) == 1 {
			result.Inputs = append(result.Inputs, RankedInput{names[0], b.Worth})
		} else {
			result.Groups = append(result.Groups, RankedGroup{names, b.alike, b.Worth})
		}
	}
	return result
}

// compare tells how much is lost without what columns alone say, as predictions averaged over
// their copies tell, and how probable the losses with copies are if the given values are one more.
func (r *inputRanking) compare(b *bundle) (loss, p float64) {
	mean, variance := learn.Moments(b.copied)
	n := float64(len(b.copied))
	sd := math.Sqrt(variance * (1 + 1/n))
	if loss = min(1, max(0, (b.averaged-r.given)/r.guessed)); !(sd > 1e-12*r.given) { // it has no weight
		return loss, 1
	}
	return loss, learn.StudentSurvival((mean-r.given)/sd, n-1)
}

// adjust sets the adjusted p: of what can be tested, the surest comes first, and what it is made of
// can be tested from then on. A bundle has the share of the level that its columns are of those not
// yet found (Meinshausen 2008); so all tests of what does not matter have the level at most
// together, whatever was found before (Goeman and Solari 2010). Of single columns alone this is
// Holm's adjustment (1979).
func adjust(open []*bundle, left int) {
	least := 0.
	for open = slices.Clone(open); len(open) > 0; {
		at := 0
		for k, b := range open {
			if b.share() < open[at].share() {
				at = k
			}
		}
		b := open[at]
		least = max(least, min(1, float64(left)*b.share()))
		b.Adjusted = least
		open = slices.Replace(open, at, at+1, b.within...)
		if b.within == nil {
			left--
		}
	}
}

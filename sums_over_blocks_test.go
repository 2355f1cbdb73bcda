package suffice

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/parts"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// elsewhere is a table whose rows are on several machines, as a cluster has them. Those who
// ask get its size, its names and sums, and no rows.
type elsewhere struct {
	hidden   rows.Source
	machines int
	asked    map[string]int // sums by kind
	states   map[string][]byte
	apart    float64 // by how much sums differ from those that this program takes, relative to the largest
}

var errHidden = errors.New("rows were read behind the driver's back")

func (e *elsewhere) Len() int        { return e.hidden.Len() }
func (e *elsewhere) Width() int      { return e.hidden.Width() }
func (e *elsewhere) Names() []string { return rows.Names(e.hidden) }

// Block implements rows.Source: it fails.
func (e *elsewhere) Block(context.Context, int, int, []float64) ([]float64, error) {
	return nil, errHidden
}

// sparseElsewhere is a sparse one.
type sparseElsewhere struct{ *elsewhere }

// SparseBlock implements rows.Sparse: it fails.
func (e sparseElsewhere) SparseBlock(context.Context, int, int, rows.Compressed) (rows.Compressed, error) {
	return rows.Compressed{}, errHidden
}

// Aggregate implements aggregate.Aggregator. Each machine is sent the state, and sends its sum.
// Sums are merged in a tree, in their binary form too.
func (e *elsewhere) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	e.asked[s.Kind()]++
	state := aggregate.Encode(s)
	e.states[s.Kind()] = state
	var sums [][]byte
	for k, n := 0, e.Len(); k < e.machines; k++ {
		sum, err := e.onMachine(ctx, state, k*n/e.machines, (k+1)*n/e.machines, y)
		if err != nil {
			return nil, err
		}
		sums = append(sums, sum)
	}
	for len(sums) > 1 {
		half := (len(sums) + 1) / 2
		for k, other := range sums[half:] {
			merged, err := mergedElsewhere(state, sums[k], other)
			if err != nil {
				return nil, err
			}
			sums[k] = merged
		}
		sums = sums[:half]
	}
	if err := e.compare(ctx, s, sums[0], y); err != nil {
		return nil, err
	}
	return aggregate.DecodeSum(s, sums[0])
}

// compare notes how far numbers are from those that this program would have summed; where
// rows are put side by side, or the first value is told, the order counts.
func (e *elsewhere) compare(ctx context.Context, s aggregate.Statistic, got []byte, y []aggregate.Aligned) error {
	if kind := s.Kind(); kind == "rows" || kind == "times" || strings.HasSuffix(kind, "slice spreads") || kind == "sparse values" || kind == "tallies" {
		return nil
	}
	sum, err := s.Plan(e.Len(), e.Width()).Sum(ctx, e.hidden, s, y...)
	if err != nil {
		return err
	}
	want := aggregate.EncodeSum(s, sum)
	var apart, largest float64
	for i := 10; i+8 <= len(want)-4 && len(got) == len(want); i += 8 { // whole numbers pass for tiny ones
		u, v := math.Float64frombits(binary.LittleEndian.Uint64(got[i:])), math.Float64frombits(binary.LittleEndian.Uint64(want[i:]))
		apart, largest = max(apart, math.Abs(u-v)), max(largest, math.Abs(v))
	}
	if e.apart = max(e.apart, apart/largest); len(got) != len(want) {
		return fmt.Errorf("%s: %d bytes, want %d", s.Kind(), len(got), len(want))
	}
	return nil
}

// onMachine is what happens where rows [from, to) are. One machine that has all of them
// takes them as this program would.
func (e *elsewhere) onMachine(ctx context.Context, state []byte, from, to int, y []aggregate.Aligned) ([]byte, error) {
	s, err := aggregate.Decode(state, parts.Statistics()...)
	if err != nil {
		return nil, err
	}
	plan := s.Plan(e.Len(), e.Width())
	if e.machines == 1 {
		sum, err := plan.Sum(ctx, e.hidden, s, y...)
		if err != nil {
			return nil, err
		}
		return aggregate.EncodeSum(s, sum), nil
	}
	block := aggregate.Block{From: from, Rows: to - from}
	if sparse, ok := e.hidden.(rows.Sparse); ok && plan.Sparse {
		block.Sparse, err = sparse.SparseBlock(ctx, from, to, rows.Compressed{})
	} else {
		block.X, err = e.hidden.Block(ctx, from, to, make([]float64, (to-from)*e.Width()))
	}
	if err != nil {
		return nil, err
	}
	for _, one := range y {
		block.Y = append(block.Y, one.Rows(from, to, new([]float64)))
	}
	sum := s.Zero()
	if err := sum.Add(block); err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(s, sum), nil
}

// mergedElsewhere merges two sums on a machine that has none of the rows.
func mergedElsewhere(state, a, b []byte) ([]byte, error) {
	s, err := aggregate.Decode(state, parts.Statistics()...)
	if err != nil {
		return nil, err
	}
	sum, err := aggregate.DecodeSum(s, a)
	if err != nil {
		return nil, err
	}
	other, err := aggregate.DecodeSum(s, b)
	if err != nil {
		return nil, err
	}
	if err := sum.Merge(other); err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(s, sum), nil
}

const factors = 4

// seamTable is a table of some kind, and limits that make it one of that kind.
type seamTable struct {
	x      rows.Source
	y      []float64
	class  []int
	limits search.Limits

	weights []float64 // of the rows; nil means that all count the same
}

// newSeamTable draws rows whose inputs are multiples of few factors, half of them 0 where
// they are sparse, so that what methods look for is there, once, in any number of inputs.
func newSeamTable(t testing.TB, n, d int, sparse bool, noise float64, limits search.Limits) seamTable {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	data, table := make([]float64, n*d), seamTable{y: make([]float64, n), class: make([]int, n), limits: limits}
	compressed := rows.Compressed{Starts: []int{0}}
	for i := range n {
		var f [factors]float64
		for k := range f {
			if f[k] = rng.NormFloat64(); sparse && rng.IntN(2) > 0 {
				f[k] = 0
			}
		}
		for j := range d {
			v := f[j%factors] * (1 + float64(j/factors)/7)
			if v != 0 {
				v += noise * rng.NormFloat64()
			}
			if data[i*d+j] = v; v != 0 {
				compressed.Columns, compressed.Values = append(compressed.Columns, uint32(j)), append(compressed.Values, v)
			}
		}
		compressed.Starts = append(compressed.Starts, len(compressed.Values))
		table.y[i] = f[0] + f[1]*f[1]*f[1]/2 + rng.NormFloat64()/3
		if f[0] > .2 {
			table.class[i]++
		}
		if f[1] > -.2 {
			table.class[i] += 2
		}
	}
	var err error
	if table.x, err = rows.NewMatrix(d, data); sparse {
		table.x, err = rows.NewSparse(d, compressed)
	}
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// elsewhere is the table on several machines.
func (s seamTable) elsewhere(machines int) (rows.Source, *elsewhere) {
	e := &elsewhere{hidden: s.x, machines: machines, asked: map[string]int{}, states: map[string][]byte{}}
	if _, ok := s.x.(rows.Sparse); ok {
		return sparseElsewhere{e}, e
	}
	return e, e
}

// Every method, on every kind of table, sees its rows through sums alone. However these are
// divided, carried and merged, they are the same up to rounding, and the model with them: to
// the last bit where one machine has all rows. A search over few rows makes much of
// rounding, so where there are several machines, those methods are compared by their models
// only where the rows that they search with are drawn, and by their sums elsewhere. Searches
// and walks along penalties take a while: each table has one output for them, and the kinds take
// turns.
func TestAllMethodsAreSumsOverBlocks(t *testing.T) {
	t.Parallel()
	few, square := search.Limits{Tuning: 60}, search.Limits{Limits: coords.Limits{Square: 16}, Tuning: 50}
	for name, table := range map[string]struct {
		seamTable
		searchFor output.Kind
	}{
		"dense":                {newSeamTable(t, 60, 4, false, 0, search.Limits{}), "number"},
		"more rows than drawn": {newSeamTable(t, 160, 4, false, 0, few), "class"},
		"wide":                 {newSeamTable(t, 24, 28, false, 0, search.Limits{}), "class"},
		"sparse":               {newSeamTable(t, 60, 4, true, 0, search.Limits{}), "class"},
		"sparse, many rows":    {newSeamTable(t, 160, 4, true, 0, few), "number"},
		"sparse and wide":      {newSeamTable(t, 24, 28, true, 0, search.Limits{}), "number"},
		"many of both":         {newSeamTable(t, 90, 24, false, .3, square), "number"},
		"sparse, many of both": {newSeamTable(t, 90, 24, true, .3, square), "class"},
	} {
		if testing.Short() && name != "sparse, many of both" {
			continue
		}
		for _, y := range []output.Output{output.Numbers(table.y), output.Classes(table.class)} {
			for _, method := range Methods() {
				if method.Name == "phd" && y.Kind() != "number" {
					continue
				}
				dim := 2
				if most := method.Most; most != nil {
					dim = min(dim, most(y))
				}
				if dim == 0 {
					continue // the method is for other outputs
				}
				reducer := limited(quick(method.New(Options{Dim: dim, Centres: 10, Seed: 1})), table.limits)
				if (searches(reducer) || selects(reducer)) && y.Kind() != table.searchFor {
					continue
				}
				t.Run(fmt.Sprintf("%s of a %s, %s", method.Name, y.Kind(), name), func(t *testing.T) {
					table.sameModel(t, reducer, y, !searches(reducer) || table.limits == few)
				})
			}
		}
	}
}

// searches reports whether a method searches step by step.
func searches(reducer Reducer) bool {
	switch reducer.(type) {
	case SCA, LSDR, KDR, NCA, MLKR, OPG, MAVE, RFM:
		return true
	}
	return false
}

// selects reports whether a method walks along penalties.
func selects(reducer Reducer) bool {
	switch reducer.(type) {
	case SEAS, LassoSIR, SPLS:
		return true
	}
	return false
}

// quick is a method with fewer starts.
func quick(reducer Reducer) Reducer {
	switch r := reducer.(type) {
	case LSDR:
		r.Restarts = 1
		return r
	case KDR:
		r.Starts = 1
		return r
	}
	return reducer
}

// sameModel fits the table here and elsewhere.
func (s seamTable) sameModel(t *testing.T, reducer Reducer, y output.Output, steady bool) {
	want, err := reducer.Fit(t.Context(), s.weighted(t, s.x), y)
	if err != nil {
		t.Fatal(err)
	}
	many := min(33, s.x.Len()-3) // some of which have one row
	if testing.Short() || searches(reducer) || selects(reducer) || s.x.Len() > 60 {
		many = 7 // more take a while
	}
	for _, machines := range []int{1, many} {
		x, e := s.elsewhere(machines)
		got, err := reducer.Fit(t.Context(), s.weighted(t, x), y)
		if err != nil {
			t.Fatalf("%d machines: %v", machines, err)
		}
		if machines == 1 {
			if a, b := modelBytes(t, got), modelBytes(t, want); !bytes.Equal(a, b) || e.apart > 0 || len(e.asked) == 0 {
				t.Errorf("one machine gives another model, or sums %g away:\n%s\n%s", e.apart, a, b)
			}
			continue
		}
		if e.apart > 1e-11 {
			t.Errorf("%d machines: sums are %g away", machines, e.apart)
		}
		if far := stiefel.Distance(subspace(t, got), subspace(t, want)); steady && far > 1e-7 {
			t.Errorf("%d machines: the subspace is %g away", machines, far)
		}
	}
}

// weighted is x with the weights of the table, if it has any.
func (s seamTable) weighted(t testing.TB, x rows.Source) rows.Source {
	if s.weights == nil {
		return x
	}
	x, err := rows.WithWeights(x, s.weights)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func modelBytes(t *testing.T, p *Projection) []byte {
	data, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// subspace is that of the components, in the units of the inputs.
func subspace(t *testing.T, p *Projection) linalg.Matrix {
	directions, err := p.Directions()
	if err != nil {
		t.Fatal(err)
	}
	return linalg.FromSlices(directions)
}

// fitTo returns the subspace that a method finds.
func fitTo(t *testing.T, reducer Reducer, x Rows, y output.Output) linalg.Matrix {
	p, err := reducer.Fit(t.Context(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	return subspace(t, p)
}

// States come from elsewhere: whatever the bytes, they are refused, or mean a statistic whose
// state they are. The first ones are those of fits.
func FuzzStates(f *testing.F) {
	kinds := map[string]bool{}
	square := search.Limits{Limits: coords.Limits{Square: 16}}
	for _, table := range []seamTable{
		newSeamTable(f, 90, 4, false, 0, search.Limits{}), newSeamTable(f, 40, 24, false, .3, search.Limits{}),
		newSeamTable(f, 30, 40, false, .3, square), newSeamTable(f, 30, 40, true, 0, square),
	} {
		for _, method := range Methods() {
			x, e := table.elsewhere(1)
			y := output.Output(output.Numbers(table.y))
			if method.Most != nil && method.Most(y) == 0 {
				y = output.Classes(table.class)
			}
			if _, err := limited(quick(method.New(Options{Dim: 1, Centres: 3, Seed: 1})), table.limits).Fit(f.Context(), x, y); err != nil {
				f.Fatal(err)
			}
			for kind, state := range e.states {
				kinds[kind] = true
				f.Add(state[:len(state)-4])
			}
		}
		x, e := table.elsewhere(1)
		table.weights = countsOf(table.x.Len(), false)
		if _, err := (PCA{Dim: 1}).Fit(f.Context(), table.weighted(f, x), nil); err != nil {
			f.Fatal(err)
		}
		for kind, state := range e.states {
			kinds[strings.TrimPrefix(kind, "weighted ")] = true
			f.Add(state[:len(state)-4])
		}
	}
	for kind, state := range statesElsewhere(f) {
		kinds[strings.TrimPrefix(kind, "weighted ")] = true
		f.Add(state[:len(state)-4])
	}
	for _, kindsOf := range parts.Statistics() {
		for _, statistic := range kindsOf {
			kind := statistic.Kind()
			held := kind[:3] == "kdr" || kind == "gradients" || kind == "local lines" || kind == "within" // sums over rows that are held, if these are few
			if !held && !kinds[kind] {
				f.Errorf("no fit asks for %q", kind)
			}
		}
	}
	f.Fuzz(func(t *testing.T, state []byte) {
		state = binary.LittleEndian.AppendUint32(bytes.Clone(state), crc32.Checksum(state, crc32.MakeTable(crc32.Castagnoli)))
		s, err := aggregate.Decode(state, parts.Statistics()...)
		if err != nil {
			return
		}
		if again := aggregate.Encode(s); !bytes.Equal(again, state) {
			t.Errorf("%x became %x", state, again)
		}
	})
}

package suffice

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/coords"
	"suffice/internal/known"
	"suffice/internal/linalg"
	"suffice/internal/remote"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// together is a table on several machines, each of which has the targets of its rows too.
// Nothing but questions and answers goes from one to another.
type together struct {
	hidden   rows.Source
	target   linalg.Matrix
	machines int
	largest  map[string]int // bytes of questions by the kind of the sum
	forms    map[string][]byte
}

func (e *together) Len() int        { return e.hidden.Len() }
func (e *together) Width() int      { return e.hidden.Width() }
func (e *together) Names() []string { return rows.Names(e.hidden) }

// Block implements rows.Source: it fails.
func (e *together) Block(context.Context, int, int, []float64) ([]float64, error) {
	return nil, errHidden
}

// sparseTogether is a sparse one.
type sparseTogether struct{ *together }

// SparseBlock implements rows.Sparse: it fails.
func (e sparseTogether) SparseBlock(context.Context, int, int, rows.Compressed) (rows.Compressed, error) {
	return rows.Compressed{}, errHidden
}

// Aggregate implements blocks.Aggregator.
func (e *together) Aggregate(ctx context.Context, s blocks.Statistic, y ...blocks.Aligned) (blocks.Partial, error) {
	question := [][]byte{blocks.Encode(s)}
	size := len(question[0])
	for _, one := range y {
		form := blocks.EncodeAligned(one, e.Len())
		e.forms[fmt.Sprintf("%T", one)+string(form[8:20])] = form
		question, size = append(question, form), size+len(form)
	}
	e.largest[s.Kind()] = max(e.largest[s.Kind()], size)
	var sum blocks.Partial
	for k, n := 0, e.Len(); k < e.machines; k++ {
		answer, err := e.answer(ctx, question, k*n/e.machines, (k+1)*n/e.machines)
		if err != nil {
			return nil, err
		}
		part, err := blocks.DecodeSum(s, answer)
		if err == nil && sum != nil {
			err = sum.Merge(part)
		} else if err == nil {
			sum = part
		}
		if err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// answer is what a machine does that has rows [from, to) and their targets.
func (e *together) answer(ctx context.Context, question [][]byte, from, to int) ([]byte, error) {
	s, err := blocks.Decode(question[0], known.Statistics()...)
	if err != nil {
		return nil, err
	}
	target := blocks.Shifted{Aligned: blocks.InMemory{Matrix: e.target.Slice(from, to)}, First: from}
	var y []blocks.Aligned
	for _, form := range question[1:] {
		one, err := blocks.DecodeAligned(form, e.Len(), target, known.Functions()...)
		if err != nil {
			return nil, err
		}
		y = append(y, one)
	}
	part, err := rowsOf(ctx, e.hidden, from, to)
	if err != nil {
		return nil, err
	}
	sum, err := blocks.SumPart(ctx, part, from, e.Len(), s, y...)
	if err != nil {
		return nil, err
	}
	return blocks.EncodeSum(s, sum), nil
}

// rowsOf is some rows of x as a table.
func rowsOf(ctx context.Context, x rows.Source, from, to int) (rows.Source, error) {
	if sparse, ok := x.(rows.Sparse); ok {
		part, err := sparse.SparseBlock(ctx, from, to, rows.Compressed{})
		if err != nil {
			return nil, err
		}
		return rows.NewSparse(x.Width(), part)
	}
	data, err := x.Block(ctx, from, to, make([]float64, (to-from)*x.Width()))
	if err != nil {
		return nil, err
	}
	return rows.NewMatrix(x.Width(), data)
}

// targets are those of the kinds of output that can be elsewhere.
func (s seamTable) targets() []*output.Target {
	var two, labels []float64
	for i, v := range s.y {
		two = append(two, v, float64(s.class[i])+v*v)
		labels = append(labels, float64(s.class[i]&1), float64(s.class[i]>>1))
	}
	return []*output.Target{
		{Kind: output.KindNumber, Names: []string{"y"}, Values: s.y},
		{Kind: output.KindNumbers, Names: []string{"y", "v"}, Values: two},
		{Kind: output.KindClass, Names: []string{"c"}, Class: s.class, Classes: []string{"a", "b", "c", "d"}},
		{Kind: output.KindLabels, Names: []string{"l", "m"}, Values: labels},
	}
}

// together is the table with a target, on several machines, and the output there.
func (s seamTable) together(ctx context.Context, target *output.Target, machines int) (rows.Source, output.Output, *together, error) {
	e := &together{hidden: s.x, machines: machines, largest: map[string]int{}, forms: map[string][]byte{}}
	e.target = linalg.New(s.x.Len(), len(target.Names))
	copy(e.target.Data, target.Values)
	for i, c := range target.Class {
		e.target.Data[i] = float64(c)
	}
	x := rows.Source(e)
	if _, ok := s.x.(rows.Sparse); ok {
		x = sparseTogether{e}
	}
	y, err := remote.Open(ctx, x, &output.Target{Kind: target.Kind, Names: target.Names, Classes: target.Classes}, 16)
	return x, y, e, err
}

// Every method fits a table whose rows and outputs are both elsewhere. The model is that of
// the same table here: to the last bit where one machine has all of it.
func TestOutputsCanStayWithTheRows(t *testing.T) {
	t.Parallel()
	few, square := search.Limits{Tuning: 100}, search.Limits{Limits: coords.Limits{Square: 16}, Tuning: 80}
	for _, table := range []struct {
		name string
		seamTable
		searchFor output.Kind
	}{
		{"more rows than drawn", newSeamTable(t, 300, 4, false, 0, few), output.KindNumber},
		{"sparse", newSeamTable(t, 300, 4, true, 0, few), output.KindClass},
		{"many of both", newSeamTable(t, 110, 30, false, .3, square), output.KindLabels},
	} {
		for _, target := range table.targets() {
			here, err := target.Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, method := range Methods() {
				dim := 2
				if method.Most != nil {
					dim = min(dim, method.Most(here))
				}
				reducer := limited(quick(method.New(Options{Dim: max(1, dim), Centres: 20, Seed: 1})), table.limits)
				if searches(reducer) && target.Kind != table.searchFor {
					continue
				}
				t.Run(fmt.Sprintf("%s of %s, %s", method.Name, target.Kind, table.name), func(t *testing.T) {
					want, wrong := reducer.Fit(t.Context(), table.x, here)
					for _, machines := range []int{1, 7} {
						x, y, _, err := table.together(t.Context(), target, machines)
						if err != nil {
							t.Fatal(err)
						}
						if most := method.Most; most != nil && most(y) != most(here) {
							t.Errorf("at most %d components, want %d", most(y), most(here))
						}
						got, err := reducer.Fit(t.Context(), x, y)
						if wrong != nil {
							if err == nil || err.Error() != wrong.Error() {
								t.Errorf("%v, want %v", err, wrong)
							}
							continue
						}
						if err != nil {
							t.Fatalf("%d machines: %v", machines, err)
						}
						if machines == 1 && !bytes.Equal(modelBytes(t, got), modelBytes(t, want)) {
							t.Errorf("one machine gives another model:\n%s\n%s", modelBytes(t, got), modelBytes(t, want))
						}
						steady := !searches(reducer) || table.limits == few
						if far := stiefel.Distance(subspace(t, got), subspace(t, want)); steady && far > 1e-7 {
							t.Errorf("%d machines: the subspace is %g away", machines, far)
						}
					}
				})
			}
		}
	}
}

// Questions have the same size however many rows there are, but for the numbers of rows that
// are drawn.
func TestQuestionsAreSmall(t *testing.T) {
	t.Parallel()
	var sizes []map[string]int
	for _, n := range []int{3000, 6000} {
		table := newSeamTable(t, n, 20, false, .3, search.Limits{Tuning: 300})
		x, y, e, err := table.together(t.Context(), table.targets()[0], 2)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := limited(SCA{Dim: 2, Seed: 1, Quick: true}, table.limits).Fit(t.Context(), x, y); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, e.largest)
	}
	for kind, size := range sizes[1] {
		if before := sizes[0][kind]; size > 100_000 || kind != "rows" && kind != "beside rows" && kind != "within" && size > before+before/10 {
			t.Errorf("%s: %d bytes, and %d with half as many rows", kind, size, before)
		}
	}
}

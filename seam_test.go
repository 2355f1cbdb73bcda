package suffice

import (
	"context"
	"math/rand/v2"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// scattered is a table whose rows are in several places. It takes statistics block by
// block, as a cluster would: each block is given the question and gives its answer, both
// in their binary form where it is sent.
type scattered struct {
	*rows.Matrix
	blocks int
	tree   bool // answers are merged two by two, instead of one after the other
	sent   bool
	asked  map[string]int // questions by kind
}

func (s *scattered) Sum(ctx context.Context, y blocks.Beside, question blocks.Statistic) (blocks.Statistic, error) {
	s.asked[question.Kind()]++
	var answers []blocks.Statistic
	n := s.Len()
	for k := range s.blocks {
		answer, err := s.ask(question)
		if err != nil {
			return nil, err
		}
		from, to := k*n/s.blocks, (k+1)*n/s.blocks
		x, err := s.Block(ctx, from, to, nil)
		if err != nil {
			return nil, err
		}
		block := blocks.Block{From: from, Rows: to - from, X: x}
		if y != nil {
			block.Y = y.Rows(from, to, make([]float64, (to-from)*y.Width()))
		}
		if err := answer.Add(block); err != nil {
			return nil, err
		}
		if answer, err = s.carry(answer); err != nil {
			return nil, err
		}
		answers = append(answers, answer)
	}
	for len(answers) > 1 {
		rest := answers[1:]
		if s.tree {
			rest = answers[(len(answers)+1)/2:]
		}
		for k, other := range rest {
			at := 0
			if s.tree {
				at = k
			}
			if err := answers[at].Merge(other); err != nil {
				return nil, err
			}
		}
		answers = answers[:len(answers)-len(rest)]
	}
	return answers[0], nil
}

// ask gives a place the question: itself, or in its binary form.
func (s *scattered) ask(question blocks.Statistic) (blocks.Statistic, error) {
	if s.sent {
		return s.carry(question)
	}
	return question.Empty(), nil
}

// carry sends a statistic to another machine and back.
func (s *scattered) carry(statistic blocks.Statistic) (blocks.Statistic, error) {
	if !s.sent {
		return statistic, nil
	}
	data, err := blocks.Encode(statistic)
	if err != nil {
		return nil, err
	}
	return blocks.Decode(data)
}

// askedBy lists what methods ask of many rows; lsdr and kdr search with some of them.
var askedBy = map[string][]string{
	"sca": {"moments", "regression", "slope"}, "sca0": {"moments"}, "lsdr": {"moments"}, "kdr": {"moments"},
	"sir": {"moments", "products"}, "save": {"moments", "products"}, "phd": {"moments", "products"},
	"mddm": {"moments", "products"}, "cca": {"moments", "products"}, "pca": {"moments", "products"},
}

// However rows are divided, and however what the blocks have to say is carried and merged,
// the fit is the same.
func TestStatisticsOfBlocksGiveTheSameFit(t *testing.T) {
	t.Parallel()
	const n, d = 3000, 6
	rng := rand.New(rand.NewPCG(1, 2))
	data, y, class := make([]float64, n*d), make([]float64, n), make([]int, n)
	for i := range data {
		data[i] = 3 + rng.NormFloat64()*float64(1+i%d)
	}
	for i := range y {
		x := data[i*d:]
		y[i] = x[0]*x[0] + x[1] + rng.NormFloat64()
		class[i] = min(int(max(0, y[i]/8)), 3)
	}
	matrix, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, output := range []output.Output{output.Numbers(y), output.Classes(class)} {
		for _, method := range Methods() {
			asked, ok := askedBy[method.Name]
			if testing.Short() && (method.Name == "kdr" || method.Name == "lsdr") {
				continue // they take a while
			}
			if !ok || output.Kind() == "class" && method.Name == "phd" || output.Kind() == "number" && (method.Name == "cca" || method.Name == "mddm") {
				continue
			}
			t.Run(method.Name+" of a "+string(output.Kind()), func(t *testing.T) {
				reducer := limited(method.New(Options{Dim: 2, Centres: 40, Seed: 1}), search.Limits{Tuning: 800})
				want := fitTo(t, reducer, matrix, output)
				for _, blocks := range []int{1, 7, 64} {
					for _, tree := range []bool{false, true} {
						x := &scattered{Matrix: matrix, blocks: blocks, tree: tree, sent: blocks != 1 || tree, asked: map[string]int{}}
						got := fitTo(t, reducer, x, output)
						if far := stiefel.Distance(got, want); far > 1e-7 {
							t.Errorf("%d blocks, tree %v: the subspace is %g away", blocks, tree, far)
						}
						for _, kind := range asked {
							if x.asked[kind] == 0 {
								t.Errorf("was asked for %v, and not for %s", x.asked, kind)
							}
						}
					}
				}
			})
		}
	}
}

// fitTo returns the subspace that a method finds.
func fitTo(t *testing.T, reducer Reducer, x Rows, y output.Output) linalg.Matrix {
	p, err := reducer.Fit(t.Context(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	directions, err := p.Directions()
	if err != nil {
		t.Fatal(err)
	}
	return linalg.FromSlices(directions)
}

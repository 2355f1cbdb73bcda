package codebook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// Options tell how to learn a book. Words is required, the rest may be zero.
type Options struct {
	Words      int // to learn
	Iterations int // at most; 0 means DefaultIterations
	Seed       uint64
	Progress   func(iteration int, meanSquare float64) // may be nil
}

// DefaultIterations is how many there are at most, unless the options say otherwise.
const DefaultIterations = 50

const (
	settled   = 1e-4 // relative gain below which it stops
	startRows = 20   // for each word, from which the start is drawn
)

// Learn finds words of descriptors by k-means: centres drawn by k-means++ from a sample
// of 20 descriptors a word, then Lloyd's iterations over all descriptors, until these
// gain less than one part in ten thousand. The time of an iteration is that of a product
// of all descriptors with all centres. A word that no descriptor is nearest to moves to
// the descriptor that is farthest from its own.
func Learn(ctx context.Context, x rows.Source, o Options) (*Book, error) {
	switch {
	case o.Words < 1:
		return nil, fmt.Errorf("%d words, but a codebook needs at least 1", o.Words)
	case x.Len() < o.Words:
		return nil, fmt.Errorf("%d descriptors, but %d words; ask for fewer words, or give more files", x.Len(), o.Words)
	case x.Width() < 1:
		return nil, errors.New("descriptors have no values")
	}
	centres, err := start(ctx, x, o)
	if err != nil {
		return nil, err
	}
	b := newBook(centres)
	var last float64
	for t := range cmp.Or(o.Iterations, DefaultIterations) {
		s, err := b.assign(ctx, x)
		if err != nil {
			return nil, err
		}
		if math.IsNaN(s.error) || math.IsInf(s.error, 0) {
			return nil, errors.New("descriptors are not finite numbers")
		}
		mean := s.error / float64(x.Len())
		if o.Progress != nil {
			o.Progress(t+1, mean)
		}
		moved, err := s.centres(ctx, x, b)
		if err != nil {
			return nil, err
		}
		b = newBook(moved)
		if t > 0 && last-mean <= settled*last && !s.lacks() {
			break
		}
		last = mean
	}
	return b, nil
}

// sums are what a run of descriptors contributes to the next centres.
type sums struct {
	counts   []float64
	totals   linalg.Matrix // of the descriptors of each word
	error    float64       // sum of squared distances
	farthest []far         // descriptors far from their word, the farthest first
}

// far is a descriptor and how far it is from its word.
type far struct {
	row      int
	distance float64
}

// mostFar bounds how many words without descriptors can move in an iteration.
const mostFar = 64

// add takes a descriptor into account.
func (s *sums) add(row, word int, distance float64, x []float64) {
	s.counts[word]++
	linalg.Axpy(1, x, s.totals.Row(word))
	s.error += distance
	if len(s.farthest) == mostFar && distance <= s.farthest[mostFar-1].distance || distance == 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(s.farthest, distance, func(f far, d float64) int { return cmp.Compare(d, f.distance) })
	for at < len(s.farthest) && s.farthest[at].distance == distance {
		at++ // the first of several comes first
	}
	s.farthest = slices.Insert(s.farthest, at, far{row, distance})
	s.farthest = s.farthest[:min(len(s.farthest), mostFar)]
}

// merge adds what later descriptors contribute.
func (s *sums) merge(later *sums) {
	for k, n := range later.counts {
		s.counts[k] += n
	}
	linalg.Add(s.totals, later.totals)
	s.error += later.error
	s.farthest = append(s.farthest, later.farthest...)
	slices.SortStableFunc(s.farthest, func(a, b far) int { return cmp.Compare(b.distance, a.distance) })
	s.farthest = s.farthest[:min(len(s.farthest), mostFar)]
}

// lacks reports whether some word has no descriptors.
func (s *sums) lacks() bool { return slices.Contains(s.counts, 0) }

// assign sums over all descriptors, each with its nearest word.
func (b *Book) assign(ctx context.Context, x rows.Source) (*sums, error) {
	parts := aggregate.Divide(x.Len(), x.Width(), b.Len()*(x.Width()+1))
	all := make([]*sums, parts.Count)
	words := make([][]int, parts.Count)
	distances := make([][]float64, parts.Count)
	for p := range all {
		all[p] = &sums{counts: make([]float64, b.Len()), totals: linalg.New(b.Len(), x.Width())}
		words[p], distances[p] = make([]int, parts.Piece), make([]float64, parts.Piece)
	}
	err := parts.Each(ctx, x, func(p, from, to int, piece []float64) {
		word, distance := words[p][:to-from], distances[p][:to-from]
		b.nearest(word, distance, piece)
		for i, k := range word {
			all[p].add(from+i, k, distance[i], piece[i*x.Width():(i+1)*x.Width()])
		}
	})
	if err != nil {
		return nil, err
	}
	for _, later := range all[1:] {
		all[0].merge(later)
	}
	return all[0], nil
}

// centres are the means of each word's descriptors. Words without any take the place of
// the descriptors that are farthest from theirs, one each.
func (s *sums) centres(ctx context.Context, x rows.Source, old *Book) (linalg.Matrix, error) {
	next := s.totals
	for k, n := range s.counts {
		switch {
		case n > 0:
			linalg.Divide(next.Row(k), n)
		case len(s.farthest) > 0:
			row, err := x.Block(ctx, s.farthest[0].row, s.farthest[0].row+1, make([]float64, x.Width()))
			if err != nil {
				return linalg.Matrix{}, err
			}
			copy(next.Row(k), row)
			s.farthest = s.farthest[1:]
		default: // there are fewer different descriptors than words
			copy(next.Row(k), old.centres.Row(k))
		}
	}
	return next, nil
}

// start draws centres by k-means++ from a sample of the descriptors: each next one with
// a probability that grows with the squared distance to those drawn before.
func start(ctx context.Context, x rows.Source, o Options) (linalg.Matrix, error) {
	random := rand.New(rand.NewPCG(o.Seed, 0x776f726473))
	sample, err := rows.Subset(ctx, x, sampling.Rows(x.Len(), min(x.Len(), startRows*o.Words), random))
	if err != nil {
		return linalg.Matrix{}, err
	}
	centres := linalg.New(o.Words, x.Width())
	distances := slices.Repeat([]float64{math.Inf(1)}, sample.Len())
	next := random.IntN(sample.Len())
	for k := range o.Words {
		if err := ctx.Err(); err != nil {
			return linalg.Matrix{}, err
		}
		copy(centres.Row(k), sample.Row(next))
		linalg.Parallel(sample.Len(), 512, func(from, to int) {
			for i := from; i < to; i++ {
				distances[i] = min(distances[i], squaredDistance(sample.Row(i), centres.Row(k)))
			}
		})
		next = weighted(distances, random)
	}
	return centres, nil
}

func squaredDistance(a, b []float64) float64 {
	var sum float64
	for j, v := range a {
		d := v - b[j]
		sum += d * d
	}
	return sum
}

// weighted draws a position with probability in proportion to its weight; any, where
// all weights are 0.
func weighted(weights []float64, random *rand.Rand) int {
	var all float64
	for _, w := range weights {
		all += w
	}
	if !(all > 0) {
		return random.IntN(len(weights))
	}
	at := random.Float64() * all
	for i, w := range weights {
		if at -= w; at < 0 && w > 0 {
			return i
		}
	}
	return len(weights) - 1
}

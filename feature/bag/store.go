package bag

import (
	"context"
	"math/rand/v2"
	"sort"

	"suffice/internal/sampling"
)

// store is the descriptors of many files one after the other, as the source of rows that
// words are learnt from. They stay the float32 they are; blocks are made as they are read.
type store struct {
	width  int
	files  [][]float32
	starts []int // the first row of each file, and the number of all
}

func newStore(width int) *store { return &store{width: width, starts: []int{0}} }

// add appends the descriptors of a file.
func (s *store) add(values []float32) {
	if len(values) > 0 {
		s.files = append(s.files, values)
		s.starts = append(s.starts, s.Len()+len(values)/s.width)
	}
}

// Len is the number of descriptors.
func (s *store) Len() int { return s.starts[len(s.starts)-1] }

// Width is how many numbers each has.
func (s *store) Width() int { return s.width }

// Block returns descriptors [from, to) in buf.
func (s *store) Block(_ context.Context, from, to int, buf []float64) ([]float64, error) {
	out := buf[:0]
	for k := sort.SearchInts(s.starts, from+1) - 1; from < to; k++ {
		end := min(to, s.starts[k+1])
		for _, v := range s.files[k][(from-s.starts[k])*s.width : (end-s.starts[k])*s.width] {
			out = append(out, float64(v))
		}
		from = end
	}
	return out, nil
}

// sampled are the descriptors of file i to learn from: all of them, or where it has more
// than its share, so many drawn at random. Every file has the same share, so that long
// ones do not drown the others.
func (m *making) sampled(i int, values []float32) []float32 {
	width := m.describer.Width()
	share, n := max(1, m.LearnFrom/len(m.files)), len(values)/width
	if n <= share {
		return values
	}
	which := sampling.Rows(n, share, rand.New(rand.NewPCG(m.Seed, uint64(i))))
	sample := make([]float32, 0, share*width)
	for _, k := range which {
		sample = append(sample, values[k*width:(k+1)*width]...)
	}
	return sample
}

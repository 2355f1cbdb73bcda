// Package codebook makes words of descriptors: k-means finds the centres, the nearest
// centre of a descriptor is its word, and the words of a file are counted. So a
// photograph or a sound, which has any number of descriptors, becomes one row of a table.
//
// See docs/features.md. References: Lloyd (1982) for the algorithm; Arthur and
// Vassilvitskii (2007) for the start; Sivic and Zisserman (2003) for visual words.
package codebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/rows"
)

// Book is a list of words: the centres that descriptors are assigned to.
type Book struct {
	centres linalg.Matrix // a row each
	squares []float64     // of their lengths
}

// New makes a book of the given centres, one a row.
func New(centres [][]float64) (*Book, error) {
	if len(centres) == 0 || len(centres[0]) == 0 {
		return nil, errors.New("a codebook needs at least one word")
	}
	for k, row := range centres {
		if len(row) != len(centres[0]) {
			return nil, fmt.Errorf("word %d of the codebook has %d values, but the first has %d", k+1, len(row), len(centres[0]))
		}
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("word %d of the codebook has the value %g", k+1, v)
			}
		}
	}
	return newBook(linalg.FromSlices(centres)), nil
}

func newBook(centres linalg.Matrix) *Book {
	b := &Book{centres: centres, squares: make([]float64, centres.Rows)}
	for k := range b.squares {
		b.squares[k] = linalg.Dot(centres.Row(k), centres.Row(k))
	}
	return b
}

// Len is the number of words.
func (b *Book) Len() int { return b.centres.Rows }

// Width is the number of values of a descriptor.
func (b *Book) Width() int { return b.centres.Cols }

// Centres returns a copy of the centres, one a row.
func (b *Book) Centres() [][]float64 { return b.centres.Slices() }

// Words returns the word of each descriptor: its nearest centre, the first of several.
func (b *Book) Words(ctx context.Context, x rows.Source) ([]int, error) {
	if x.Len() > 0 && x.Width() != b.Width() {
		return nil, fmt.Errorf("descriptors have %d values, but the codebook's words have %d; they were made with other settings", x.Width(), b.Width())
	}
	words := make([]int, x.Len())
	err := aggregate.Divide(x.Len(), x.Width(), b.Len()).Each(ctx, x, func(_, from, to int, piece []float64) {
		b.nearest(words[from:to], nil, piece)
	})
	return words, err
}

// Counts returns how often each word occurs among the descriptors of one file.
func (b *Book) Counts(ctx context.Context, x rows.Source) ([]float64, error) {
	words, err := b.Words(ctx, x)
	if err != nil {
		return nil, err
	}
	counts := make([]float64, b.Len())
	for _, k := range words {
		counts[k]++
	}
	return counts, nil
}

// nearest sets words to the nearest centre of each row of a piece, and where distances is
// not nil, distances to the squared distance. |x - c|² = |x|² - 2 xᵀc + |c|², and |x|²
// does not matter to which is nearest.
func (b *Book) nearest(words []int, distances, piece []float64) {
	x := linalg.Of(len(words), b.Width(), piece)
	products := linalg.Borrow(len(words), b.Len())
	defer linalg.Return(products)
	linalg.MulT(products, x, b.centres)
	for i := range words {
		best, at := nearestOf(b.squares, products.Row(i))
		words[i] = at
		if distances != nil {
			distances[i] = max(0, best+linalg.Dot(x.Row(i), x.Row(i)))
		}
	}
}

// nearestOf is the least of |c|² - 2 xᵀc, and the first place where it is. Four centres
// at a time: hardly any of them is nearer than the best so far, which one test can tell.
func nearestOf(squares, products []float64) (best float64, at int) {
	squares = squares[:len(products)]
	best = math.Inf(1)
	k := 0
	for ; k+4 <= len(products); k += 4 {
		s, p := squares[k:k+4:k+4], products[k:k+4:k+4]
		a, b, c, d := s[0]-2*p[0], s[1]-2*p[1], s[2]-2*p[2], s[3]-2*p[3]
		if a < best || b < best || c < best || d < best {
			for j, v := range [...]float64{a, b, c, d} {
				if v < best {
					best, at = v, k+j
				}
			}
		}
	}
	for ; k < len(products); k++ {
		if d := squares[k] - 2*products[k]; d < best {
			best, at = d, k
		}
	}
	return best, at
}

// file is the file form of a Book.
type file struct {
	Format string      `json:"format"`
	Words  [][]float64 `json:"words"`
}

const format = "suffice-words/1"

// MarshalJSON gives the file form.
func (b *Book) MarshalJSON() ([]byte, error) { return json.Marshal(file{format, b.Centres()}) }

// UnmarshalJSON reads the file form and checks it.
func (b *Book) UnmarshalJSON(data []byte) error {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("this is not a codebook: %w", err)
	}
	if f.Format != format {
		return fmt.Errorf("the codebook has format %q, but this version reads %q", f.Format, format)
	}
	read, err := New(f.Words)
	if err != nil {
		return err
	}
	*b = *read
	return nil
}

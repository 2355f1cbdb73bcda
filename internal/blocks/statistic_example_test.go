package blocks_test

import (
	"context"
	"fmt"
	"log"

	"suffice/internal/blocks"
	"suffice/rows"
)

// machines is a table whose rows are on several machines: a [blocks.Summing].
type machines struct {
	*rows.Matrix       // all rows, which a real one would not have
	shares       []int // the first row of each machine, and the end
}

// Sum sends the question to each machine, and merges the answers.
func (m *machines) Sum(ctx context.Context, y blocks.Beside, question blocks.Statistic) (blocks.Statistic, error) {
	data, err := blocks.Encode(question)
	if err != nil {
		return nil, err
	}
	total := question.Empty()
	for k, from := range m.shares[:len(m.shares)-1] {
		answer, err := m.onMachine(ctx, data, from, m.shares[k+1], y)
		if err != nil {
			return nil, err
		}
		part, err := blocks.Decode(answer)
		if err != nil {
			return nil, err
		}
		if err := total.Merge(part); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// onMachine is what happens where rows [from, to) are: nothing but the question and the
// numbers beside these rows comes from elsewhere.
func (m *machines) onMachine(ctx context.Context, question []byte, from, to int, y blocks.Beside) ([]byte, error) {
	s, err := blocks.Decode(question)
	if err != nil {
		return nil, err
	}
	x, err := m.Block(ctx, from, to, nil)
	if err != nil {
		return nil, err
	}
	block := blocks.Block{From: from, Rows: to - from, X: x}
	if y != nil {
		block.Y = y.Rows(from, to, make([]float64, (to-from)*y.Width()))
	}
	if err := s.Add(block); err != nil {
		return nil, err
	}
	return blocks.Encode(s)
}

// Rows on several machines: the source takes the sums by itself, and fits that use it do
// not know.
func ExampleSumming() {
	x, err := rows.FromSlices([][]float64{{1, 300}, {2, 100}, {3, 200}, {4, 0}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := blocks.Standardize(context.Background(), &machines{Matrix: x, shares: []int{0, 1, 4}}, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("means %.2f, standard deviations %.2f\n", s.Mean, s.Scale)
	// Output:
	// means [2.50 150.00], standard deviations [1.12 111.80]
}

// Sums over all rows, sent in their binary form.
func ExampleSum() {
	ctx := context.Background()
	x, err := rows.FromSlices([][]float64{{1, 3}, {2, 1}, {3, 2}})
	if err != nil {
		log.Fatal(err)
	}
	question := blocks.NewProducts(blocks.NewUnits([]float64{2, 2}, []float64{1, 1}), true, 0)
	sum, err := blocks.Sum(ctx, x, nil, question)
	if err != nil {
		log.Fatal(err)
	}
	data, err := blocks.Encode(sum)
	if err != nil {
		log.Fatal(err)
	}
	same, err := blocks.Decode(data)
	if err != nil {
		log.Fatal(err)
	}
	products := same.(*blocks.Products)
	fmt.Printf("%q, %d bytes: %d rows, squares %g and %g, product %g\n", same.Kind(), len(data), products.N, products.XX.At(0, 0), products.XX.At(1, 1), products.XX.At(0, 1))
	// Output:
	// "products", 149 bytes: 3 rows, squares 2 and 2, product -1
}

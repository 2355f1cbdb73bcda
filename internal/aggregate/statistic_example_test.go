package aggregate_test

import (
	"context"
	"fmt"
	"log"

	"suffice/internal/aggregate"
	"suffice/rows"
)

// machines is a table whose rows are on several machines: a [aggregate.Aggregator].
type machines struct {
	*rows.Matrix       // all rows, which a real one would not have
	shares       []int // the first row of each machine, and the end
}

// Aggregate sends the state to each machine, and merges the sums that come back.
func (m *machines) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	state := aggregate.Encode(s)
	total := s.Zero()
	for k, from := range m.shares[:len(m.shares)-1] {
		data, err := m.onMachine(ctx, state, from, m.shares[k+1], y)
		if err != nil {
			return nil, err
		}
		part, err := aggregate.DecodeSum(s, data)
		if err != nil {
			return nil, err
		}
		if err := total.Merge(part); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// onMachine is what happens where rows [from, to) are: nothing but the state and the numbers
// aligned with these rows comes from elsewhere.
func (m *machines) onMachine(ctx context.Context, state []byte, from, to int, y []aggregate.Aligned) ([]byte, error) {
	s, err := aggregate.Decode(state, aggregate.Known())
	if err != nil {
		return nil, err
	}
	x, err := m.Block(ctx, from, to, nil)
	if err != nil {
		return nil, err
	}
	block := aggregate.Block{From: from, Rows: to - from, X: x}
	for _, one := range y {
		block.Y = append(block.Y, one.Rows(from, to, new([]float64)))
	}
	sum := s.Zero()
	if err := sum.Add(block); err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(s, sum), nil
}

// Rows on several machines: the source takes the sums by itself, and fits that use it do
// not know.
func ExampleAggregator() {
	x, err := rows.FromSlices([][]float64{{1, 300}, {2, 100}, {3, 200}, {4, 0}})
	if err != nil {
		log.Fatal(err)
	}
	s, err := aggregate.Standardize(context.Background(), &machines{Matrix: x, shares: []int{0, 1, 4}}, false)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("means %.2f, standard deviations %.2f\n", s.Mean, s.Scale)
	// Output:
	// means [2.50 150.00], standard deviations [1.12 111.80]
}

// Sums over all rows, sent in their binary form.
func ExampleSum() {
	x, err := rows.FromSlices([][]float64{{1, 3}, {2, 1}, {3, 2}})
	if err != nil {
		log.Fatal(err)
	}
	s := aggregate.NewProducts(aggregate.NewUnits([]float64{2, 2}, []float64{1, 1}), true, 0)
	sum, err := aggregate.Sum[*aggregate.Products](context.Background(), x, s)
	if err != nil {
		log.Fatal(err)
	}
	data := aggregate.EncodeSum(s, sum)
	same, err := aggregate.DecodeSum(s, data)
	if err != nil {
		log.Fatal(err)
	}
	products := same.(*aggregate.Products)
	fmt.Printf("%q, %d bytes: %d rows, squares %g and %g, product %g\n", s.Kind(), len(data), products.Rows, products.XX.At(0, 0), products.XX.At(1, 1), products.XX.At(0, 1))
	// Output:
	// "products", 86 bytes: 3 rows, squares 2 and 2, product -1
}

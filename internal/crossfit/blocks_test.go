package crossfit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"suffice/output"
)

// blocks draws rows in blocks that have a level of all inputs and of y, which needs the first input
// by so much beside.
func blocksOf(t *testing.T, count, size int, slope float64, seed uint64) (*Folds, error) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 21))
	x, y, block := normal(t, count*size, 3, random), make([]float64, count*size), make([]int, count*size)
	for b := range count {
		level := random.NormFloat64()
		for i := b * size; i < (b+1)*size; i++ {
			block[i], y[i] = b, 3*level+slope*x.Row(i)[0]+random.NormFloat64()
			for j := range x.Row(i) {
				x.Row(i)[j] += level
			}
		}
	}
	return Divide(context.Background(), x, output.Numbers(y), Options{Block: block, Seed: seed})
}

// What blocks have in common is no finding, and tells nothing; what holds within them is one,
// whatever their size.
func TestBlocks(t *testing.T) {
	for _, of := range []struct{ count, size int }{{60, 2}, {12, 25}, {3, 60}} {
		wrongly, found, most := 0, 0, 0.
		const tables = 8
		for seed := range uint64(tables) {
			for _, slope := range []float64{0, 1} {
				folds, err := blocksOf(t, of.count, of.size, slope, seed)
				if err != nil {
					t.Fatal(err)
				}
				method := along("first", 1, 0, 0)
				a, err := Assess(context.Background(), folds, Assessing{Method: method, Inputs: inputs, Dim: 1, Most: 1})
				if err != nil {
					t.Fatal(err)
				}
				s := a.Of(1)
				if slope == 0 && a.P < Level {
					wrongly++
				}
				if slope == 0 {
					most = max(most, s.Value)
				}
				if slope > 0 && a.P < Level && s.Value > 2*s.SE {
					found++
				}
			}
		}
		if wrongly > 2 || found < tables-1 || most > .2 {
			t.Errorf("%d blocks of %d rows: of %d tables %d are found wrongly, and %d rightly; nothing is worth %.2f", of.count, of.size, tables, wrongly, found, most)
		}
	}
}

// Folds hold several rows of a block, all of a small one.
func TestFoldsKeepPiecesOfBlocks(t *testing.T) {
	folds, err := blocksOf(t, 40, 3, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range folds.Parts {
		rows := map[int]int{}
		for _, b := range p.Units.Block {
			rows[b]++
		}
		for b, n := range rows {
			if n != 3 {
				t.Errorf("block %d has %d rows in a fold", b, n)
			}
		}
	}
	if _, err := blocksOf(t, 60, 1, 0, 1); err == nil {
		t.Error("single rows are no blocks")
	}
	predictions := within([]predicted{{Targets: folds.Parts[0].Test, blocks: folds.Parts[0].Units.Block, by: folds.Parts[0].Test.Matrix}})[0]
	sums := map[int]float64{}
	for i, b := range predictions.blocks {
		sums[b] += predictions.At(i, 0)
	}
	for b, sum := range sums {
		if math.Abs(sum) > 1e-9 {
			t.Errorf("block %d sums up to %g", b, sum)
		}
	}
}

// What is another line in each block, and none over all, is seen by waves of its input; and levels that go
// along are not seen as often as the level of p says.
func TestChanceOfTrends(t *testing.T) {
	const tables, blocks, size, d = 40, 8, 25, 6
	wrongly, found := 0, 0
	for seed := range uint64(tables) {
		random := rand.New(rand.NewPCG(seed, 22))
		x, block := normal(t, blocks*size, d, random), make([]int, blocks*size)
		noise, wave := make([]float64, blocks*size), make([]float64, blocks*size)
		for b := range blocks {
			level := 3 * random.NormFloat64()
			for i := b * size; i < (b+1)*size; i++ {
				block[i], noise[i] = b, 3*level+random.NormFloat64()
				for j := range x.Row(i) {
					x.Row(i)[j] += level
				}
				wave[i] = noise[i] + 2*math.Sin(x.Row(i)[d-1])
			}
		}
		for _, y := range [][]float64{noise, wave} {
			folds, err := Divide(context.Background(), x, output.Numbers(y), Options{Block: block, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			apart, err := folds.apart(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			p, err := folds.chanceOfTrends(context.Background(), apart.firstWave(), rand.New(rand.NewPCG(seed, 1)))
			if err != nil || p <= 0 || p > 1 {
				t.Fatalf("p %v, %v", p, err)
			}
			if p < Level && &y[0] == &noise[0] {
				wrongly++
			} else if p < Level {
				found++
			}
		}
	}
	if wrongly > 6 || found < tables-2 {
		t.Errorf("of %d tables %d are found wrongly, and %d rightly", tables, wrongly, found)
	}
}

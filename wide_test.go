package suffice_test

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// Where there are fewer rows than inputs, no method makes a matrix with the square of the
// number of inputs.
func TestFewRowsOfManyInputsNeedLittleMemory(t *testing.T) {
	if raced {
		t.Skip("the race detector empties pools")
	}
	const n, d = 30, 5000
	random := rand.New(rand.NewPCG(1, 2))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = data[i*d] + .1*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range contracts {
		t.Run(c.name, func(t *testing.T) {
			if c.selects {
				t.Skip("walks along penalties again and again: what it allocates in all says nothing of matrices")
			}
			got := allocated(func() {
				if _, err := c.method(1, false).Fit(context.Background(), x, output.Numbers(y)); err != nil {
					t.Fatal(err)
				}
			})
			most := uint64(8 * d * d / 6)
			if c.searches { // some forty times, to choose where
				most = 4 * 8 * d * d
			}
			if got > most {
				t.Errorf("allocated %d MB in all, where a matrix of %d x %[2]d has %d MB", got>>20, d, 8*d*d>>20)
			}
		})
	}
}

// allocated is how many bytes work allocates on a machine of two cores, each of which may
// have memory of its own.
func allocated(work func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Words are rows of a few words each, out of many, as ones among zeros. Those of classes
// 1 and 2 have some more of the first and of the second 50 words.
func wordsOf(t *testing.T, n, d int, seed uint64) (*rows.CompressedMatrix, []int) {
	const each, group, most = 30, 50, 6
	random := rand.New(rand.NewPCG(seed, 4))
	class, data := make([]int, n), rows.Compressed{Starts: []int{0}}
	for i := range n {
		class[i] = random.IntN(3)
		has := map[uint32]bool{}
		if class[i] > 0 {
			for range random.IntN(most + 1) {
				has[uint32((class[i]-1)*group+random.IntN(group))] = true
			}
		}
		for len(has) < each {
			has[uint32(random.IntN(d))] = true
		}
		for _, j := range slices.Sorted(maps.Keys(has)) {
			data.Columns, data.Values = append(data.Columns, j), append(data.Values, 1)
		}
		data.Starts = append(data.Starts, len(data.Values))
	}
	x, err := rows.NewSparse(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, class
}

// With more rows and words than a square matrix is made of, methods find the words that
// tell classes apart: new rows are nearest to the mean of their class more often than
// with components of no use, which are wrong about two rows of three.
func TestMethodsFindTheWordsThatMatter(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a while")
	}
	const n, d = 6000, 4200
	x, class := wordsOf(t, n, d, 1)
	fresh, truth := wordsOf(t, 3000, d, 2)
	for name, worst := range map[string]float64{ // shares of rows that are taken for the wrong class
		"sca": .34, "kdr": .36, "mddm": .32, "cca": .34, "sir": .34, "save": .36, "sca0": .52, "pca": .4,
	} {
		t.Run(name, func(t *testing.T) {
			method, err := suffice.MethodNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			model, err := method.New(suffice.Options{Dim: 2, Centres: 50}).Fit(t.Context(), x, output.Classes(class))
			if err != nil {
				t.Fatal(err)
			}
			if name != "pca" {
				wantWarning(t, model, "4200 inputs are too many to search in all directions")
			}
			if got := wrongByMeans(t, model, x, class, fresh, truth); got > worst {
				t.Errorf("%.3f of new rows are nearest to the mean of another class, more than %.2f", got, worst)
			}
		})
	}
}

// wrongByMeans is the share of new rows that are nearest to the mean of another class.
func wrongByMeans(t *testing.T, model *suffice.Projection, x suffice.Rows, class []int, fresh suffice.Rows, truth []int) float64 {
	z, err := model.Transform(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	var means [3][]float64
	var counts [3]float64
	for k := range means {
		means[k] = make([]float64, model.Dim())
	}
	for i, k := range class {
		counts[k]++
		for j, v := range z.Row(i) {
			means[k][j] += v
		}
	}
	if z, err = model.Transform(t.Context(), fresh); err != nil {
		t.Fatal(err)
	}
	wrong := 0.
	for i, want := range truth {
		nearest, least := 0, math.Inf(1)
		for k, mean := range means {
			var distance float64
			for j, v := range z.Row(i) {
				distance += (v - mean[j]/counts[k]) * (v - mean[j]/counts[k])
			}
			if distance < least {
				nearest, least = k, distance
			}
		}
		if nearest != want {
			wrong++
		}
	}
	return wrong / float64(len(truth))
}

// factors draws rows of inputs that three factors and noise make up, the third only the
// first 40 of them, and a number that is this factor and noise.
func factors(t *testing.T, n, d int, seed uint64) (*rows.Matrix, []float64) {
	random := rand.New(rand.NewPCG(seed, 5))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = random.NormFloat64() + a*float64(j%5)/4 + b*float64(j%7)/12
			if j < 40 {
				row[j] += c
			}
		}
		y[i] = c + .2*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, y
}

// Where two factors that do not matter make up most of what thousands of inputs say, what
// is found in a search space still tells the third in new rows.
func TestManyRowsOfManyInputsWithFactors(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes a while, and 200 MB")
	}
	const d = 4200
	x, y := factors(t, 4200, d, 1)
	fresh, truth := factors(t, 1000, d, 2)
	for _, name := range []string{"sca", "cca", "sir"} {
		method, err := suffice.MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		model, err := method.New(suffice.Options{Dim: 1}).Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		z, err := model.Transform(t.Context(), fresh)
		if err != nil {
			t.Fatal(err)
		}
		column := make([]float64, len(truth))
		for i := range column {
			column[i] = z.Row(i)[0]
		}
		c := stat.Correlation(column, truth, nil)
		t.Logf("%s explains %.3f of the variance of y in new rows", name, c*c)
		if c*c < .88 { // .96 at best: y has noise of its own
			t.Errorf("%s: that is too little", name)
		}
	}
}

// Package artificial draws the data of "Sufficient Component Analysis for Supervised Dimension
// Reduction" (Yamada, Niu, Takagi and Sugiyama, 2011), whose answer is known: for tests, and for the
// laboratory.
package artificial

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"suffice/internal/atomicfile"
	"suffice/rows"
	"suffice/table"
)

// Data is an artificial data set with a known answer.
type Data struct {
	Name    string
	Formula string // of y, for people
	D       int    // inputs
	Hit     []int  // the inputs that y depends on, counted from 0: they span the answer

	sample func(x []float64, random *rand.Rand) (y float64) // draws x and y
}

// Dim is the number of components of the answer.
func (d Data) Dim() int { return len(d.Hit) }

// All lists the paper's four artificial data sets.
func All() []Data {
	return []Data{
		{Name: "data1", D: 4, Hit: []int{1}, sample: data1, Formula: "y = x2 + 0.5 e"},
		{Name: "data2", D: 10, Hit: []int{2}, sample: data2, Formula: "y = x3² + 0.1 e"},
		{Name: "data3", D: 4, Hit: []int{0, 1}, sample: data3, Formula: "y = (x1² + x2) / (0.5 + (x2 + 1.5)²) + (1 + x2)² + 0.1 e"},
		{Name: "data4", D: 5, Hit: []int{1}, sample: data4, Formula: "y near 0 where |x2| ≤ 1/6, else near 1 or -1"},
	}
}

// ByName finds one of them.
func ByName(name string) (Data, error) {
	for _, d := range All() {
		if d.Name == name {
			return d, nil
		}
	}
	return Data{}, fmt.Errorf("there is no artificial data set %q; choose data1, data2, data3 or data4", name)
}

// Names of the inputs: x1, x2, ….
func (d Data) Names() []string {
	names := make([]string, d.D)
	for j := range names {
		names[j] = fmt.Sprintf("x%d", j+1)
	}
	return names
}

// Generate draws n rows. x is stored by rows.
func (d Data) Generate(n int, seed uint64) (x, y []float64) {
	random := rand.New(rand.NewPCG(seed, 0xda7a))
	x, y = make([]float64, n*d.D), make([]float64, n)
	for i := range n {
		y[i] = d.sample(x[i*d.D:(i+1)*d.D], random)
	}
	return x, y
}

// Rows draws n rows as a table of the inputs x1, x2, … and the target y.
func (d Data) Rows(n int, seed uint64) (*rows.Matrix, error) {
	x, y := d.Generate(n, seed)
	return Beside(x, y)
}

// WriteFile writes n rows to a file, in the format that its ending says.
func (d Data) WriteFile(ctx context.Context, path string, n int, seed uint64) error {
	format, err := table.FormatOf(path)
	if err != nil {
		return err
	}
	drawn, err := d.Rows(n, seed)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error { return table.Write(ctx, w, drawn, format) })
}

// Beside is a table of inputs x1, x2, … that are stored by rows, and the target y.
func Beside(x, y []float64) (*rows.Matrix, error) {
	d := len(x) / len(y)
	values := make([]float64, 0, len(x)+len(y))
	for i, v := range y {
		values = append(append(values, x[i*d:(i+1)*d]...), v)
	}
	all, err := rows.NewMatrix(d+1, values)
	if err != nil {
		return nil, err
	}
	return all.WithNames(append(rows.Names(all)[:d:d], "y"))
}

// Truth is the answer: orthonormal rows in the units of the inputs.
func (d Data) Truth() [][]float64 {
	w := make([][]float64, len(d.Hit))
	for k, j := range d.Hit {
		w[k] = make([]float64, d.D)
		w[k][j] = 1
	}
	return w
}

// data1: x ~ U[-1,1]⁴, y = x₂ + 0.5 e.
func data1(x []float64, random *rand.Rand) float64 {
	uniform(x, -1, 1, random)
	return x[1] + .5*random.NormFloat64()
}

// data2: x ~ N(0, I₁₀), y = x₃² + 0.1 e.
func data2(x []float64, random *rand.Rand) float64 {
	normal(x, random)
	return x[2]*x[2] + .1*random.NormFloat64()
}

// data3: x ~ N(0, I₄), y = (x₁² + x₂) / (0.5 + (x₂ + 1.5)²) + (1 + x₂)² + 0.1 e.
func data3(x []float64, random *rand.Rand) float64 {
	normal(x, random)
	a, b := x[0], x[1]
	return (a*a+b)/(.5+(b+1.5)*(b+1.5)) + (1+b)*(1+b) + .1*random.NormFloat64()
}

// data4: x ~ U[-0.5,0.5]⁵, y ~ N(0, 0.2) where |x₂| ≤ 1/6, else an even mixture of
// N(1, 0.2) and N(-1, 0.2); 0.2 is a variance.
func data4(x []float64, random *rand.Rand) float64 {
	uniform(x, -.5, .5, random)
	noise, up := math.Sqrt(.2)*random.NormFloat64(), random.IntN(2) == 0
	switch {
	case math.Abs(x[1]) <= 1./6:
		return noise
	case up:
		return 1 + noise
	default:
		return -1 + noise
	}
}

func uniform(x []float64, low, high float64, random *rand.Rand) {
	for j := range x {
		x[j] = low + (high-low)*random.Float64()
	}
}

func normal(x []float64, random *rand.Rand) {
	for j := range x {
		x[j] = random.NormFloat64()
	}
}

package suffice_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// plainFruit is an output of a kind of its own that has nothing but a kernel.
type plainFruit struct{ anyFruit }

// anyFruit has a name that is not that of a method.
type anyFruit = output.Kernel

func (plainFruit) Kind() output.Kind { return "fruit" }

// fruit can do all that the outputs of package output can.
type fruit struct{ plainFruit }

func newFruit(of []int) fruit { return fruit{plainFruit{output.Classes(of)}} }

func (f fruit) Names() []string            { return []string{"basket"} }
func (f fruit) CountClasses() int          { return output.CountClasses(f.anyFruit) }
func (f fruit) Columns() (int, []float64)  { return f.anyFruit.(output.Columnar).Columns() }
func (f fruit) Factor() (int, []float64)   { return f.anyFruit.(output.Factored).Factor() }
func (f fruit) Slices(n int) output.Slices { return f.anyFruit.(output.Sliced).Slices(n) }
func (f fruit) Some(which []int) output.Output {
	return fruit{plainFruit{output.Some(f.anyFruit, which).(output.Kernel)}}
}

// ripe draws rows of four inputs of which the first tells the fruit.
func ripe(t *testing.T, n int) (*rows.Matrix, []int) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), 8))
	x, y := make([]float64, 4*n), make([]int, n)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = min(2, max(0, int(x[4*i]+.3*random.NormFloat64()+1)))
	}
	matrix, err := rows.NewMatrix(4, x)
	if err != nil {
		t.Fatal(err)
	}
	return matrix, y
}

// An Output of another package gives the model that the one it is like gives, to the last
// bit, in every method and where some rows are drawn.
func TestAnOutputOfAnotherPackage(t *testing.T) {
	for _, method := range suffice.Methods() {
		for _, n := range []int{150, 5000} {
			if n > 150 && method.Name != "sca0" && method.Name != "sir" && method.Name != "cca" {
				continue
			}
			x, y := ripe(t, n)
			reducer := method.New(suffice.Options{Dim: 1, Centres: 30, Seed: 1})
			want, wantErr := reducer.Fit(t.Context(), x, output.Classes(y))
			got, err := reducer.Fit(t.Context(), x, newFruit(y))
			if wantErr != nil {
				if err == nil || !strings.Contains(err.Error(), "is of kind fruit") {
					t.Errorf("%s: %v, want %v", method.Name, err, wantErr)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", method.Name, err)
				continue
			}
			if got.Output.Kind != "fruit" || !slices.Equal(got.Output.Names, []string{"basket"}) {
				t.Errorf("%s predicts %+v", method.Name, got.Output)
			}
			if got.Output = want.Output; !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %d rows: %+v, want %+v", method.Name, n, got, want)
			}
			if method.Most == nil {
				continue
			}
			if most := method.Most(newFruit(y)); most != 2 && most != math.MaxInt {
				t.Errorf("%s finds at most %d components of three kinds of fruit", method.Name, most)
			}
		}
	}
}

// One that has only a kernel is taken by the methods that need no more, and refused by
// the others in words.
func TestAnOutputWithNothingButAKernel(t *testing.T) {
	x, y := ripe(t, 150)
	for _, method := range suffice.Methods() {
		_, err := method.New(suffice.Options{Dim: 1, Centres: 30, Seed: 1}).Fit(t.Context(), x, newFruit(y).plainFruit)
		if needs := slices.Contains([]string{"sir", "save", "dr", "phd", "cca", "lda", "pls", "nca", "mlkr", "mave", "opg", "seas", "lassosir", "spls"}, method.Name); needs != (err != nil) {
			t.Errorf("%s: %v", method.Name, err)
		}
		if err != nil && !strings.Contains(err.Error(), "the output is of kind fruit; use ") {
			t.Errorf("%s: %v", method.Name, err)
		}
	}
}

// An output without a kernel, in which Kernel is a field and no method, is refused by the
// methods that need one, rather than fitted to nothing.
func TestAnOutputWithoutAKernel(t *testing.T) {
	x, y := ripe(t, 150)
	hidden := struct{ output.Kernel }{output.Classes(y)}
	for _, method := range suffice.Methods() {
		_, err := method.New(suffice.Options{Dim: 1, Centres: 30, Seed: 1}).Fit(t.Context(), x, hidden)
		if blind := method.Name == "pca" || method.Name == "none"; blind != (err == nil) {
			t.Errorf("%s: %v", method.Name, err)
		}
	}
}

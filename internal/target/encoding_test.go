package target

import (
	"math"
	"slices"
	"testing"

	"suffice/output"
)

func encoded(t *testing.T, of *output.Target, rows []int) *Encoding {
	y, err := of.Output()
	if err != nil {
		t.Fatal(err)
	}
	e, err := Encode(t.Context(), y, rows)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Numbers are in their units, absurd ones too; classes and labels are columns of 0 and 1, in the
// order of their names, without classes that no row has.
func TestEncodingsOfKinds(t *testing.T) {
	t.Parallel()
	numbers := encoded(t, &output.Target{Kind: output.KindNumbers, Names: []string{"a", "b"}, Values: []float64{1, 20, 3, 40, 5, 1e30}}, []int{2, 0})
	if !slices.Equal(numbers.Values.Data, []float64{5, 1e30, 1, 20}) || !slices.Equal(numbers.Names, []string{"a", "b"}) {
		t.Errorf("numbers %v of %v", numbers.Values.Data, numbers.Names)
	}
	classes := encoded(t, &output.Target{Kind: output.KindClass, Names: []string{"c"}, Classes: []string{"x", "y", "z"}, Class: []int{2, 0, 2}}, []int{0, 2})
	if !slices.Equal(classes.Values.Data, []float64{0, 1, 0, 1}) || !slices.Equal(classes.Names, []string{"x", "z"}) {
		t.Errorf("classes %v of %v", classes.Values.Data, classes.Names)
	}
	labels := encoded(t, &output.Target{Kind: output.KindLabels, Names: []string{"p", "q"}, Values: []float64{1, 0, 0, 1}}, nil)
	if !slices.Equal(labels.Values.Data, []float64{1, 0, 0, 1}) || labels.Kind != output.KindLabels {
		t.Errorf("labels %v", labels.Values.Data)
	}
}

// What has a kernel alone is functions of it, of the rows asked for.
func TestEncodingsOfStructures(t *testing.T) {
	t.Parallel()
	y, err := output.Strings([]string{"aab", "abb", "bab", "bba", "aaa"}, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Encode(t.Context(), y, []int{0, 1, 2, 4})
	if err != nil || e.Values.Rows != 4 || e.Values.Cols < 1 || e.Names != nil || e.Kind != output.KindSequence {
		t.Fatalf("%+v, %v", e, err)
	}
	if part := e.Subset([]int{3, 1}); !slices.Equal(part.Values.Row(0), e.Values.Row(3)) || part.Values.Rows != 2 {
		t.Errorf("rows 4 and 2 are %v of %v", part.Values.Slices(), e.Values.Slices())
	}
}

// Columns have mean 0 and standard deviation 1, whatever one absurd number is; constants are 0 but for rounding.
func TestStandardisedEncoding(t *testing.T) {
	t.Parallel()
	values := make([]float64, 0, 200)
	for i := range 100 {
		values = append(values, float64(i%10), 7)
	}
	values[10] = 1e200
	e := encoded(t, &output.Target{Kind: output.KindNumbers, Names: []string{"a", "b"}, Values: values}, nil)
	standard, mean, sd := e.Standardised()
	var sum, squares float64
	for i := range standard.Rows {
		sum += standard.At(i, 0)
		squares += standard.At(i, 0) * standard.At(i, 0)
		if math.Abs(standard.At(i, 1)) > 1e-13 {
			t.Fatalf("row %d of a constant is %g", i, standard.At(i, 1))
		}
	}
	if math.Abs(sum) > 1e-9 || math.Abs(squares-100) > 1e-9 || math.Abs(mean[1]-7) > 1e-12 || sd[1] != 1 || !(sd[0] < 1e9) {
		t.Errorf("sum %g, squares %g, means %v, standard deviations %v", sum, squares, mean, sd)
	}
	if e.Values.At(5, 0) != 1e200 {
		t.Error("the encoding itself was changed")
	}
}

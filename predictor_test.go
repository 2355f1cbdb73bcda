package suffice

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// curvedRows are rows of four inputs whose y bends with the first two, with noise of sd .5; classes
// are the thirds of y, and labels two of its signs.
func curvedRows(n int, seed uint64) (*rows.Matrix, *output.Target) {
	random := rand.New(rand.NewPCG(seed, 77))
	x := make([]float64, 0, 4*n)
	y := &output.Target{Names: []string{"y"}, Kind: output.KindNumber}
	for range n {
		row := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		x = append(x, row...)
		along := (row[0] + row[1]) / math.Sqrt2
		y.Values = append(y.Values, 100+along+2*math.Tanh(2*along)+.5*random.NormFloat64())
	}
	m, err := rows.NewMatrix(4, x)
	if err != nil {
		panic(err)
	}
	return m, y
}

func thirdsOf(y *output.Target) *output.Target {
	c := &output.Target{Names: []string{"c"}, Kind: output.KindClass, Classes: []string{"none", "low", "mid", "high"}}
	for _, v := range y.Values {
		c.Class = append(c.Class, 2+int(math.Round(max(-1, min(1, (v-100)/2)))))
	}
	return c
}

func labelsOf(y *output.Target) *output.Target {
	l := &output.Target{Names: []string{"above", "far"}, Kind: output.KindLabels}
	for _, v := range y.Values {
		row := []float64{0, 0}
		if v > 100 {
			row[0] = 1
		}
		if math.Abs(v-100) > 2 {
			row[1] = 1
		}
		l.Values = append(l.Values, row...)
	}
	return l
}

// equipped is a model of the rows with a predictor.
func equipped(t *testing.T, x Rows, y *output.Target) *Projection {
	t.Helper()
	out, err := y.Output()
	if err != nil {
		t.Fatal(err)
	}
	found, err := Fit(t.Context(), NewData(x, out), FitOptions{Method: named(t, "cca")[0], Options: Options{Dim: 1, Seed: 3}, NoVerdict: true, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	return found.Model
}

// Intervals cover what they promise on rows that are new: 2000 of them, so that a standard
// error is .7 points at 90 percent, and the intervals' own, of 300 rows, 1.7.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(300, 1)
	model := equipped(t, x, y)
	test, truth := curvedRows(2000, 2)
	for _, percent := range []int{50, 80, 90, 95} {
		_, lower, upper, err := model.PredictIntervals(t.Context(), test, percent)
		if err != nil {
			t.Fatal(err)
		}
		inside := 0.
		for i, v := range truth.Values {
			if lower.Row(i)[0] <= v && v <= upper.Row(i)[0] {
				inside += 100. / 2000
			}
		}
		if off := 4.5 * math.Sqrt(float64(percent*(100-percent))/300); math.Abs(inside-float64(percent)) > off {
			t.Errorf("the interval of %d percent covers %.1f", percent, inside)
		}
	}
	if r2 := model.Predictor.Measures["r2"]; r2 < .9 || r2 > 1 { // noise is 4% of the variance
		t.Errorf("R2 %v", r2)
	}
	if _, _, _, err := model.PredictIntervals(t.Context(), test, 85); err == nil || model.Predictor.HasInterval(85) || !model.Predictor.HasInterval(90) {
		t.Errorf("of an interval of 85 percent: %v", err)
	}
}

// Probabilities add up to 1 and are about as often right as they say; a class that no row has
// is none of the names.
func TestPredictedClasses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(400, 3)
	model := equipped(t, x, thirdsOf(y))
	if p := model.Predictor; !slices.Equal(p.Names, []string{"low", "mid", "high"}) || p.Measures["calibration_error"] > .1 || p.Measures["accuracy"] < .75 {
		t.Errorf("%v: %v", p.Names, p.Measures)
	}
	predicted, err := model.Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(predicted.Names(), model.Predictor.Names) {
		t.Errorf("columns %v", predicted.Names())
	}
	for i := range predicted.Len() {
		var total float64
		for _, p := range predicted.Row(i) {
			total += p
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("row %d adds up to %v", i, total)
		}
	}
}

func TestPredictedLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(400, 4)
	p := equipped(t, x, labelsOf(y)).Predictor
	if !slices.Equal(p.Names, []string{"above", "far"}) || p.Measures["hamming_loss"] > .2 || p.Measures["auc"] < .85 {
		t.Errorf("%v: %v", p.Names, p.Measures)
	}
}

// Several numbers are predicted in their own units.
func TestPredictedNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(200, 5)
	two := &output.Target{Names: []string{"a", "b"}, Kind: output.KindNumbers}
	for _, v := range y.Values {
		two.Values = append(two.Values, v, 1000*v)
	}
	model := equipped(t, x, two)
	predicted, err := model.Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range predicted.Len() {
		if a, b := predicted.Row(i)[0], predicted.Row(i)[1]; a < 90 || a > 110 || math.Abs(b/a-1000) > 1 {
			t.Fatalf("predicted %v and %v", a, b)
		}
	}
}

// A model file gives the same predictions, bit for bit, and so does any number of threads.
func TestPredictionsAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(150, 6)
	made := func(threads int) (*Projection, []byte) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		var file bytes.Buffer
		model := equipped(t, x, thirdsOf(y))
		if err := model.Write(&file); err != nil {
			t.Fatal(err)
		}
		return model, file.Bytes()
	}
	_, one := made(1)
	model, four := made(4)
	if !bytes.Equal(one, four) {
		t.Error("the model depends on the number of threads")
	}
	read, err := ReadModel(bytes.NewReader(one))
	if err != nil {
		t.Fatal(err)
	}
	got, err := read.Used().Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	want, err := model.Predict(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	for i := range want.Len() {
		if !slices.Equal(got.Row(i), want.Row(i)) {
			t.Fatalf("row %d: %v and %v", i, got.Row(i), want.Row(i))
		}
	}
}

func TestPredictorsThatCannotBe(t *testing.T) {
	x, y := curvedRows(60, 7)
	out, err := y.Output()
	if err != nil {
		t.Fatal(err)
	}
	data, options := NewData(x, out), FitOptions{Method: named(t, "cca")[0], Options: Options{Dim: 1}, NoVerdict: true}
	found, err := Fit(t.Context(), data, options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := found.Model.Predict(t.Context(), x); err == nil || !strings.Contains(err.Error(), "the model has no predictor") {
		t.Errorf("got %v", err)
	}
	judged, err := Assess(t.Context(), data, AssessOptions{Method: named(t, "pca")[0], Options: Options{Dim: 2}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := judged.Predictor(t.Context(), data, found.Model, 1); err == nil || !strings.Contains(err.Error(), "were not judged") {
		t.Errorf("one component by what was said of two: %v", err)
	}
	if _, err := (&AssessResult{}).Predictor(t.Context(), data, found.Model, 1); err == nil || !strings.Contains(err.Error(), "were not judged") {
		t.Errorf("without a judgement: %v", err)
	}
	options.Predictor = true
	words, err := output.Strings(slices.Repeat([]string{"ab", "ba"}, 30), output.Spectrum{Length: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Fit(t.Context(), NewData(x, words), options); err == nil || !strings.Contains(err.Error(), "a predictor is for numbers, classes or labels") {
		t.Errorf("got %v", err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fit(stopped, data, options); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Parts of a predictor that do not fit together are found when a model is read.
func TestDamagedPredictors(t *testing.T) {
	x, y := curvedRows(60, 8)
	var whole bytes.Buffer
	if err := equipped(t, x, y).Write(&whole); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(p *Predictor){
		"kernel": func(p *Predictor) { p.Kernel = "other" }, "scale": func(p *Predictor) { p.Scales = nil },
		"centre": func(p *Predictor) { p.Centres[0] = nil }, "weights": func(p *Predictor) { p.Weights = p.Weights[1:] },
		"names": func(p *Predictor) { p.Names = nil }, "kind": func(p *Predictor) { p.Kind = output.KindTree },
		"spread": func(p *Predictor) { p.Spread = []float64{0} }, "offsets": func(p *Predictor) { p.Offset = nil },
		"intervals": func(p *Predictor) { p.Intervals[0].Half = nil }, "power": func(p *Predictor) { p.Kind = output.KindClass },
		"component 1": func(p *Predictor) { p.Components = [][]float64{{1}} }, "slopes of 2": func(p *Predictor) { p.Slopes = [][]float64{{1}, {1}} },
		"2 slopes": func(p *Predictor) { p.Slopes = slices.Repeat([][]float64{{1, 1}}, len(p.Scales)) }, "no slopes": func(p *Predictor) { p.Centres, p.Slopes = nil, nil },
		"link \"logit\"": func(p *Predictor) { p.Link = "logit" }, "logarithms": func(p *Predictor) { p.Log = []bool{true, true} }, "least": func(p *Predictor) { p.Least = []float64{0, 0} },
		"0 low limits of deviations": func(p *Predictor) { p.Deviation = &Deviation{KernelMachine: p.KernelMachine} },
		"deviation in":               func(p *Predictor) { p.Deviation = &Deviation{Low: []float64{0}, High: []float64{1}} },
		"which are of numbers":       func(p *Predictor) { p.Kind, p.Link = output.KindClass, "softmax" },
	} {
		model, err := ReadModel(bytes.NewReader(whole.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		damage(model.Predictor)
		var file bytes.Buffer
		if err := model.Write(&file); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadModel(&file); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
		if _, err := model.Predict(t.Context(), x); err == nil {
			t.Errorf("%s: it predicts", name)
		}
	}
}

// Rows of the fit are like themselves, and those far off are not, along a component or across.
func TestUnlike(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := curvedRows(300, 9)
	model := equipped(t, x, y)
	if which, err := model.Unlike(t.Context(), x); err != nil || len(which) > 0 {
		t.Errorf("got %v %v", which, err)
	}
	far, err := rows.FromSlices([][]float64{{0, 0, 0, 0}, {9, 9, 0, 0}, {0, 0, 50, 0}, {1, 1, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if which, err := model.Unlike(t.Context(), far); err != nil || !slices.Equal(which, []int{1, 2}) {
		t.Errorf("got %v %v", which, err)
	}
	model.Training = nil
	if which, err := model.Unlike(t.Context(), far); err != nil || which != nil {
		t.Errorf("got %v %v", which, err)
	}
}

// The limit is the order statistic of 99.9%, and rows without their zeros have the distances
// of the same rows with them.
func TestTrainingRows(t *testing.T) {
	random := rand.New(rand.NewPCG(10, 10))
	table := make([][]float64, 5500)
	for i := range table {
		table[i] = []float64{0, 0, float64(i)}
		if random.IntN(4) == 0 {
			table[i][random.IntN(2)] = random.NormFloat64()
		}
	}
	dense, err := rows.FromSlices(table)
	if err != nil {
		t.Fatal(err)
	}
	p := &Projection{Inputs: []string{"a", "b", "c"}, Components: [][]float64{{1, 1, 0}}, Mean: []float64{.1, -.2, 0}, Scale: []float64{1, 2, 1}}
	got, err := TrainingOf(t.Context(), p, dense)
	if err != nil {
		t.Fatal(err)
	}
	var distances []float64 // the third input has no weight
	for _, row := range table {
		a, b := row[0]-.1, (row[1]+.2)/2
		distances = append(distances, math.Sqrt((a*a+b*b)/2))
	}
	slices.Sort(distances)
	if want := distances[5500-6]; math.Abs(got.Distance-want) > 1e-12 || got.Rows != 5500 {
		t.Errorf("got %+v, want %v", got, want)
	}
	again, err := TrainingOf(t.Context(), p, withoutZeros(t, table))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(again.Distance-got.Distance) > 1e-12 || math.Abs(again.Low[0]-got.Low[0]) > 1e-12 || math.Abs(again.High[0]-got.High[0]) > 1e-12 {
		t.Errorf("with zeros %+v, without %+v", got, again)
	}
}

func withoutZeros(t *testing.T, table [][]float64) rows.Sparse {
	t.Helper()
	data := rows.Compressed{Starts: []int{0}}
	for _, row := range table {
		for j, v := range row {
			if v != 0 {
				data.Columns, data.Values = append(data.Columns, uint32(j)), append(data.Values, v)
			}
		}
		data.Starts = append(data.Starts, len(data.Columns))
	}
	sparse, err := rows.NewSparse(len(table[0]), data)
	if err != nil {
		t.Fatal(err)
	}
	return sparse
}

// Rows like those of the fit are hardly ever said to be unlike, also where these are few; such as
// are ten times as large are.
func TestFewTrainingRows(t *testing.T) {
	unlike, far, all := 0, 0, 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 77))
		draw := func(n int, scale float64) (*rows.Matrix, []float64) {
			var x [][]float64
			var y []float64
			for range n {
				row := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
				y = append(y, row[0]+random.NormFloat64())
				for j := range row {
					row[j] *= scale
				}
				x = append(x, row)
			}
			m, err := rows.FromSlices(x)
			if err != nil {
				t.Fatal(err)
			}
			return m, y
		}
		x, y := draw(25, 1)
		model, err := SIR{Dim: 1}.Fit(t.Context(), x, output.Numbers(y))
		if err == nil {
			model.Training, err = TrainingOf(t.Context(), model, x)
		}
		if err != nil {
			t.Fatal(err)
		}
		like, _ := draw(50, 1)
		large, _ := draw(50, 10)
		for of, count := range map[*rows.Matrix]*int{like: &unlike, large: &far} {
			which, err := model.Unlike(t.Context(), of)
			if err != nil {
				t.Fatal(err)
			}
			*count += len(which)
		}
		all += 50
	}
	if unlike > all/100 || far < all*9/10 {
		t.Errorf("%d of %d rows are unlike, and %d of as many that are ten times as large", unlike, all, far)
	}
}

package realtables

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/lab/experiment"
	"suffice/output"
	"suffice/rows"
)

// someTables writes two tables of 90 rows: a number that bends with x1, and classes by the
// sum of x1 and x2.
func someTables(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	random := rand.New(rand.NewPCG(3, 1))
	numbers, classes := "x1,x2,x3,y\n", "x1,x2,x3,y\n"
	for range 90 {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		numbers += fmt.Sprintf("%g,%g,%g,%g\n", a, b, c, a*a+.1*random.NormFloat64())
		classes += fmt.Sprintf("%g,%g,%g,c%d\n", a, b, c, int(math.Round(1/(1+math.Exp(-3*(a+b))))))
	}
	for name, text := range map[string]string{"autompg.csv.gz": numbers, "glass.csv.gz": classes} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func methodNamed(t *testing.T, name string) Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return Ours(m)
}

func small(t *testing.T, methods ...string) Components {
	t.Helper()
	c := Components{Folder: someTables(t), Dims: []int{1, 5}, Splits: 2, Fits: 2, Seed: 4}
	for _, name := range []string{"autompg", "glass"} {
		table, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		c.Tables = append(c.Tables, table)
	}
	for _, name := range methods {
		c.Methods = append(c.Methods, methodNamed(t, name))
	}
	return c
}

func run(t *testing.T, c Components) *experiment.Result {
	t.Helper()
	e, err := c.Experiment(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is found does not depend on the number of threads, and components beyond the inputs are left out.
func TestExperiment(t *testing.T) {
	c := small(t, "sca0", "pca")
	errors := func(threads int) (all []float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		r := run(t, c)
		if len(r.Rows) != 4 || len(r.Ratios) != 6 { // of all tables, numbers and classes, by two ways to predict
			t.Errorf("%d rows, %d ratios", len(r.Rows), len(r.Ratios))
		}
		for _, row := range r.Rows {
			all = append(all, row.Figures[byNeighbours].Mean, row.Figures[byRidge].Mean)
		}
		return all
	}
	if one, four := errors(1), errors(4); !slices.Equal(one, four) || slices.Min(one) <= 0 {
		t.Errorf("one thread %v, four %v", one, four)
	}
}

func noFit(context.Context, rows.Source, *output.Target, int, uint64) (*suffice.Projection, error) {
	return nil, errors.New("there is nothing to be found")
}

// A method that fails counts as a guess, and its reason is told.
func TestFailedFits(t *testing.T) {
	c := small(t, "pca")
	c.Methods = append(c.Methods, Method{Name: "bad", Fit: noFit, Seedless: true})
	row := run(t, c).Rows[1]
	if row.Method != "bad" || row.Failed != 2 || row.Figures[byNeighbours].Mean != 1 || row.Figures[byRidge].Mean != 1 || row.Problem != "there is nothing to be found" {
		t.Errorf("got %+v", row)
	}
}

// Seeds are apart where one errs by a quarter more, and no row counts more than the fits have rows.
func TestSeedsApart(t *testing.T) {
	c := small(t, "pca")
	c.Methods[0] = Method{Name: "fickle", Fit: func(ctx context.Context, x rows.Source, y *output.Target, dim int, seed uint64) (*suffice.Projection, error) {
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		p, err := suffice.PCA{Dim: dim}.Fit(ctx, x, out)
		if err == nil {
			column := 0
			if seed > nextSeed { // the second fit of a split looks at an input that says nothing
				column = 2
			}
			clear(p.Components[0])
			p.Components[0][column] = 1
		}
		return p, err
	}}
	for _, row := range run(t, c).Rows {
		if f := row.Figures; f[apart].Mean != 1 || row.Table == "glass" && (f[oneRow].Mean <= 0 || *f[oneRow].Max > .1) || row.Table == "autompg" && *f[oneRow].Max != 0 {
			t.Errorf("%s: %+v", row.Table, f)
		}
	}
}

func TestFolders(t *testing.T) {
	if err := Find(filepath.Join(t.TempDir(), "none"), nil); !errors.Is(err, ErrNoFolder) {
		t.Errorf("got %v", err)
	}
	housing, err := ByName("housing")
	if err != nil {
		t.Fatal(err)
	}
	if err := Find(someTables(t), []Table{housing}); err == nil || !strings.Contains(err.Error(), "has no file housing.arff.gz, the table housing; leave that table out") {
		t.Errorf("got %v", err)
	}
	if _, err := ByName("housin"); err == nil || !strings.Contains(err.Error(), `there is no table "housin" (did you mean housing?)`) {
		t.Errorf("got %v", err)
	}
}

// All tables have the rows and inputs that the folder's README tells of.
func TestRealTables(t *testing.T) {
	folder := "../../../shared/data/tabular"
	if Find(folder, Tables()) != nil {
		t.Skip("this wants the folder ../shared/data/tabular beside the checkout, which is not ours to ship")
	}
	want := map[string]string{
		"abalone": "4177x10 number 1", "airfoil": "1503x5 number 1", "autompg": "392x7 number 1", "dermatology": "358x34 class 6",
		"enb": "768x8 numbers 2", "gas": "2565x128 number 1", "glass": "214x9 class 6", "housing": "506x13 number 1",
		"ionosphere": "351x34 class 2", "keggdirected": "5000x20 number 1", "optdigits": "5620x64 class 10", "parkinsons": "5000x19 number 1",
		"pol": "5000x26 number 1", "pumadyn32nm": "5000x32 number 1", "spambase": "4601x57 class 2", "tecator": "240x100 number 1",
		"vehicle": "846x18 class 4", "wine": "178x13 class 3",
	}
	for _, table := range Tables() {
		d, err := table.open(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		a := newAnswers(d.encoded, []int{0, 1, 2}, []int{3})
		if got := fmt.Sprintf("%dx%d %s %d", d.x.Len(), d.x.Width(), d.y.Kind, a.train.Cols); got != want[table.Name] {
			t.Errorf("%s: got %s, want %s", table.Name, got, want[table.Name])
		}
	}
}

// The projection of rmave is that of its directions.
func TestAnswersForRMAVE(t *testing.T) {
	y := &target.Encoding{Names: []string{"a", "b"}, Kind: output.KindNumbers, Values: linalg.Of(2, 2, []float64{1, 10, 3, 30})}
	train := newAnswers(y, []int{0, 1}, nil).train
	for i, want := range []float64{-1, -1, 1, 1} {
		if math.Abs(train.Data[i]-want) > 1e-15 {
			t.Errorf("got %v", train.Data)
		}
	}
	if y.Values.At(0, 0) != 1 {
		t.Error("the target was changed")
	}
}

// Predictions of classes are put where the classes are, numbers into standard deviations.
func TestLikeAnswers(t *testing.T) {
	classes := answers{classes: true, names: []string{"a", "b", "c"}}
	if got := classes.like(linalg.Of(1, 2, []float64{.2, .8}), []string{"a", "c"}); got.Cols != 3 || got.At(0, 0) != .2 || got.At(0, 1) != 0 || got.At(0, 2) != .8 {
		t.Errorf("classes: %v", got)
	}
	numbers := newAnswers(&target.Encoding{Kind: output.KindNumber, Names: []string{"y"}, Values: linalg.Of(2, 1, []float64{1, 3})}, []int{0, 1}, nil)
	if got := numbers.like(linalg.Of(1, 1, []float64{4}), []string{"y"}); math.Abs(got.At(0, 0)-2) > 1e-12 {
		t.Errorf("numbers: %v", got)
	}
}

package cluster

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/table"
)

// A worker of these tests is this program, with a variable that says so.
const isWorker = "SUFFICE_TEST_WORKER"

func TestMain(m *testing.M) {
	if mode := os.Getenv(isWorker); mode != "" {
		os.Exit(runWorker(mode))
	}
	cli.AllowGarbage(400) // as in the tests of the library
	code := m.Run()
	for _, end := range atEnd {
		end()
	}
	os.Exit(code)
}

// atEnd gives back what tests share.
var atEnd []func()

func runWorker(mode string) int {
	w := &Worker{}
	out, ok := misbehaving(mode, w)
	if !ok {
		return 1
	}
	if err := w.Run(context.Background(), os.Stdin, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// workers are so many at a time, in a mode of [misbehaving].
func workers(t testing.TB, count int, mode string, files ...string) *Processes {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Processes{Files: files, Workers: count, Command: func() *exec.Cmd {
		command := exec.Command(self)
		command.Env = append(os.Environ(), isWorker+"="+mode)
		command.Stderr = os.Stderr
		return command
	}}
	t.Cleanup(p.Close)
	return p
}

// here is an engine without processes: a worker answers for all parts, which it is given as
// bytes.
type here []string

func (h here) Parts() []string { return h }

func (h here) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	var parts []part
	for k, name := range h {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		parts = append(parts, part{number: k, name: name, content: content})
	}
	return askOne(ctx, question, parts, answered)
}

// askOne has one worker of this process answer for parts, in their order.
func askOne(ctx context.Context, question []byte, parts []part, answered func(Frame) error) error {
	var in, out bytes.Buffer
	if _, err := (Frame{Kind: Asks, Data: question}).WriteTo(&in); err != nil {
		return err
	}
	for _, p := range parts {
		if _, err := p.frame().WriteTo(&in); err != nil {
			return err
		}
	}
	if err := (&Worker{}).Run(ctx, &in, &out); err != nil {
		return err
	}
	for range parts {
		f, err := ReadFrame(&out)
		if err == nil {
			err = answered(f)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// houses writes a table in parts: numbers, a nominal column, classes, gaps where asked for.
func houses(t testing.TB, n, parts int, gaps bool) []string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	var files []string
	for k := range parts {
		var text strings.Builder
		text.WriteString("a,b,c,d,town,price,sort,low,high\n")
		for i := k * n / parts; i < (k+1)*n/parts; i++ {
			x := [4]float64{random.NormFloat64(), random.NormFloat64(), random.Float64(), random.NormFloat64()}
			town := random.IntN(3)
			price := math.Sin(x[0]+x[1]) + .3*float64(town) + x[2]*x[2] + .1*random.NormFloat64()
			sort := [...]string{"small", "middle", "Large"}[min(2, max(0, int(price+1)))]
			cell := fmt.Sprintf("%.6f", x[3])
			if gaps && i%7 == 3 {
				cell = "NA"
			}
			fmt.Fprintf(&text, "%.6f,%.6f,%.6f,%s,%s,%.6f,%s,%d,%d\n", x[0], x[1], x[2], cell, [...]string{"Ulm", "Bonn", "Kiel"}[town], price, sort, int(price+2)%2, random.IntN(2))
		}
		file := filepath.Join(dir, fmt.Sprintf("part-%d.csv", k))
		if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

func fitHere(t testing.TB, files []string, roles table.Roles, method suffice.Reducer) (*suffice.Projection, error) {
	t.Helper()
	data, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(roles)
	if err != nil {
		return nil, err
	}
	return fitted(t, choice, method)
}

func fitThere(t testing.TB, e Engine, roles table.Roles, method suffice.Reducer) (*suffice.Projection, error) {
	t.Helper()
	data, err := Describe(t.Context(), e, "houses", table.Options{}, roles)
	if err != nil {
		return nil, err
	}
	choice, err := data.Choose(roles)
	if err != nil {
		return nil, err
	}
	return fitted(t, choice, method)
}

// fitted is the model of a choice, whose rows may have weights.
func fitted(t testing.TB, choice *table.Choice, method suffice.Reducer) (*suffice.Projection, error) {
	t.Helper()
	data, err := choice.Data()
	if err != nil {
		return nil, err
	}
	data.Source = nil // the file has another name there
	return data.Fit(t.Context(), method)
}

func bytesOf(t testing.TB, m *suffice.Projection) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := m.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// wantSame checks that two models are of the same inputs, and that components span the same.
func wantSame(t testing.TB, name string, got, want *suffice.Projection) {
	t.Helper()
	if fmt.Sprint(got.Inputs, got.Levels, got.Output, got.Made) != fmt.Sprint(want.Inputs, want.Levels, want.Output, want.Made) {
		t.Errorf("%s: inputs %v of %v, want %v of %v", name, got.Inputs, got.Output, want.Inputs, want.Output)
	}
	wantWithin(t, name, got, want, 1e-7)
}

// ofDrawnRows is how far apart models of more rows than are drawn may be: there, slices and medians
// are those of drawn rows, and not of all.
const ofDrawnRows = .003

// wantWithin checks that components span nearly the same.
func wantWithin(t testing.TB, name string, got, want *suffice.Projection, tolerance float64) {
	t.Helper()
	if angle := apart(t, got, want); angle > tolerance {
		t.Errorf("%s: the subspaces are %g apart", name, angle)
	}
}

// apart is how far the spaces are from each other that the components of models span.
func apart(t testing.TB, a, b *suffice.Projection) float64 {
	t.Helper()
	frames := make([]linalg.Matrix, 2)
	for k, m := range []*suffice.Projection{a, b} {
		frames[k] = linalg.Of(m.Dim(), len(m.Inputs), slices.Concat(m.Components...))
		if err := stiefel.Orthonormalize(frames[k]); err != nil {
			t.Fatal(err)
		}
	}
	return stiefel.Distance(frames[0], frames[1])
}

// roles are choices with each kind of target that can be elsewhere.
var roles = map[string]table.Roles{
	"number":  {Target: []string{"price"}, Exclude: []string{"sort", "low", "high"}},
	"class":   {Target: []string{"sort"}, Exclude: []string{"price", "low", "high"}},
	"labels":  {Target: []string{"low,high"}, Exclude: []string{"price", "sort"}},
	"numbers": {Target: []string{"price,a"}, Exclude: []string{"sort", "low", "high"}},
}

// With one part, sums are taken as in one process, to the last bit.
func TestModelsOfOnePartAreThoseOfTheWholeBitForBit(t *testing.T) {
	files := houses(t, 120, 1, false)
	for kind, roles := range roles {
		for _, method := range suffice.Methods() {
			reducer, name := method.New(suffice.Options{Dim: 1, Centres: 10, NoRefine: true, Seed: 1}), method.Name+" of "+kind
			want, err := fitHere(t, files, roles, reducer)
			got, errThere := fitThere(t, here(files), roles, reducer)
			switch {
			case fmt.Sprint(err) != fmt.Sprint(errThere):
				t.Errorf("%s: error %v, want %v", name, errThere, err)
			case err == nil && !bytes.Equal(bytesOf(t, got), bytesOf(t, want)):
				t.Errorf("%s: %s, want %s", name, bytesOf(t, got), bytesOf(t, want))
			}
		}
	}
}

// With several parts, sums differ by rounding. Searches over few rows make more of that, and
// are compared by internal/aggregate and the tests of the library.
func TestModelsOfPartsAreThoseOfTheWhole(t *testing.T) {
	files := houses(t, 400, 5, false)
	for kind, methods := range map[string]string{"number": "mddm sir save dr phd pca pls cca", "class": "mddm sir lda", "labels": "mddm cca", "numbers": "mddm pls"} {
		for name := range strings.FieldsSeq(methods) {
			method, err := suffice.MethodNamed(name)
			if err != nil {
				t.Fatal(err)
			}
			reducer := method.New(suffice.Options{Dim: 1, Seed: 1})
			want, err := fitHere(t, files, roles[kind], reducer)
			if err != nil {
				t.Fatal(err)
			}
			got, err := fitThere(t, here(files), roles[kind], reducer)
			if err != nil {
				t.Fatal(name, err)
			}
			wantSame(t, name+" of "+kind, got, want)
		}
	}
}

// What stands for missing values is found over all parts, and rows are dropped in each.
func TestMissingValuesOfParts(t *testing.T) {
	files := houses(t, 400, 5, true)
	for _, missing := range []table.Missing{table.MissingIsError, table.DropMissing, table.MeanForMissing, table.MedianForMissing} {
		roles := roles["number"]
		roles.Missing = missing
		want, err := fitHere(t, files, roles, suffice.MDDM{Dim: 1})
		got, errThere := fitThere(t, here(files), roles, suffice.MDDM{Dim: 1})
		switch {
		case fmt.Sprint(err) != fmt.Sprint(errThere):
			t.Errorf("%s: error %v, want %v", missing, errThere, err)
		case err == nil:
			wantSame(t, string(missing), got, want)
			for k, v := range want.Fill {
				if off := math.Abs(got.Fill[k] - v); off > 1e-12 || off > 0 && missing == table.MedianForMissing {
					t.Errorf("%s: %s is filled with %g, want %g", missing, want.Inputs[k], got.Fill[k], v)
				}
			}
		}
	}
}

// Some columns of the inputs are summed over where the rows are, and columns of these.
func TestSomeColumnsOfParts(t *testing.T) {
	for parts, names := range map[int]string{1: "mddm sir sca", 4: "mddm pls"} {
		files := houses(t, 300, parts, false)
		for _, weights := range []string{"", "c"} {
			roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "low", "high"}, Weights: weights}
			for name := range strings.FieldsSeq(names) {
				method, err := suffice.MethodNamed(name)
				if err != nil {
					t.Fatal(err)
				}
				if weights != "" && !method.Uses.Weights {
					continue
				}
				var reducer suffice.Reducer = suffice.Selected{Reducer: method.New(suffice.Options{Dim: 1, Centres: 10, NoRefine: true, Seed: 1}), Inputs: []int{0, 2}}
				if name == "mddm" {
					reducer = suffice.Selected{Reducer: reducer, Inputs: []int{0, 1, 3}}
				}
				want, err := fitHere(t, files, roles, reducer)
				if err != nil {
					t.Fatal(name, err)
				}
				got, err := fitThere(t, here(files), roles, reducer)
				if err != nil {
					t.Fatal(name, err)
				}
				wantSame(t, name+" by "+weights, got, want)
				if parts == 1 && !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
					t.Errorf("%s by %q: %s, want %s", name, weights, bytesOf(t, got), bytesOf(t, want))
				}
			}
		}
	}
}

// A host that has no parts is told so.
func TestHostWithoutParts(t *testing.T) {
	var frames bytes.Buffer
	if _, err := (Frame{Kind: HasParts}).WriteTo(&frames); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenHost(&frames, nil); err == nil || !strings.Contains(err.Error(), "no parts") {
		t.Errorf("error %v", err)
	}
}

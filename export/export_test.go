package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"suffice"
	"suffice/rows"
)

// hostile names are what a language could stumble over.
var hostile = []string{
	`he said "hi"`, `it's`, "new\nline", `back\slash`, `*/ -- """ ''' //`, "ünï 😀", "select", "", "sex=F", "a=b", "x\u2028y", "${x}%s",
}

// strange is a model of the hostile names in so many components, with weights 0 and
// without, means large and 0, scales large, small and 1, and relevances where there are several.
func strange(dim int) *suffice.Projection {
	random := rand.New(rand.NewPCG(1, uint64(dim)))
	m := &suffice.Projection{
		Method: "sca", Inputs: hostile, Output: suffice.Output{Kind: "number", Names: []string{"price \"\"\"\n*/"}},
		Levels: map[string]suffice.Level{"sex=F": {Column: `sex "or" so`, Value: "F'"}},
	}
	for j := range hostile {
		m.Mean = append(m.Mean, random.NormFloat64()*math.Pow(10, float64(j-3)))
		m.Scale = append(m.Scale, random.ExpFloat64()*math.Pow(10, float64(j-6)))
	}
	m.Mean[1], m.Scale[2], m.Mean[3], m.Scale[3] = 0, 1, 0, 1
	m.Mean[8], m.Scale[8] = .3, .46 // those of a level
	for k := range dim {
		if dim > 1 {
			m.Relevance = append(m.Relevance, 1/(1+.3*float64(k)))
		}
		weights := make([]float64, len(hostile))
		for j := range weights {
			if weights[j] = random.NormFloat64(); random.IntN(4) == 0 {
				weights[j] = 0
			}
		}
		m.Components = append(m.Components, weights)
	}
	return m
}

// table is some rows for a model; the level is 0 or 1.
func table(m *suffice.Projection, n int) [][]float64 {
	random := rand.New(rand.NewPCG(2, 3))
	x := make([][]float64, n)
	for i := range x {
		for j, name := range m.Inputs {
			v := m.Mean[j] + m.Scale[j]*random.NormFloat64()
			if _, ok := m.Levels[name]; ok {
				v = float64(random.IntN(2))
			}
			x[i] = append(x[i], v)
		}
	}
	return x
}

// transformed is what suffice itself makes of the rows.
func transformed(t *testing.T, m *suffice.Projection, x [][]float64) [][]float64 {
	t.Helper()
	source, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	z, err := m.Transform(context.Background(), source)
	if err != nil {
		t.Fatal(err)
	}
	all, err := z.Block(context.Background(), 0, z.Len(), make([]float64, z.Len()*z.Width()))
	if err != nil {
		t.Fatal(err)
	}
	var table [][]float64
	for ; len(all) > 0; all = all[z.Width():] {
		table = append(table, all[:z.Width()])
	}
	return table
}

func exported(t *testing.T, name string, m *suffice.Projection, o Options) string {
	t.Helper()
	format, err := FormatNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := format.Write(&out, m, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// wantClose allows for sums in another order: a few units in the last place of the
// largest term, which is below 10 times the number of inputs.
func wantClose(t *testing.T, got, want [][]float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i := range want {
		if len(got[i]) != len(want[i]) {
			t.Fatalf("row %d: %d columns, want %d", i, len(got[i]), len(want[i]))
		}
		for k := range want[i] {
			if !(math.Abs(got[i][k]-want[i][k]) <= within) {
				t.Errorf("row %d, component %d: got %v, want %v", i, k, got[i][k], want[i][k])
			}
		}
	}
}

// python runs a script with an object on its standard input and reads the object that
// it prints, or skips the test where a module is not there.
func python(t *testing.T, modules, script string, in, out any) {
	t.Helper()
	if exec.Command("python3", "-c", "import "+modules).Run() != nil {
		t.Skipf("there is no python3 with %s", modules)
	}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("python3", "-c", script)
	var errs bytes.Buffer
	command.Stdin, command.Stderr = bytes.NewReader(data), &errs
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func TestCSVReadsBackTheSame(t *testing.T) {
	m := strange(3)
	records, err := csv.NewReader(strings.NewReader(exported(t, "csv", m, Options{}))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(records[0], " "), "input mean scale z1 z2 z3"; got != want {
		t.Errorf("header %q, want %q", got, want)
	}
	for j, name := range m.Inputs {
		record := records[j+1]
		if record[0] != name {
			t.Errorf("input %q, want %q", record[0], name)
		}
		for c, want := range []float64{m.Mean[j], m.Scale[j], m.Weights()[0][j], m.Weights()[1][j], m.Weights()[2][j]} {
			var got float64
			if err := json.Unmarshal([]byte(record[c+1]), &got); err != nil || got != want {
				t.Errorf("%q, column %d: got %s, want %v", name, c, record[c+1], want)
			}
		}
	}
}

func TestFormatsAreFoundByNameAndEnding(t *testing.T) {
	for _, f := range Formats() {
		named, err := FormatNamed(f.Name)
		if err != nil || named.Name != f.Name {
			t.Errorf("%s: found %q, %v", f.Name, named.Name, err)
		}
		of, err := FormatOf("some/model.v2" + strings.ToUpper(f.Ending))
		if err != nil || of.Name != f.Name {
			t.Errorf("%s: found %q, %v", f.Ending, of.Name, err)
		}
		if f.Describe(strange(2), Options{}) == "" || f.What == "" {
			t.Errorf("%s says too little", f.Name)
		}
	}
	for _, path := range []string{"model", "-", "", "csv", "model.json"} {
		if f, err := FormatOf(path); err == nil {
			t.Errorf("%q is taken for %s", path, f.Name)
		}
	}
}

// What cannot be computed with is an error in every format, and so is a disk that is full.
func TestErrors(t *testing.T) {
	broken := map[string]func(m *suffice.Projection){
		"a NaN":            func(m *suffice.Projection) { m.Components[0][2] = math.NaN() },
		"an infinite":      func(m *suffice.Projection) { m.Mean[0] = math.Inf(1) },
		"a short mean":     func(m *suffice.Projection) { m.Mean = m.Mean[1:] },
		"no components":    func(m *suffice.Projection) { m.Components = nil },
		"a long weight":    func(m *suffice.Projection) { m.Components[0] = append(m.Components[0], 1) },
		"no inputs at all": func(m *suffice.Projection) { m.Inputs = nil },
	}
	for _, f := range Formats() {
		for name, spoil := range broken {
			m := strange(2)
			spoil(m)
			if err := f.Write(&bytes.Buffer{}, m, Options{}); err == nil {
				t.Errorf("%s writes a model with %s", f.Name, name)
			}
		}
		m := strange(2)
		if f.Takes("column") { // words are no numbers of a vector
			m = listed(3, 2)
		}
		if err := f.Write(full{}, m, Options{}); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", f.Name, err)
		}
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

package cluster

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/table"
)

func parsed(t testing.TB, name string) Generated {
	t.Helper()
	g, err := ParseGenerated(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func partsOf(t testing.TB, name string) []string {
	t.Helper()
	parts, err := Expand([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// drawn are the rows of a table or a part, without the header.
func drawn(t testing.TB, name string) []byte {
	t.Helper()
	data, err := io.ReadAll(parsed(t, name).Open())
	if err != nil {
		t.Fatal(err)
	}
	_, rows, found := strings.Cut(string(data), "}")
	if !found {
		t.Fatalf("%s has no header", name)
	}
	return []byte(strings.TrimLeft(rows, " ")[1:])
}

func TestGeneratedRowsAreTheSameInAnyNumberOfParts(t *testing.T) {
	const name = "generated:rows=101,inputs=3,seed=7"
	want := drawn(t, name)
	if len(want) != 101*4*8 {
		t.Fatalf("%d bytes of 101 rows of 4 numbers", len(want))
	}
	for _, parts := range []string{"1", "4", "101"} {
		var got []byte
		for _, part := range partsOf(t, name+",parts="+parts) {
			got = append(got, drawn(t, part)...)
		}
		if string(got) != string(want) {
			t.Errorf("in %s parts the rows are others", parts)
		}
	}
	if string(drawn(t, "generated:rows=101,inputs=3,seed=8")) == string(want) {
		t.Error("another seed gives the same rows")
	}
}

// Means are 0 and products those of independent standard normal inputs, from row to row too, to
// five of their standard errors; y without noise is what the documentation says.
func TestGeneratedRowsAreWhatIsSaid(t *testing.T) {
	const n, d = 20000, 5
	g := parsed(t, "generated:rows=20000,inputs=5,dim=3,noise=0")
	all := numbersOfBytes(drawn(t, g.String()))
	sum, within, between := make([]float64, d), linalg.New(d, d), linalg.New(d, d)
	for i := range n {
		row := all[i*(d+1) : (i+1)*(d+1)]
		z := []float64{(row[0] + row[3]) / math.Sqrt2, (row[1] + row[4]) / math.Sqrt2, row[2]}
		if y := z[0]*z[0] + z[1] + z[2]*z[2]; math.Abs(y-row[d]) > 1e-14*(1+z[0]*z[0]+math.Abs(z[1])+z[2]*z[2]) {
			t.Fatalf("row %d: y is %v, want %v", i, row[d], y)
		}
		for j, v := range row[:d] {
			sum[j] += v
			for k := range d {
				within.Set(j, k, within.At(j, k)+v*row[k])
				if i+1 < n {
					between.Set(j, k, between.At(j, k)+v*all[(i+1)*(d+1)+k])
				}
			}
		}
	}
	bound := 5 / math.Sqrt(n)
	for j := range d {
		for k := range d {
			want, spread := 0., 1.
			if j == k {
				want, spread = 1, math.Sqrt2
			}
			if got := within.At(j, k) / n; math.Abs(got-want) > bound*spread {
				t.Errorf("the mean of x%d x%d is %g, want %g", j+1, k+1, got, want)
			}
			if got := between.At(j, k) / n; math.Abs(got) > bound {
				t.Errorf("the mean of x%d and the next row's x%d is %g, want 0", j+1, k+1, got)
			}
		}
		if got := sum[j] / n; math.Abs(got) > bound {
			t.Errorf("the mean of x%d is %g, want 0", j+1, got)
		}
	}
	h := math.Sqrt(.5)
	want := linalg.FromSlices([][]float64{{h, 0, 0, h, 0}, {0, h, 0, 0, h}, {0, 0, 1, 0, 0}})
	if off := stiefel.Distance(g.Directions(), want); off > 1e-15 {
		t.Errorf("directions are %v", g.Directions())
	}
}

// A fit by workers has the bytes of one of the same rows in files, and finds the directions.
func TestGeneratedFitsAsFilesDo(t *testing.T) {
	const name = "generated:rows=1500,inputs=4,noise=0.1,parts=3"
	dir, names := t.TempDir(), partsOf(t, name)
	var files []string
	for k, part := range names {
		rows, err := io.ReadAll(parsed(t, part).Open())
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, filepath.Join(dir, string(rune('a'+k))+".npy"))
		if err := os.WriteFile(files[k], rows, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roles := table.Roles{Target: []string{"y"}}
	sca := suffice.SCA{Dim: 2, Centres: 50, Seed: 1}
	var models []*suffice.Projection
	for _, parts := range [][]string{names, files} {
		model, err := fitThere(t, workers(t, 2, "well", parts...), roles, sca)
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, model)
	}
	if string(bytesOf(t, models[0])) != string(bytesOf(t, models[1])) {
		t.Error("the model of generated parts is not that of files with the same rows")
	}
	here, err := fitHere(t, files, roles, sca)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "one machine", models[0], here)
	found, err := models[0].Directions()
	if err != nil {
		t.Fatal(err)
	}
	if off := stiefel.Distance(linalg.FromSlices(found), parsed(t, name).Directions()); off > .05 {
		t.Errorf("the components are %g from the directions", off)
	}
}

func TestNamesOfGeneratedTables(t *testing.T) {
	for _, name := range []string{
		"generated:rows=100000000,inputs=20,dim=2,noise=0.5,seed=1,parts=400", "generated:rows=9,inputs=3,dim=3,noise=0,seed=18446744073709551615,parts=9,part=9",
	} {
		if got := parsed(t, name).String(); got != name {
			t.Errorf("%s is read as %s", name, got)
		}
	}
	if g := parsed(t, "generated:rows=100000000"); g.Inputs != 20 || g.Dim != 2 || g.Noise != .5 || g.Seed != 1 || g.Parts != 251 {
		t.Errorf("by default: %s", g)
	}
	for name, want := range map[string]string{
		"generated:":                       `"" is none of rows, inputs, dim, noise, seed and parts`,
		"generated:inputs=3":               "rows must be from 2 to",
		"generated:rows=1":                 "rows must be from 2 to",
		"generated:rows=many":              "rows=many is not a number from 1 up",
		"generated:rows=9999999999999":     "rows must be from 2 to",
		"generated:rows=9,columns=3":       `"columns" is none of`,
		"generated:rows=9,inputs=0":        "inputs=0 is not a number from 1 up",
		"generated:rows=9,inputs=20000":    "inputs must be from 1 to 16384",
		"generated:rows=9,inputs=2,dim=3":  "dim=3 is more than the 2 inputs",
		"generated:rows=9,noise=NaN":       "noise must be 0 or more",
		"generated:rows=9,noise=-1":        "noise must be 0 or more",
		"generated:rows=9,seed=-1":         "seed=-1 is not a number that it can be",
		"generated:rows=9,parts=10":        "parts must be from 1 to 9",
		"generated:rows=9,parts=3,part=4":  "part=4 is more than the 3 parts",
		"generated:rows=9,parts=3,part=-1": "part=-1 is not a number from 1 up",
	} {
		_, err := Expand([]string{"a.csv", name})
		if err == nil || !strings.HasPrefix(err.Error(), name+": "+want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// BenchmarkGenerated tells what a pass costs that draws rows anew.
func BenchmarkGenerated(b *testing.B) {
	const name = "generated:rows=100000"
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			if _, err := io.Copy(io.Discard, parsed(b, name).Open()); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e5, "ns/row")
	})
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadGenerated(b.Context(), name, table.Options{}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1e5, "ns/row")
	})
}

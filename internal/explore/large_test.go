package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"suffice/table"
)

// numbersTable is n rows of d normal inputs and y, their sum with noise.
func numbersTable(n, d int) string {
	random := rand.New(rand.NewPCG(7, 8))
	var text strings.Builder
	for j := range d {
		fmt.Fprintf(&text, "x%d,", j)
	}
	text.WriteString("y\n")
	for range n {
		y := 0.
		for range d {
			x := random.NormFloat64()
			y += x
			fmt.Fprintf(&text, "%.3f,", x)
		}
		fmt.Fprintf(&text, "%.3f\n", y+random.NormFloat64())
	}
	return text.String()
}

// Of many rows some are shown, those of a table on disk too, and z is the same as in memory.
func TestTableLargerThanMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads 110,000 rows twice")
	}
	text := numbersTable(110_000, 2)
	roles := table.Roles{Target: []string{"y"}}
	inMemory, onDisk := serve(t, text, Options{Roles: roles}), serve(t, text, Options{Roles: roles, Reading: table.Options{Memory: 3 << 20}})
	var points [][]float32
	for _, c := range []*client{inMemory, onDisk} {
		state := c.state()
		if state.Choice == nil || state.Choice.Rows != 110_000 || state.Choice.Shown != mostShown || state.Table.OnDisk != (c == onDisk) {
			t.Fatalf("%+v, %+v, %s", state.Table, state.Choice, state.Problem)
		}
		id := c.fit(map[string]any{"method": "pca", "dim": 2, "seed": 1, "verdict": false})
		points = append(points, c.floats(ofFit(id, "points")))
		var all Columns
		c.call(http.MethodGet, "api/columns", nil, &all)
		if len(all.Columns) != 3 || len(all.Columns[0].Histogram) != bins {
			t.Errorf("%+v", all)
		}
		if n := len(c.floats("api/columns/0/values")); n != mostShown {
			t.Errorf("%d values", n)
		}
		var selected Selected
		c.call(http.MethodPost, "api/selection", `{"rows":[5,6,7]}`, &selected)
		if selected.Of != mostShown || len(selected.Differences) != 2 {
			t.Errorf("%+v", selected)
		}
	}
	if len(points[0]) != 2*mostShown || !slices.Equal(points[0], points[1]) {
		t.Error("other points")
	}
	var row Row
	onDisk.call(http.MethodGet, "api/rows/99999", nil, &row)
	if row.Row < 100_000 || row.Row > 110_000 || len(row.Cells) != 3 || row.Cells[0].Name != "y" {
		t.Errorf("%+v", row)
	}
}

// Columns whose words roles need are read again as words.
func TestWordsAreReadAgain(t *testing.T) {
	text := "a,day,y\n1,2024-01-02,1\n2,2024-01-03,2\n3,2024-01-02,4\n4,2024-01-03,9\n5,2024-01-04,7\n"
	c := serve(t, "", Options{})
	c.call(http.MethodPost, "api/upload?name=a.csv", []byte(text), nil)
	state := c.choose(Roles{Target: []string{"y"}, Nominal: []string{"day"}, Kind: "number"})
	if state.Choice == nil || state.Choice.Inputs != 4 {
		t.Fatalf("%+v, %s", state.Choice, state.Problem)
	}
	id := c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})
	if inputs := c.model(id).Inputs; !slices.Contains(inputs, "day=2024-01-03") {
		t.Errorf("%q", inputs)
	}
	c.until(func(s *Server) bool { return len(filesIn(t, s.folder)) == 1 }) // the upload; downloads go when they are sent
	if state = c.choose(Roles{Target: []string{"y"}, Kind: "number"}); state.Choice == nil {
		t.Errorf("%s", state.Problem)
	}
}

// Roles of the command line become those of the page.
func TestFirstRoles(t *testing.T) {
	c := serve(t, noisy(40), Options{Roles: table.Roles{Target: []string{"y"}, Inputs: []string{"a,b"}}})
	if got := c.state().Roles.Exclude; !slices.Equal(got, []string{"id", "c", "town", "day"}) {
		t.Errorf("%q", got)
	}
	c = serve(t, noisy(40), Options{Roles: table.Roles{Target: []string{"y"}, Exclude: []string{"[ac]", "t*"}, Weights: "b"}})
	if s := c.state(); s.Choice != nil || s.Problem == "" {
		t.Errorf("negative weights: %+v", s.Choice)
	} else if !slices.Equal(s.Roles.Exclude, []string{"a", "c", "town"}) {
		t.Errorf("%q", s.Roles.Exclude)
	}
	_, err := New(context.Background(), Options{Read: func(context.Context, table.Options) (*table.Table, error) {
		return nil, context.DeadlineExceeded
	}})
	if err == nil {
		t.Error("a table that cannot be read is served")
	}
}

// Rows count by their weights, as with suffice fit.
func TestWeights(t *testing.T) {
	text := "w,a,b,y\n"
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		a, b := random.NormFloat64(), random.NormFloat64()
		text += fmt.Sprintf("%d,%.3f,%.3f,%.3f\n", i%3, a, b, a+b*b)
	}
	c := serve(t, text, Options{Roles: table.Roles{Target: []string{"y"}, Weights: "w"}})
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1})
	if f := c.detail(id); f.Rows != 40 || f.Inputs != 2 {
		t.Errorf("%+v", f)
	}
	if m := c.model(id); m.Settings.Weights() != "w" {
		t.Errorf("%v", m.Settings)
	}
	if n := len(c.floats(ofFit(id, "points"))); n != 60 {
		t.Errorf("%d points", n)
	}
	c.refused(http.StatusBadRequest, "does not count rows by weights", http.MethodPost, "api/jobs", map[string]any{"kind": "fit", "options": map[string]any{"method": "nca", "dim": 1, "seed": 1}})
}

func BenchmarkScore(b *testing.B) {
	for _, d := range []int{10, 100} {
		b.Run(fmt.Sprintf("%d inputs", d), func(b *testing.B) {
			c := serve(b, numbersTable(5000, d), Options{Roles: table.Roles{Target: []string{"y"}}})
			id := c.fit(map[string]any{"method": "pls", "dim": 2, "seed": 1, "verdict": false})
			changes := map[string]any{"0": []float64{.5, .1}, "3": []float64{.2, .1}}
			for b.Loop() {
				c.call(http.MethodPost, ofFit(id, "score"), map[string]any{"axes": []int{0, 1}, "changes": changes}, nil)
			}
		})
	}
}

func BenchmarkPoints(b *testing.B) {
	c := serve(b, numbersTable(100_000, 10), Options{Roles: table.Roles{Target: []string{"y"}}})
	id := c.fit(map[string]any{"method": "pls", "dim": 3, "seed": 1, "verdict": false})
	f, err := c.server.find(id)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("project", func(b *testing.B) {
		for b.Loop() {
			if err := f.project(context.Background()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("points", func(b *testing.B) {
		for b.Loop() {
			c.floats(ofFit(id, "points"))
		}
	})
	b.Run("detail", func(b *testing.B) {
		for b.Loop() {
			f.of.summarise(f.z, 3)
		}
	})
	b.Run("input", func(b *testing.B) {
		for b.Loop() {
			c.floats(ofFit(id, "inputs/3"))
		}
	})
	b.Run("selection", func(b *testing.B) {
		for b.Loop() {
			c.call(http.MethodPost, "api/selection", `{"rows":[1,2,3]}`, nil)
		}
	})
	b.Run("row", func(b *testing.B) {
		for b.Loop() {
			c.call(http.MethodGet, "api/rows/5000", nil, nil)
		}
	})
}

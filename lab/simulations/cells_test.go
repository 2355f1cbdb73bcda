package simulations

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/output"
)

func cellNames(cells []Cell) []string {
	var names []string
	for _, c := range cells {
		names = append(names, c.Name())
	}
	return names
}

func TestCellsNamed(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"cve1", "cve1_100_20"},
		{"xia_sign", "xia_sign_100_10 xia_sign_200_10 xia_sign_400_20"},
		{"li_prod_200_20,fl_A", "li_prod_200_20 fl_A_100_10"},
		{"cve1_50_30", "cve1_50_30"},
		{"seas", "seas1_200_1000 seas3_200_1000"},
		{"ecve", "ecve1_200_10 ecve2_200_10 ecve3_200_10 ecve4_200_10 ecve5_200_10 ecve6_200_10 ecve7_200_10"},
	} {
		got, err := CellsNamed(strings.Split(test.names, ","))
		if err != nil || strings.Join(cellNames(got), " ") != test.want {
			t.Errorf("%s: got %v, %v", test.names, cellNames(got), err)
		}
	}
	if first, cve := len(Cells("first")), len(Cells("cve")); first != 24 || cve != 7 {
		t.Errorf("first has %d cells, cve %d", first, cve)
	}
}

func TestCellsNamedRefuses(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"cve8", `there is no cell "cve8" (did you mean cve?); choose a group, first, cve, ecve, seas, or a model, li_prod, `},
		{"xia_sing", `there is no cell "xia_sing" (did you mean xia_sign?); choose`},
		{"fisrt", `there is no cell "fisrt" (did you mean first?); choose`},
		{"xia_sing_100_10", `(did you mean xia_sign?)`},
		{"", `there is no cell ""; choose`},
		{"cve1_0100_20", `there is no cell "cve1_0100_20"`},
		{"cve1_100", `there is no cell "cve1_100"`},
		{"_1_1", `there is no cell "_1_1"`},
		{"cve6_100_10", "cve6_100_10 has 10 inputs, but cve6 needs at least 20"},
		{"cve6_1_20", "cve6_1_20 has 1 row, but at least 2 are needed"},
		{"cve6_100000000_20", "cve6_100000000_20 has more than 100000000 numbers; choose fewer rows or inputs"},
		{"cve,cve3", "cve3_100_20 is there twice"},
	} {
		if _, err := CellsNamed(strings.Split(test.names, ",")); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.names, err, test.want)
		}
	}
}

// A name is refused, or stands for cells whose own names stand for themselves.
func FuzzCellsNamed(f *testing.F) {
	for _, seed := range []string{"cve1", "first", "li_prod_100_10", "fl_A_7_9", "cve1_99999999999999999999_1", "a_1_2", "_", "__"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		cells, err := CellsNamed([]string{name})
		if err != nil {
			return
		}
		for _, c := range cells {
			again, err := CellsNamed([]string{c.Name()})
			if err != nil || len(again) != 1 || again[0].N != c.N || again[0].D != c.D || again[0].Model.Name != c.Model.Name || again[0].Group != c.Group {
				t.Errorf("%q: %s is %v, %v", name, c.Name(), cellNames(again), err)
			}
		}
	})
}

// Every cell but those of seas has a measured rival, no figure is of a cell that is not
// there, and the means are those that the sources have.
func TestRivals(t *testing.T) {
	all := cellNames(Cells(Groups()...))
	for _, figures := range []map[string]Rival{measured, published} {
		for cell := range figures {
			if !slices.Contains(all, cell) {
				t.Errorf("there is no cell %s", cell)
			}
		}
	}
	for group, want := range map[string]float64{"first": .137, "cve": .378, "ecve": .269} {
		mean := 0.
		for _, c := range Cells(group) {
			rival, ok := measured[c.Name()]
			if !ok {
				t.Fatalf("%s has no rival", c.Name())
			}
			mean += rival.Error / float64(len(Cells(group)))
		}
		if math.Abs(mean-want) > .0005 {
			t.Errorf("%s: the mean of the rivals is %.4f, want %.3f", group, mean, want)
		}
	}
}

// Tables are finite, have the size and kind that the cell says, and are the same each time.
func TestTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Models()).Draw(t, "model")
		c := Cell{Model: m, N: rapid.IntRange(2, 200).Draw(t, "n"), D: rapid.IntRange(m.Least, m.Least+20).Draw(t, "d")}
		replicate := rapid.Uint64().Draw(t, "replicate")
		table, err := c.Table(replicate)
		if err != nil {
			t.Fatal(err)
		}
		if table.X.Rows != c.N || table.X.Cols != c.D || len(table.Y) != c.N || table.Dim() != c.Dim() {
			t.Fatalf("%s has %d rows, %d inputs, %d outputs and %d directions", c.Name(), table.X.Rows, table.X.Cols, len(table.Y), table.Dim())
		}
		for _, v := range slices.Concat(table.X.Data, table.Y) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%s has %g", c.Name(), v)
			}
		}
		for _, y := range table.Y {
			if m.Classes > 0 && (y != math.Trunc(y) || y < 0 || y >= float64(m.Classes)) {
				t.Fatalf("%s has class %g", c.Name(), y)
			}
		}
		if kind := table.Output().Kind(); (kind == output.KindNumber) != (m.Classes == 0) {
			t.Fatalf("%s is of kind %s", c.Name(), kind)
		}
		again, err := c.Table(replicate)
		if err != nil || !slices.Equal(again.X.Data, table.X.Data) || !slices.Equal(again.Y, table.Y) {
			t.Fatalf("%s is another table the second time: %v", c.Name(), err)
		}
		if missed, err := table.Error(table.Directions.Slices()); err != nil || missed > 1e-12 {
			t.Fatalf("%s: the error of the truth is %g, %v", c.Name(), missed, err)
		}
	})
}

func TestErrorOfAnotherSize(t *testing.T) {
	table, err := Cells("cve")[0].Table(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Error([][]float64{{1, 0}}); err == nil || err.Error() != "1 direction of 2 inputs found, but there are 1 of 20" {
		t.Errorf("got %v", err)
	}
	across := make([]float64, 20)
	across[19] = 3
	if got, err := table.Error([][]float64{across}); err != nil || math.Abs(got-1) > 1e-14 {
		t.Errorf("an orthogonal direction has error %g, %v", got, err)
	}
}

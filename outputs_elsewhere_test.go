package suffice

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// targets are those of the kinds of output that can be elsewhere.
func (s seamTable) targets() []*output.Target {
	var two, labels []float64
	for i, v := range s.y {
		two = append(two, v, float64(s.class[i])+v*v)
		labels = append(labels, float64(s.class[i]&1), float64(s.class[i]>>1))
	}
	return []*output.Target{
		{Kind: output.KindNumber, Names: []string{"y"}, Values: s.y},
		{Kind: output.KindNumbers, Names: []string{"y", "v"}, Values: two},
		{Kind: output.KindClass, Names: []string{"c"}, Class: s.class, Classes: []string{"a", "b", "c", "d"}},
		{Kind: output.KindLabels, Names: []string{"l", "m"}, Values: labels},
	}
}

// together is the table with a target and weights, on several machines, and the output there.
func (s seamTable) together(t *testing.T, of *output.Target, machines int) (rows.Source, output.Output, *scatteredTable) {
	x, all := scattered(s.weighted(t, s.x), of, machines)
	y, err := target.Open(t.Context(), rows.Unweighted(x), &output.Target{Kind: of.Kind, Names: of.Names, Classes: of.Classes}, 16)
	if err != nil {
		t.Fatal(err)
	}
	return x, y, all
}

// Every method fits a table whose rows and outputs are both elsewhere. The model is that of
// the same table here: to the last bit where one machine has all of it. Searches and walks along
// penalties take a while: each table has one output for them, and the kinds take turns.
func TestOutputsCanStayWithTheRows(t *testing.T) {
	t.Parallel()
	few, square := search.Limits{Tuning: 60}, search.Limits{Limits: coords.Limits{Square: 16}, Tuning: 50}
	for _, table := range []struct {
		name string
		seamTable
		searchFor, selectFor output.Kind
	}{
		{"more rows than drawn", newSeamTable(t, 160, 4, false, 0, few), output.KindNumber, output.KindNumbers},
		{"sparse", newSeamTable(t, 160, 4, true, 0, few), output.KindClass, output.KindNumber},
		{"many of both", newSeamTable(t, 90, 24, false, .3, square), output.KindLabels, output.KindClass},
	} {
		if testing.Short() && table.name != "many of both" {
			continue
		}
		for _, target := range table.targets() {
			here, err := target.Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, method := range Methods() {
				dim := 2
				if method.Most != nil {
					dim = min(dim, method.Most(here))
				}
				reducer := limited(quick(method.New(Options{Dim: max(1, dim), Centres: 20, Seed: 1})), table.limits)
				if searches(reducer) && target.Kind != table.searchFor {
					continue
				}
				if selects(reducer) && target.Kind != table.selectFor && target.Kind != output.KindLabels {
					continue
				}
				t.Run(fmt.Sprintf("%s of %s, %s", method.Name, target.Kind, table.name), func(t *testing.T) {
					want, wrong := reducer.Fit(t.Context(), table.x, here)
					for _, machines := range []int{1, 7} {
						x, y, _ := table.together(t, target, machines)
						if most := method.Most; most != nil && most(y) != most(here) {
							t.Errorf("at most %d components, want %d", most(y), most(here))
						}
						got, err := reducer.Fit(t.Context(), x, y)
						if wrong != nil {
							if err == nil || err.Error() != wrong.Error() {
								t.Errorf("%v, want %v", err, wrong)
							}
							continue
						}
						if err != nil {
							t.Fatalf("%d machines: %v", machines, err)
						}
						if machines == 1 && !bytes.Equal(modelBytes(t, got), modelBytes(t, want)) {
							t.Errorf("one machine gives another model:\n%s\n%s", modelBytes(t, got), modelBytes(t, want))
						}
						steady := !searches(reducer) || table.limits == few
						if far := stiefel.Distance(subspace(t, got), subspace(t, want)); steady && far > 1e-7 {
							t.Errorf("%d machines: the subspace is %g away", machines, far)
						}
					}
				})
			}
		}
	}
}

// Weights of rows that stay with these count as they do here: to the last bit where one machine has
// all. Each table has one output for methods that take a while; for the others they take turns.
func TestOutputsElsewhereCountByWeight(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	few, square := search.Limits{Tuning: 60}, search.Limits{Limits: coords.Limits{Square: 16}, Tuning: 50}
	for turn, table := range []struct {
		name string
		seamTable
		searchFor output.Kind
	}{
		{"more rows than drawn", newSeamTable(t, 160, 4, false, 0, few), output.KindNumber},
		{"sparse", newSeamTable(t, 160, 4, true, 0, few), output.KindClass},
		{"few rows", newSeamTable(t, 45, 4, false, 0, search.Limits{}), output.KindNumbers},
		{"wide", newSeamTable(t, 24, 28, false, 0, search.Limits{}), output.KindNumber},
		{"many of both", newSeamTable(t, 90, 24, false, .3, square), output.KindLabels},
	} {
		table.weights = countsOf(table.x.Len(), false)
		targets := table.targets()
		for k, target := range targets {
			here, err := target.Output()
			if err != nil {
				t.Fatal(err)
			}
			for m, method := range Methods() {
				dim := 2
				if method.Most != nil {
					dim = min(dim, method.Most(here))
				}
				reducer := limited(quick(method.New(Options{Dim: max(1, dim), Centres: 20, Seed: 1})), table.limits)
				slow, inTurn := searches(reducer) || selects(reducer), k == (m+turn)%len(targets)
				if !method.Uses.Weights || slow && target.Kind != table.searchFor || !slow && !inTurn {
					continue
				}
				t.Run(fmt.Sprintf("%s of %s, %s", method.Name, target.Kind, table.name), func(t *testing.T) {
					table.sameElsewhere(t, reducer, target, !searches(reducer) || table.limits == few)
				})
			}
		}
	}
}

// sameElsewhere fits the table here, and with its target and weights elsewhere.
func (s seamTable) sameElsewhere(t *testing.T, reducer Reducer, target *output.Target, steady bool) {
	here, err := target.Output()
	if err != nil {
		t.Fatal(err)
	}
	want, wrong := reducer.Fit(t.Context(), s.weighted(t, s.x), here)
	for _, machines := range []int{1, 3} {
		x, y, _ := s.together(t, target, machines)
		got, err := reducer.Fit(t.Context(), x, y)
		if wrong != nil || err != nil {
			if wrong == nil || err == nil {
				t.Errorf("%d machines: %v, want %v", machines, err, wrong)
			}
			continue
		}
		if a, b := modelBytes(t, got), modelBytes(t, want); machines == 1 && !centresKernels(reducer) && !bytes.Equal(a, b) {
			t.Errorf("one machine gives another model:\n%s\n%s", a, b)
		}
		if far := stiefel.Distance(subspace(t, got), subspace(t, want)); steady && far > 1e-7 {
			t.Errorf("%d machines: the subspace is %g away", machines, far)
		}
	}
}

// centresKernels reports whether a method centres functions of the kernel of the output by weight:
// those of an output elsewhere are the same up to rounding.
func centresKernels(reducer Reducer) bool {
	switch reducer.(type) {
	case GKDR, OPG, MAVE:
		return true
	}
	return false
}

// Where other values of the target are too rare to be drawn, that is said, and not all rows are
// brought here.
func TestRareOutputsElsewhereAreNotBroughtHere(t *testing.T) {
	const n, d = 200_000, 2
	data, y := make([]float64, n*d), make([]float64, n)
	random := rand.New(rand.NewPCG(2, 9))
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	there, _ := scattered(x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: data[:n]}, 2)
	out, err := target.Open(t.Context(), there, &output.Target{Kind: output.KindNumber, Names: []string{"y"}}, 16)
	if err == nil { // rows that may all be held are brought here
		_, err = SPLS{Dim: 1}.Fit(t.Context(), there, out)
	}
	if err != nil {
		t.Error(err)
	}
	said := 0
	for _, rare := range []int{0, n / 3, n / 2, n - 1} { // two thirds of the rows are not drawn
		clear(y)
		y[rare] = 1
		there, _ := scattered(x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, 2)
		out, err := target.Open(t.Context(), there, &output.Target{Kind: output.KindNumber, Names: []string{"y"}}, 16)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = (SCA{Dim: 1, Centres: 5, Stop: AfterFirstStep}).Fit(t.Context(), there, out); err != nil && strings.Contains(err.Error(), "too many to bring here") {
			said++
		}
	}
	if said == 0 {
		t.Error("all rows were brought here")
	}
}

// Questions have the same size however many rows there are, but for the numbers of rows that
// are drawn.
func TestQuestionsAreSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	var sizes []map[string]int
	for _, n := range []int{1000, 2000} {
		table := newSeamTable(t, n, 20, false, .3, search.Limits{Tuning: 300})
		x, y, all := table.together(t, table.targets()[0], 2)
		if _, err := limited(SCA{Dim: 2, Seed: 1, Quick: true}, table.limits).Fit(t.Context(), x, y); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, all.Questions)
	}
	for kind, size := range sizes[1] {
		if before := sizes[0][kind]; size > 100_000 || kind != "rows" && kind != "beside rows" && kind != "within" && size > 2*before {
			t.Errorf("%s: %d bytes, and %d with half as many rows", kind, size, before)
		}
	}
}

// fitsElsewhere are fits of all kinds of output, and what was asked for.
func fitsElsewhere(f *testing.F) (all []*scatteredTable) {
	f.Helper()
	table := newSeamTable(f, 40, 4, false, 0, search.Limits{Tuning: 20})
	targets := table.targets()
	several := *targets[3]
	for len(several.Names) < 40 { // so many that rows are lists of those that they have
		several.Names = append(several.Names, fmt.Sprint(len(several.Names)))
	}
	several.Values = make([]float64, 40*len(several.Names))
	for i := range 40 {
		several.Values[i*40+i] = 1
	}
	for _, of := range append(targets, &several) {
		for _, name := range []string{"sca", "sir", "cca", "phd", "mddm", "gkdr", "pca", "csopg", "sir by weight"} {
			name, weighs := strings.CutSuffix(name, " by weight")
			method, err := MethodNamed(name)
			if err != nil {
				f.Fatal(err)
			}
			if table.weights = nil; weighs {
				table.weights = countsOf(table.x.Len(), false)
			}
			x, one := scattered(table.weighted(f, table.x), of, 1)
			y, err := target.Open(f.Context(), rows.Unweighted(x), &output.Target{Kind: of.Kind, Names: of.Names, Classes: of.Classes}, 8)
			if err != nil {
				f.Fatal(err)
			}
			reducer := limited(method.New(Options{Dim: 1, Centres: 3, Seed: 1}), table.limits)
			if _, err := reducer.Fit(f.Context(), x, y); err == nil { // or the method is for other outputs
				all = append(all, one)
			}
		}
	}
	return all
}

// statesElsewhere are states of statistics that such fits ask for.
func statesElsewhere(f *testing.F) map[string][]byte {
	f.Helper()
	states := map[string][]byte{}
	for _, one := range fitsElsewhere(f) {
		maps.Copy(states, one.States)
	}
	return states
}

// Functions come from elsewhere: whatever the bytes, they are refused, or mean a function
// that can be evaluated and whose form they are. The first ones are those of fits.
func FuzzFunctions(f *testing.F) {
	kinds := map[string]bool{}
	for _, all := range fitsElsewhere(f) {
		for _, form := range all.Functions {
			length := binary.LittleEndian.Uint16(form[6:])
			kinds[string(form[8:8+length])] = true
			f.Add(form[:len(form)-4])
		}
	}
	for _, list := range []aggregate.Functions{target.KnownFunctions()} {
		for _, function := range list {
			if !kinds[function.Kind()] {
				f.Errorf("no fit asks for %q", function.Kind())
			}
		}
	}
	f.Fuzz(func(t *testing.T, form []byte) {
		form = binary.LittleEndian.AppendUint32(bytes.Clone(form), crc32.Checksum(form, crc32.MakeTable(crc32.Castagnoli)))
		for _, width := range []int{1, 2, 40} {
			of := linalg.New(5, width)
			for i := range of.Data {
				of.Data[i] = float64(i % 3)
			}
			y, err := aggregate.DecodeAligned(form, 5, aggregate.InMemory{Matrix: of}, nil, target.KnownFunctions())
			if err != nil {
				continue
			}
			if got := y.Rows(0, 5, new([]float64)); len(got) != 5*y.Width() {
				t.Errorf("%d numbers of 5 rows, want %d for each", len(got), y.Width())
			}
		}
		elsewhere := aggregate.Elsewhere{Source: nowhere{}, Columns: 1}
		for elsewhere.Columns = range 41 {
			y, err := aggregate.DecodeAligned(form, 5, elsewhere, nil, target.KnownFunctions())
			if err != nil {
				continue
			}
			if again := aggregate.EncodeAligned(y, 5); !bytes.Equal(again, form) {
				t.Errorf("%x became %x", form, again)
			}
		}
	})
}

// nowhere is a table without rows.
type nowhere struct{ rows.Source }

package together

import (
	"math"
	"math/rand/v2"
	"testing"

	"suffice"
	"suffice/internal/sampling"
	"suffice/rows"
)

// Each kind is what it says: so many rows in groups or in time, the same for the same number.
func TestKinds(t *testing.T) {
	for _, k := range Kinds() {
		d, err := k.Table(3)
		if err != nil {
			t.Fatal(err)
		}
		again, err := k.Table(3)
		if err != nil {
			t.Fatal(err)
		}
		other, err := k.Table(4)
		if err != nil {
			t.Fatal(err)
		}
		first := func(d *suffice.Data) float64 { return d.X.(*rows.Matrix).Row(0)[0] }
		if first(d) != first(again) || first(d) == first(other) || d.Len() != d.Y.Len() {
			t.Errorf("%s: %g, %g, %g", k.Name, first(d), first(again), first(other))
		}
		if together := d.Group != nil || d.Time != nil; together == (k.Group == Leak) {
			t.Errorf("%s: rows belong together: %v", k.Name, together)
		}
	}
	patients, err := ByName("patients")
	if err != nil {
		t.Fatal(err)
	}
	d, err := patients.Table(1)
	if err != nil {
		t.Fatal(err)
	}
	if groups := sampling.Groups(d.Group); len(groups) != 40 || len(groups[0]) != 10 || d.X.Width() != 10 {
		t.Errorf("%d groups", len(groups))
	}
}

// The parts of a sum add up to the target, and copies are copies.
func TestLeaksAndCopies(t *testing.T) {
	drawn := func(name string) *drawing {
		k, err := ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		d := &drawing{Rand: rand.New(rand.NewPCG(1, 1))}
		k.draw(d)
		return d
	}
	sum := drawn("leak_sum")
	for i, v := range sum.y {
		if row := sum.x[i]; math.Abs(row[8]+row[9]-v) > 1e-9 {
			t.Fatalf("%v make %g", row[8:], v)
		}
	}
	count := map[float64]int{}
	for _, row := range drawn("copies").x {
		count[row[0]]++
	}
	for v, n := range count {
		if n != 3 {
			t.Fatalf("%g is there %d times", v, n)
		}
	}
}

// Persons' levels are no finding where persons are told, and have no p where they are not.
func TestCounts(t *testing.T) {
	kind, err := ByName("patients")
	if err != nil {
		t.Fatal(err)
	}
	m, err := suffice.MethodNamed("pls")
	if err != nil {
		t.Fatal(err)
	}
	trial, err := Counts{Dim: 1, Seed: 1}.try(t.Context(), kind, m, 2)
	if err != nil || trial.Values[found] != 0 || trial.Values[noP] != 0 || trial.Values[untold] != 0 || trial.Values[warned] != 1 || trial.Values[asked] != 0 {
		t.Errorf("%v, %v", trial.Values, err)
	}
}

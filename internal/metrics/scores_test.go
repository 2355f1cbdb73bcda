package metrics

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

func TestSinglesAreInTheOrderOfScores(t *testing.T) {
	near := []float64{0, 5e-324, 1e-300, 1e-17, .25, math.Nextafter(.5, 0), .5, math.Nextafter(.5, 1), .75, 1 - 1e-9, math.Nextafter(1, 0), 1}
	for k := 1; k < len(near); k++ {
		if single(near[k-1]) >= single(near[k]) || !single(near[k]).isSingle() {
			t.Errorf("%v and %v are %x and %x", near[k-1], near[k], single(near[k-1]), single(near[k]))
		}
	}
	for _, pair := range [][3]interval{{single(0), single(1), 1}, {4, 5, 2}, {4, 2, 2}, {9, 2, 2}, {single(.3), single(.3), single(.3)}} {
		if got := around(pair[0], pair[1]); got != pair[2] {
			t.Errorf("%x and %x are in %x, want %x", pair[0], pair[1], got, pair[2])
		}
	}
}

// drawnScores are as crowded near 0, near 1 and elsewhere as it comes, of rows of which few or
// many are 1.
func drawnScores(t *rapid.T, n int) (truth, p []float64) {
	random := func() float64 { return float64(rapid.Uint32().Draw(t, "random")) / (1 << 32) }
	rare := rapid.SampledFrom([]float64{0, .001, .1, .5}).Draw(t, "ones")
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"even", "near 0", "near 1", "crowd", "few", "towards"}), 1, 3).Draw(t, "kinds")
	better := rapid.SampledFrom([]float64{0, .3, 1}).Draw(t, "better")
	for i := range n {
		is, u := 0., random()
		if i == 0 || random() < rare {
			is, u = 1, math.Pow(u, 1-.9*better)
		}
		switch kinds[i%len(kinds)] {
		case "near 0":
			u = math.Exp(-40 * (1 - u))
		case "near 1":
			u = 1 - math.Exp(-30*u)
		case "crowd":
			u = .3 + 1e-9*u
		case "towards": // a hundred scores that many rows have, and others closer and closer to them
			u = math.Floor(100*u)/100 + math.Pow(2, -8-float64(i/len(kinds)%88))
		case "few":
			u = math.Floor(7*u) / 7
		}
		truth, p = append(truth, is), append(p, u)
	}
	if rapid.Bool().Draw(t, "sorted") {
		order := sampling.All(n)
		slices.SortFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
		truth, p = sampling.Pick(truth, order), sampling.Pick(p, order)
	}
	return truth, p
}

// The area is the exact one where scores are few. Of more it is off by no more than it says,
// which is at most 2 divided by how many are kept, whatever the scores are, and in whatever order and
// parts they come.
func TestAreasAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{2, 100, 500, 4000, 20000}).Draw(t, "n")
		truth, p := drawnScores(t, n)
		want, ok := auc(truth, p)
		all := newScores(mostPerColumn(1000))
		parts := rapid.IntRange(1, 40).Draw(t, "parts")
		for k := range parts {
			part := newScores(mostPerColumn(1000))
			for i := k * n / parts; i < (k+1)*n/parts; i++ {
				part.add(p[i], truth[i], 1)
			}
			part.limit(part.most)
			sent := newScores(mostPerColumn(1000))
			if rest, err := sent.read(part.appendTo(nil)); err != nil || len(rest) > 0 || !maps.Equal(sent.rows, part.rows) || sent.all != part.all {
				t.Fatalf("%v were sent, and %v came, %v", part, sent, err)
			}
			all.merge(sent)
		}
		got, doubt, found := all.area()
		distinct := len(slices.Compact(slices.Sorted(slices.Values(p))))
		switch {
		case ok != found:
			t.Fatalf("found %v, want %v", found, ok)
		case distinct <= fewestOfEach && doubt != 0:
			t.Fatalf("of %d scores, the area is %v or %v more", distinct, got, doubt)
		case math.Abs(got-want) > doubt+1e-12:
			t.Fatalf("the area is %v, up to %v more or less, but it is %v", got, doubt, want)
		case doubt > 2./fewestOfEach:
			t.Fatalf("the area may be off by %v", doubt)
		}
	})
}

// auc is the area by the ranks of all scores.
func auc(truth, scores []float64) (area float64, ok bool) {
	order := sampling.All(len(scores))
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
	var ranks, ones float64
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && scores[order[to]] == scores[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks += truth[i] * float64(from+to+1) / 2
			ones += truth[i]
		}
		from = to
	}
	zeros := float64(len(order)) - ones
	return (ranks - ones*(ones+1)/2) / (ones * zeros), ones > 0 && zeros > 0
}

// All scores are kept where that is asked for, however many they are, and pairs are counted.
func TestExactAreas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		truth, p := drawnScores(t, rapid.SampledFrom([]int{1, 2, 100, 4000}).Draw(t, "n"))
		all := Exact(output.KindLabels, 1, nil)
		all.Add(linalg.Of(len(p), 1, truth), linalg.Of(len(p), 1, p), nil)
		got, doubt, found := all.scores[0].area()
		if want, ok := auc(truth, p); ok != found || ok && math.Abs(got-want) > 1e-12 || doubt != 0 {
			t.Fatalf("the area is %v up to %v more, %v; want %v, %v", got, doubt, found, want, ok)
		}
	})
}

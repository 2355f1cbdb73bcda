package render

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"suffice"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/rows"
)

const (
	leaningRows    = 4096 // that tell what the ends of a component mean
	leaningLetters = 16   // of a name
	leaningLeast   = .15  // difference of mean ranks, of at most 1, that is worth a word
)

// Leanings say in a few words what large values of each component mean for the target:
// "high z1: low price", "middle z1: high price", "high z1: setosa"; "" where there is nothing
// short to say, and where rows have weights. They look at some of the rows.
func Leanings(ctx context.Context, model *suffice.Projection, data *suffice.Data) ([]string, error) {
	said := make([]string, model.Dim())
	if model.Output.Kind.Structured() {
		return said, nil
	}
	some, err := data.Sample(ctx, leaningRows, 1)
	if err != nil {
		return nil, err
	}
	target := output.TargetOf(some.Y)
	if target == nil || rows.Weights(some.X) != nil { // all count alike here
		return said, nil
	}
	z := make([]float64, some.Len()*model.Dim())
	if err := model.TransformTo(ctx, z, some.X); err != nil {
		return nil, err
	}
	column := make([]float64, some.Len())
	for k := range said {
		for i := range column {
			column[i] = z[i*model.Dim()+k]
		}
		said[k] = leaning(fmt.Sprintf("z%d", k+1), ranks(column), target)
	}
	return said, nil
}

// ranks are the shares of values below each, from 0 to 1. Those of equal values are their mean.
func ranks(values []float64) []float64 {
	shares := learn.Ranks(values)
	linalg.Divide(shares, max(1, float64(len(shares)-1)))
	return shares
}

// leaning is that of one component, whose values are told by their ranks.
func leaning(z string, place []float64, target *output.Target) string {
	name := func(text string) string { return termtext.CutMiddle(termtext.Printable(text), leaningLetters) }
	switch target.Kind {
	case output.KindClass:
		low, high, apart := endClasses(place, target)
		switch {
		case apart < leaningLeast:
			return ""
		case len(target.Classes) == 2:
			return fmt.Sprintf("high %s: %s", z, name(high))
		}
		return fmt.Sprintf("high %s: %s, low: %s", z, name(high), name(low))
	case output.KindNumber:
		return numberLeaning(z, name(target.Names[0]), place, ranks(target.Values))
	}
	best, slope := 0, 0. // of several columns, that which the component says most about
	for j := range target.Names {
		column := make([]float64, len(place))
		for i := range column {
			column[i] = target.Values[i*len(target.Names)+j]
		}
		if s := ends(place, ranks(column)); math.Abs(s) > math.Abs(slope) {
			best, slope = j, s
		}
	}
	if math.Abs(slope) < leaningLeast {
		return ""
	}
	what := map[bool]string{true: "high ", false: "low "}[slope > 0]
	if target.Kind == output.KindLabels {
		what = map[bool]string{true: "", false: "no "}[slope > 0]
	}
	return fmt.Sprintf("high %s: %s%s", z, what, name(target.Names[best]))
}

// numberLeaning looks at the ends, and where these are alike at the middle.
func numberLeaning(z, name string, place, value []float64) string {
	slope := ends(place, value)
	bend := fifth(place, value, 2) - (fifth(place, value, 0)+fifth(place, value, 4))/2
	switch word := map[bool]string{true: "high", false: "low"}; {
	case math.Abs(slope) >= leaningLeast && math.Abs(slope) >= math.Abs(bend):
		return fmt.Sprintf("high %s: %s %s", z, word[slope > 0], name)
	case math.Abs(bend) >= leaningLeast:
		return fmt.Sprintf("middle %s: %s %s", z, word[bend > 0], name)
	}
	return ""
}

// ends is by how much values are larger in the last fifth of the places than in the first.
func ends(place, value []float64) float64 { return fifth(place, value, 4) - fifth(place, value, 0) }

// fifth is the mean of the values in a fifth of the places.
func fifth(place, value []float64, which int) float64 {
	sum, count := 0., 0
	for i, p := range place {
		if min(4, int(5*p)) == which {
			sum, count = sum+value[i], count+1
		}
	}
	return sum / max(1, float64(count))
}

// endClasses are the classes whose rows are lowest and highest on average, and how far apart they
// are. Classes of very few rows do not count.
func endClasses(place []float64, target *output.Target) (low, high string, apart float64) {
	sums, counts := make([]float64, len(target.Classes)), make([]int, len(target.Classes))
	for i, c := range target.Class {
		sums[c], counts[c] = sums[c]+place[i], counts[c]+1
	}
	var there []int
	for c, count := range counts {
		if count >= 3 {
			there = append(there, c)
		}
	}
	if len(there) < 2 {
		return "", "", 0
	}
	mean := func(c int) float64 { return sums[c] / float64(counts[c]) }
	byMean := func(a, b int) int { return cmp.Compare(mean(a), mean(b)) }
	first, last := slices.MinFunc(there, byMean), slices.MaxFunc(there, byMean)
	return target.Classes[first], target.Classes[last], mean(last) - mean(first)
}

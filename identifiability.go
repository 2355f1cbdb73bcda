package suffice

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/output"
	"suffice/rows"
)

// What is not determined.
const (
	sameInputs    = .95 // correlation of inputs that say nearly the same
	followInputs  = 20  // times that the variance of a weight is larger than without the other inputs
	mostCollinear = 500 // inputs that are compared with each other
	turned        = 30. // degrees that tell a component from one that it was
	often         = .25 // share of the halves
	judgedHalves  = 20
	manyDegrees   = 45.
)

// doubts says in a sentence each what of the model is not determined.
func (b *halfSamples) doubts(ctx context.Context, result *Bootstrap, found []linalg.Matrix) ([]string, error) {
	doubts, err := b.collinear(ctx)
	if err != nil {
		return nil, err
	}
	if result.Angle > manyDegrees {
		doubts = append(doubts, fmt.Sprintf("the rows do not determine %s: what they span may be up to %.0f° from the truth, and fewer may be surer", humanize.Components(b.model.Dim()), result.Angle))
	} else {
		turns, err := b.ownTurns(ctx, found)
		if err != nil {
			return nil, err
		}
		doubts = append(doubts, turningInto(turns, result.Angle)...)
	}
	if most := result.LargestSeed(); most > max(10, result.Angle) {
		doubts = append(doubts, fmt.Sprintf("another seed finds components that are up to %.0f° away, more than the rows leave uncertain: the search does not always end at the same place", most))
	}
	return doubts, nil
}

// collinear names inputs that can stand for each other.
func (b *halfSamples) collinear(ctx context.Context) ([]string, error) {
	x, ok := b.x.(*rows.Matrix)
	if !ok || x.Width() > min(mostCollinear, x.Len()/2) {
		return nil, nil
	}
	standard, err := aggregate.Standardize(ctx, x, false)
	if err != nil {
		return nil, err
	}
	s, err := standard.Select(ctx, sampling.All(x.Len()))
	if err != nil {
		return nil, err
	}
	c := linalg.TTimes(s, s)
	linalg.Scale(1/float64(s.Rows), c)
	var doubts []string
	grouped := make([]bool, s.Cols)
	for j := range s.Cols {
		alike := []int{j}
		for k := j + 1; k < s.Cols; k++ {
			if !grouped[j] && !grouped[k] && math.Abs(c.At(j, k)) > sameInputs && !b.levels(j, k) {
				alike = append(alike, k)
			}
		}
		if len(alike) > 1 {
			for _, k := range alike {
				grouped[k] = true
			}
			doubts = append(doubts, fmt.Sprintf("%s say nearly the same (correlation %.2f), so that only the sum of their weights is determined, not how they share it", b.names(alike), c.At(j, alike[1])))
		}
	}
	if follow := b.following(c, grouped); len(follow) > 1 {
		doubts = append(doubts, fmt.Sprintf("%s nearly follow from each other, so that their weights can change together without changing z", b.names(follow)))
	}
	return doubts, nil
}

// following lists inputs that others nearly tell, but for those that are grouped already and
// levels.
func (b *halfSamples) following(c linalg.Matrix, grouped []bool) (follow []int) {
	inverse := c.Clone()
	linalg.AddDiagonal(inverse, 1e-9)
	for j := range grouped {
		if c.At(j, j) == 0 { // a constant
			inverse.Set(j, j, 1)
		}
	}
	if linalg.Cholesky(inverse) != nil {
		return nil
	}
	unit := linalg.Identity(c.Rows)
	linalg.CholeskySolveAll(inverse, unit)
	for j := range grouped {
		if _, level := b.model.Levels[b.model.Inputs[j]]; unit.At(j, j) > followInputs && !grouped[j] && !level {
			follow = append(follow, j)
		}
	}
	return follow
}

// levels reports whether two inputs stand for levels of one column.
func (b *halfSamples) levels(j, k int) bool {
	a, here := b.model.Levels[b.model.Inputs[j]]
	c, there := b.model.Levels[b.model.Inputs[k]]
	return here && there && a.Column == c.Column
}

func (b *halfSamples) names(inputs []int) string {
	const most = 5
	var names []string
	for _, j := range inputs[:min(most, len(inputs))] {
		names = append(names, b.model.Inputs[j])
	}
	text := humanize.Quoted(names)
	if more := len(inputs) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// ownTurns are, for some halves, the cosines between the components as the half has them,
// in its own order, and those of all rows.
func (b *halfSamples) ownTurns(ctx context.Context, found []linalg.Matrix) ([]linalg.Matrix, error) {
	m := b.model.Dim()
	if m == 1 {
		return nil, nil
	}
	if b.refit == nil { // components came in their own order
		turns := make([]linalg.Matrix, 0, len(found))
		for _, w := range found {
			turn := linalg.New(m, m)
			for k := range min(m, w.Rows) {
				for l := range m {
					turn.Set(k, l, cosine(w.Row(k), b.model.Components[l]))
				}
			}
			turns = append(turns, turn)
		}
		return turns, nil
	}
	w, turns := linalg.FromSlices(b.model.Components), []linalg.Matrix{}
	for k := range min(judgedHalves, b.Resamples) {
		which := b.draw(sampling.Random(b.Seed, 0xb0070000+uint64(k)), b.x.Len()/2)
		x, err := rows.Take(ctx, b.x, which)
		if err != nil {
			return nil, err
		}
		turn, err := search.Turn(ctx, &aggregate.Standard{Source: x, Mean: b.model.Mean, Scale: b.model.Scale}, output.Some(b.y, which), w)
		if err != nil || turn.Rows == 0 {
			return nil, err
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// turningInto says which components turn into each other from half to half.
func turningInto(turns []linalg.Matrix, angle float64) []string {
	if len(turns) == 0 {
		return nil
	}
	m := turns[0].Rows
	count, with := make([]float64, m), make([][]float64, m) // how often each turns, and towards which
	var angles []float64
	for k := range m {
		with[k] = make([]float64, m)
	}
	for _, turn := range turns {
		for k := range m {
			by := degrees * math.Acos(min(1, math.Abs(turn.At(k, k))))
			for l := range m {
				with[k][l] += turn.At(k, l) * turn.At(k, l)
			}
			if by > turned {
				count[k]++
			}
			angles = append(angles, by)
		}
	}
	var which []string
	for k := range m {
		with[k][k] = -1
		other := slices.Index(with[k], slices.Max(with[k]))
		if count[k] > often*float64(len(turns)) {
			for _, name := range []string{fmt.Sprintf("z%d", k+1), fmt.Sprintf("z%d", other+1)} {
				if !slices.Contains(which, name) {
					which = append(which, name)
				}
			}
		}
	}
	if len(which) == 0 {
		return nil
	}
	slices.Sort(which)
	last := len(which) - 1
	return []string{fmt.Sprintf("%s and %s are not separately identified (they rotate by up to %.0f° between half-samples), because what each predicts differs too little: interpret the %s they span (surer, %.0f°)", strings.Join(which[:last], ", "), which[last], slices.Max(angles), map[bool]string{true: "space", false: "plane"}[len(which) > 2], angle)}
}

package search

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/stiefel"
)

// enough is what a pass must improve the score by for another one to follow.
const enough = 1e-6

// PassWidths are those tried in a pass, as in the paper, times the median distance.
func PassWidths() []float64 {
	return []float64{.25 / math.Sqrt2, .5 / math.Sqrt2, .75 / math.Sqrt2, 1 / math.Sqrt2}
}

// passSettings are the ridges of a pass, and the α it solves for: with the free one, that
// the printed formulas take, smaller ridges are needed too.
func (s *Search) passSettings() ([]float64, lsmi.Alpha) {
	if s.AsPrinted {
		return []float64{.01, .001, .0001, .00001}, lsmi.Free
	}
	return []float64{.01, .001}, lsmi.Clipped
}

// Passes runs the first step, SCA(0), where z = x, and then the analytic passes:
// validate the settings at W, solve for α, and take the leading eigenvectors of D as
// the next W. The best W by score is kept, as a frame in the whitened coordinates. Rough
// eigenvectors do where it is only to start from.
func (s *Search) Passes(ctx context.Context, most int, rough bool) (best linalg.Matrix, err error) {
	at, frame, err := s.pass(ctx, s.Whitening.Root, linalg.Matrix{}, rough)
	if err != nil {
		return best, err
	}
	s.notePass("first step", 1, at)
	highest := math.Inf(-1)
	for step := 1; step <= most; step++ {
		at, next, err := s.pass(ctx, s.Whitening.ToInputs(frame), frame, rough)
		if err != nil {
			return best, err
		}
		s.notePass("pass", step, at)
		gain := at.Score - highest
		if gain > 0 {
			best, highest = frame, at.Score
		}
		if gain < enough {
			break
		}
		frame = next
	}
	return best, nil
}

func (s *Search) notePass(stage string, step int, at lsmi.Scored) {
	note := Scored(stage, step, at)
	if s.AsPrinted {
		note.Measure = "training SMI"
	}
	s.Note(note)
}

// pass takes the weights w on x, and the same as a frame in the whitened coordinates; the
// first step, where z is x in these, has no frame. It returns the settings with their
// score, and the next frame.
func (s *Search) pass(ctx context.Context, w, frame linalg.Matrix, rough bool) (at lsmi.Scored, next linalg.Matrix, err error) {
	lambdas, alpha := s.passSettings()
	grid, err := s.Starting.Around(ctx, w, PassWidths(), PassWidths(), lambdas)
	if err != nil {
		return at, next, err
	}
	at, fit, err := s.Starting.Validate(ctx, w, kernel.Epanechnikov, grid, alpha)
	if err != nil {
		return at, next, err
	}
	var centres linalg.Matrix
	if s.AsPrinted {
		at.Score = fit.SMI
	} else if frame.Rows > 0 {
		centres = s.Whitening.Within(s.Starting.Centres(), frame)
	}
	d, err := s.Starting.Scatter(ctx, w, kernel.Epanechnikov, fit, centres, 0)
	if err != nil {
		return at, next, err
	}
	next, err = s.Whitening.Leading(s.Whitening.Turned(d), s.Dim, rough)
	return at, next, err
}

// Start is the frame that the first step of SCA leads to, in whitened coordinates.
func (s *Search) Start(ctx context.Context, rough bool) (linalg.Matrix, error) {
	_, frame, err := s.pass(ctx, s.Whitening.Root, linalg.Matrix{}, rough)
	return frame, err
}

// RandomStarts returns up to count random frames of dim components. They are
// combinations of rows of x, so that they turn with x and stay within the directions
// along which it varies.
func RandomStarts(ctx context.Context, x *aggregate.Standard, dim, count int, random *rand.Rand) ([]linalg.Matrix, error) {
	const most = 100 // rows that make a start
	var starts []linalg.Matrix
	for range count {
		some, err := x.Select(ctx, random.Perm(x.Len())[:min(most, x.Len())])
		if err != nil {
			return nil, err
		}
		weights := linalg.New(dim, some.Rows)
		for i := range weights.Data {
			weights.Data[i] = random.NormFloat64()
		}
		if w := linalg.Times(weights, some); stiefel.Orthonormalize(w) == nil { // equal rows have no start in them
			starts = append(starts, w)
		}
	}
	return starts, nil
}

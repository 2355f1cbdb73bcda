package suffice_test

import (
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// The limits of LSDR are about twice the errors measured with this seed and 100 centres.
var lsdrLimits = map[string]float64{
	"variance": .2, "sine and square": .08, "correlated, square": .08, "correlated, line": .15,
	"30 correlated inputs": .33, "classes on rings": .15, "label sets": .08, "two numbers": .035,
}

func TestLSDRFindsHiddenDirections(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	for name, p := range problems(t) {
		t.Run(name, func(t *testing.T) {
			model := mustFit(t, suffice.LSDR{Dim: len(p.truth), Centres: 100, Seed: 1}, p.x, p.y)
			found, err := model.Directions()
			if err != nil {
				t.Fatal(err)
			}
			truth := linalg.FromSlices(p.truth)
			if err := stiefel.Orthonormalize(truth); err != nil {
				t.Fatal(err)
			}
			distance := stiefel.Distance(linalg.FromSlices(found), truth)
			t.Logf("error %.4f", distance)
			if distance > lsdrLimits[name] {
				t.Errorf("error %.4f, want at most %g", distance, lsdrLimits[name])
			}
			if score, ok := model.Score(); !ok || score <= 0 {
				t.Errorf("held-out score %g for dependent data", score)
			}
		})
	}
}

// One line in the trace a start, one for the last climb, one for the result.
func TestLSDRTellsOfEveryStart(t *testing.T) {
	t.Parallel()
	x, y := curved(80, 3, 14)
	for _, c := range []struct {
		method suffice.LSDR
		starts int
	}{
		{suffice.LSDR{}, 5}, {suffice.LSDR{Restarts: 2}, 2}, {suffice.LSDR{Restarts: 2, FromSCA0: true}, 3},
	} {
		var stages []string
		c.method.Dim, c.method.Centres = 1, 40
		c.method.Progress = func(p suffice.Progress) { stages = append(stages, p.Stage) }
		model := mustFit(t, c.method, x, output.Numbers(y))
		if len(stages) != c.starts+2 || stages[0] != "start" || stages[c.starts] != "last climb" || stages[c.starts+1] != "final" {
			t.Errorf("%d starts: told of %q", c.starts, stages)
		}
		if score, ok := model.Score(); !ok || len(model.Trace) != len(stages) || model.Trace[len(stages)-1].Score != score {
			t.Errorf("the trace %+v does not end at the score %g", model.Trace, score)
		}
	}
}

// Beyond 4096 rows the starts are searched with some of them, the result with all.
func TestLSDROfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(5000, 4, 18)
	model := mustFit(t, suffice.LSDR{Dim: 2, Centres: 40, Restarts: 2, NoScale: true, Seed: 1}, x, output.Numbers(y))
	wantSameSubspace(t, model.Components, [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}}, .05)
}

func TestImpossibleSettingsOfLSDRAreErrors(t *testing.T) {
	x, y := curved(20, 3, 17)
	for _, method := range []suffice.LSDR{{Dim: 1, Centres: -1}, {Dim: 1, Restarts: -1}} {
		if _, err := method.Fit(t.Context(), matrix(t, x), output.Numbers(y)); err == nil {
			t.Errorf("%+v was accepted", method)
		}
	}
}

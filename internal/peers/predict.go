package peers

import (
	"cmp"
	"context"
	_ "embed" // the script
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"suffice/internal/linalg"
)

//go:embed predict.py
var predictScript []byte

// forPredicting is more than it takes on the tables that it is for.
const forPredicting = time.Hour

// Task is what is to be predicted: new rows of x by those of which y is known, a column for
// each number, or an indicator for each class.
type Task struct {
	X, Y, New linalg.Matrix
	Classes   bool
	Seed      uint64
}

// Predict predicts with a predictor of scikit-learn, and tells the seconds of fit and
// prediction, in a process on one thread that has loaded what it needs before.
func (p *Python) Predict(ctx context.Context, name string, t Task) (predicted linalg.Matrix, seconds float64, err error) {
	dir, err := os.MkdirTemp("", "suffice-predict-")
	if err != nil {
		return predicted, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := cmp.Or(
		os.WriteFile(in("predict.py"), predictScript, 0o600),
		writeMatrix(in("x.npy"), t.X), writeMatrix(in("y.npy"), t.Y), writeMatrix(in("new.npy"), t.New),
	); err != nil {
		return predicted, 0, files{}.cannot(err)
	}
	kind := "numbers"
	if t.Classes {
		kind = "classes"
	}
	got, err := measure(ctx, []string{
		p.program, in("predict.py"), name, kind, in("x.npy"), in("y.npy"), in("new.npy"), in("out.npy"),
		strconv.FormatUint(t.Seed%(1<<32), 10),
	}, 1, forPredicting)
	if err != nil {
		return predicted, 0, err
	}
	shape, values, err := readArray(in("out.npy"))
	if err != nil {
		return predicted, 0, err
	}
	if len(shape) != 2 || shape[0] != t.New.Rows || shape[1] != t.Y.Cols || !linalg.Finite(values) {
		return predicted, 0, fmt.Errorf("predict.py gave %v predictions for %d rows of %d, or some that are not finite", shape, t.New.Rows, t.Y.Cols)
	}
	return linalg.Of(t.New.Rows, t.Y.Cols, values), got.Seconds, nil
}

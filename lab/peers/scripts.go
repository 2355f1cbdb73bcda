package peers

import (
	"context"
	_ "embed" // the scripts
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"suffice/internal/format/npy"
	"suffice/internal/linalg"
)

//go:embed predict.py
var predictScript []byte

//go:embed rmave.py
var rmaveScript []byte

// forScripts is more than one takes on the tables that it is for.
const forScripts = time.Hour

// work is a folder with a script of ours and its arrays.
type work struct{ files }

// begin writes a script and arrays.
func begin(script []byte, arrays map[string]linalg.Matrix) (work, error) {
	dir, err := os.MkdirTemp("", "suffice-peers-")
	w := work{files{dir}}
	if err != nil {
		return w, err
	}
	err = os.WriteFile(w.script(), script, 0o600)
	for name, a := range arrays {
		err = errors.Join(err, writeArray(w.in(name), []int{a.Rows, a.Cols}, a.Data))
	}
	if err != nil {
		return w, errors.Join(w.cannot(err), w.end())
	}
	return w, nil
}

func (w work) end() error { return os.RemoveAll(w.dir) }

// run runs the script in a process on one thread, so that the answer does not depend on the threads
// of others.
func (w work) run(ctx context.Context, p *Python, args ...string) (line, error) {
	return measure(ctx, append([]string{p.program, w.script()}, args...), 1, forScripts)
}

// Task is what is to be predicted: new rows of x by those of which y is known, a column for
// each number, or an indicator for each class.
type Task struct {
	X, Y, New linalg.Matrix
	Classes   bool
	Seed      uint64
}

// Predict predicts with a predictor of scikit-learn, and tells the seconds of fit and
// prediction, in a process that has loaded what it needs before.
func (p *Python) Predict(ctx context.Context, name string, t Task) (predicted linalg.Matrix, seconds float64, err error) {
	w, err := begin(predictScript, map[string]linalg.Matrix{"x.npy": t.X, "y.npy": t.Y, "new.npy": t.New})
	if err != nil {
		return predicted, 0, err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	kind := "numbers"
	if t.Classes {
		kind = "classes"
	}
	got, err := w.run(ctx, p, name, kind, w.in("x.npy"), w.in("y.npy"), w.in("new.npy"), w.in("out.npy"), strconv.FormatUint(t.Seed%(1<<32), 10))
	if err != nil {
		return predicted, 0, err
	}
	shape, values, err := readArray(w.in("out.npy"))
	if err != nil {
		return predicted, 0, err
	}
	if len(shape) != 2 || shape[0] != t.New.Rows || shape[1] != t.Y.Cols || !linalg.Finite(values) {
		return predicted, 0, fmt.Errorf("predict.py gave %v predictions for %d rows of %d, or some that are not finite", shape, t.New.Rows, t.Y.Cols)
	}
	return linalg.Of(t.New.Rows, t.Y.Cols, values), got.Seconds, nil
}

// RMAVE finds directions of x, one a row, by refined minimum average variance estimation in
// NumPy, for the mean of y.
func (p *Python) RMAVE(ctx context.Context, x, y linalg.Matrix, dim int) (directions [][]float64, err error) {
	w, err := begin(rmaveScript, map[string]linalg.Matrix{"x.npy": x, "y.npy": y})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.end()) }()
	got, err := w.run(ctx, p, w.in("x.npy"), w.in("y.npy"), strconv.Itoa(dim))
	if err != nil {
		return nil, err
	}
	for _, row := range got.Directions {
		if len(row) != x.Cols || !linalg.Finite(row) {
			return nil, fmt.Errorf("rmave.py gave %d weights for %d inputs, or some that are not finite", len(row), x.Cols)
		}
	}
	return got.Directions, nil
}

func writeArray(path string, shape []int, values []float64) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(npy.WriteArray(file, shape, values), file.Close())
}

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
	"suffice/internal/npy"
)

//go:embed rmave.py
var rmaveScript []byte

// forRMAVE is more than it takes on the tables that it is for.
const forRMAVE = time.Hour

// RMAVE finds directions of x, one a row, by refined minimum average variance estimation in
// NumPy, for the mean of y. It is one process on one thread, so that the answer does not
// depend on the threads of others.
func (p *Python) RMAVE(ctx context.Context, x, y linalg.Matrix, dim int) (directions [][]float64, err error) {
	dir, err := os.MkdirTemp("", "suffice-rmave-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	script := filepath.Join(dir, "rmave.py")
	if err := os.WriteFile(script, rmaveScript, 0o600); err != nil {
		return nil, files{}.cannot(err)
	}
	xFile, yFile := filepath.Join(dir, "x.npy"), filepath.Join(dir, "y.npy")
	if err := cmp.Or(writeMatrix(xFile, x), writeMatrix(yFile, y)); err != nil {
		return nil, files{}.cannot(err)
	}
	got, err := measure(ctx, []string{p.program, script, xFile, yFile, strconv.Itoa(dim)}, 1, forRMAVE)
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

func writeMatrix(path string, a linalg.Matrix) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(npy.WriteArray(file, []int{a.Rows, a.Cols}, a.Data), file.Close())
}

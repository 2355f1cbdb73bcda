package peers

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"suffice/internal/format/npy"
	"suffice/internal/memory"
	"suffice/output"
	"suffice/rows"
)

// A fit shorter than this is repeated, at most so often, as peers.py does too.
const (
	enough   = time.Second / 2
	mostRuns = 20
)

// line is what a process of a fit prints, ours as well as peers.py's: that it is ready,
// and then what came of it.
type line struct {
	Ready      bool        `json:"ready,omitempty"`
	Loaded     int64       `json:"loaded_bytes,omitempty"` // held when the data was there
	Seconds    float64     `json:"seconds,omitempty"`      // that cores worked, in the run with fewest
	Runs       int         `json:"runs,omitempty"`
	Peak       int64       `json:"peak_bytes,omitempty"` // most held until the end of the first run
	Directions [][]float64 `json:"directions,omitempty"`
	Predicted  bool        `json:"predicted,omitempty"` // the predictions are in their file
	Error      string      `json:"error,omitempty"`
	Memory     bool        `json:"memory,omitempty"` // there is too little
}

// Fit is the work of a process of ours: it reads the arrays, fits, and prints what came
// of it.
func Fit(ctx context.Context, out io.Writer, method, xFile, yFile string, seed uint64) error {
	reduce, err := reducer(method, seed)
	if err != nil {
		return err
	}
	shape, values, err := readArray(xFile)
	if err != nil {
		return err
	}
	if len(shape) != 2 {
		return fmt.Errorf("%s: an array of rows and columns is needed", xFile)
	}
	x, err := rows.NewMatrix(shape[1], values)
	if err != nil {
		return err
	}
	_, y, err := readArray(yFile)
	if err != nil {
		return err
	}
	tell := json.NewEncoder(out)
	if err := tell.Encode(line{Ready: true, Loaded: memory.Held()}); err != nil {
		return err
	}
	result := line{}
	for spent := time.Duration(0); result.Runs < 1 || spent < enough && result.Runs < mostRuns; result.Runs++ {
		before := worked()
		model, err := reduce.Fit(ctx, x, output.Numbers(y))
		if err != nil {
			return err
		}
		took := worked() - before
		if spent += took; result.Runs == 0 || took.Seconds() < result.Seconds {
			result.Seconds = max(took, 1).Seconds()
		}
		if result.Runs > 0 {
			continue
		}
		result.Peak = memory.Peak()
		if result.Directions, err = model.Directions(); err != nil {
			return err
		}
	}
	return tell.Encode(result)
}

// readArray reads float64 values as np.save writes them, and nothing else: each number
// once into its place, so that reading does not count as memory of the fit.
func readArray(path string) (shape []int, values []float64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = file.Close() }()
	header, err := npy.ReadHeader(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	if field := header.Fields[0]; len(header.Fields) != 1 || field.Kind != 'f' || field.Size != 8 || field.Big || header.Fortran {
		return nil, nil, fmt.Errorf("%s: the array must hold float64 by rows, as suffice-lab bench peers writes it", path)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	if bytes, err := header.Bytes(); err != nil || bytes > info.Size() {
		return nil, nil, fmt.Errorf("%s: the file is shorter than its header says", path)
	}
	values = make([]float64, header.Len())
	for part := range slices.Chunk(values, 1<<14) {
		if err := binary.Read(file, binary.LittleEndian, part); err != nil {
			return nil, nil, fmt.Errorf("%s: the file is shorter than its header says", path)
		}
	}
	return header.Shape, values, nil
}

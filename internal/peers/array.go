package peers

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"

	"suffice/internal/npy"
)

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
		return nil, nil, fmt.Errorf("%s: the array must hold float64 by rows, as suffice bench peers writes it", path)
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

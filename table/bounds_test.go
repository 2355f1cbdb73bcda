package table

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// allocated is how many bytes work allocates on a machine of two cores; readers have
// buffers for each.
func allocated(work func()) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// taken is what reading a file allocates, and its error.
func taken(data []byte) (used uint64, err error) {
	used = allocated(func() { _, err = Read(context.Background(), bytes.NewReader(data), "a", Options{}) })
	return used, err
}

// mostColumns is how many an array can have.
const mostColumns = 1 << 20

// arrayHeader is the start of an NPY file of bytes.
func arrayHeader(rows, columns int) []byte {
	text := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d), }\n", rows, columns)
	return append([]byte{0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, byte(len(text)), 0}, text...)
}

// A file of a few kilobytes does not make hundreds of megabytes of columns or cells.
func TestSmallFilesTakeLittleMemory(t *testing.T) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	w, err := archive.Create("x.npy")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(append(arrayHeader(1, mostColumns), make([]byte, mostColumns)...)); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"NPZ of many columns": {packed.Bytes(), "a: the NPZ file is damaged or cut off; copy or make it again"},
		"NPY of many columns": {append(arrayHeader(3, mostColumns), make([]byte, 3000)...), "a: the file is cut off; copy or make it again"},
		"NPY without rows":    {arrayHeader(0, mostColumns), "a: there are columns, but no rows; add rows"},
		"Parquet of the same": {constantParquet(t, 5_000_000), "a: the Parquet file is small, but says that it has more values than fit into memory; is it damaged?"},
	} {
		used, err := taken(test.data)
		wantError(t, err, test.want)
		if used > 32<<20 {
			t.Errorf("%s: %d bytes took %d", name, len(test.data), used)
		}
	}
	if _, err := taken(constantParquet(t, 1_000_000)); err != nil {
		t.Error(err)
	}
}

// constantParquet is a file of one value in many rows.
func constantParquet(t *testing.T, rows int) []byte {
	t.Helper()
	type row struct {
		A int64 `parquet:"a,dict"`
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out, parquet.PageBufferSize(64<<20), parquet.Compression(&parquet.Zstd))
	some := make([]row, 100_000)
	for ; rows > 0; rows -= len(some) {
		if _, err := w.Write(some); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 4096 {
		t.Fatalf("the file has %d bytes", out.Len())
	}
	return out.Bytes()
}

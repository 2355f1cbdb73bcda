package table

import (
	"bytes"
	"context"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// A file that is damaged or cut off says so in one line, with the place where there is one,
// whether its rows are in memory or not.
func TestDamagedParquet(t *testing.T) {
	whole := inGroups(t, []float64{1, 2, 3, 4}, []float64{5, 6, 7}, []float64{8, 9})
	file, err := parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	last := file.Metadata().RowGroups[2].Columns[0].MetaData
	damaged := bytes.Clone(whole)
	for i := range last.TotalCompressedSize {
		damaged[last.DataPageOffset+i] = 0xff
	}
	for _, options := range []Options{{}, onDisk(Options{})} {
		_, err := Read(context.Background(), bytes.NewReader(damaged), "a.parquet", options)
		wantError(t, err, "a.parquet, row 8: the Parquet file is damaged or cut off in the row group that begins here; copy or make it again")
		_, err = Read(context.Background(), bytes.NewReader(whole[:last.DataPageOffset+3]), "a.parquet", options)
		wantError(t, err, "a.parquet: the Parquet file is damaged or cut off; copy or make it again")
	}
}

// Damage within a row group has its column, and the first row that cannot be read.
func TestDamagedPageOfParquet(t *testing.T) {
	var out bytes.Buffer
	if err := Write(context.Background(), &out, manyRows(t), "parquet"); err != nil {
		t.Fatal(err)
	}
	data := out.Bytes()
	file, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	column := file.Metadata().RowGroups[0].Columns[1].MetaData
	for i := range 1000 {
		data[column.DataPageOffset+column.TotalCompressedSize/2+int64(i)] = 0xff
	}
	options := onDisk(Options{})
	options.Memory = 1 << 30
	for _, options := range []Options{{}, options} {
		_, err := Read(context.Background(), bytes.NewReader(data), "a.parquet", options)
		wantError(t, err, `a.parquet, row 32769, column "x2": the Parquet file is damaged or cut off here; copy or make it again`)
	}
}

// inGroups writes a row group of each list of numbers.
func inGroups(t *testing.T, groups ...[]float64) []byte {
	t.Helper()
	type row struct{ X float64 }
	var out bytes.Buffer
	w := parquet.NewGenericWriter[row](&out)
	for _, group := range groups {
		for _, v := range group {
			if _, err := w.Write([]row{{v}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Row groups whose pages do not fit, in parts or whole, are refused.
func TestParquetPagesLargerThanMemory(t *testing.T) {
	numbers := make([]float64, 2000)
	for i := range numbers {
		numbers[i] = float64(i*i%7919) / 3
	}
	_, err := Read(context.Background(), bytes.NewReader(inGroups(t, numbers)), "a.parquet", Options{Memory: 20_000})
	wantError(t, err, "a.parquet, row 1: the row group that begins here needs 31.2 KiB of memory, too much of the 19.5 KiB allowed; allow more, or write the file with smaller row groups")
}

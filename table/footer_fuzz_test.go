package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	layout "github.com/parquet-go/parquet-go/format"
)

// wantTableOrError reads a file as the fuzz targets do: a table or a clean error, in bounded
// memory.
func wantTableOrError(t *testing.T, data []byte, most uint64, options Options) {
	var got *Table
	var err error
	used := allocated(func() { got, err = Read(context.Background(), bytes.NewReader(data), "a", options) })
	if used > most {
		t.Errorf("%d bytes allocated %d", len(data), used)
	}
	if _, known := errors.AsType[*Error](err); err != nil && !known {
		t.Errorf("error %v is not about the file", err)
	}
	if err == nil {
		exercise(t, got)
	}
}

// footer is what a Parquet file says of itself: of all of it, of one of its columns, of a group
// of rows and of a column in that.
type footer struct {
	m *layout.FileMetaData
	s *layout.SchemaElement
	g *layout.RowGroup
	c *layout.ColumnMetaData
}

// footers change it a field at a time.
var footers = []func(f footer, v int64){
	func(f footer, v int64) {
		f.s.TypeLength.V, f.s.TypeLength.Valid = int32(v), true
	},
	func(f footer, v int64) {
		f.s.NumChildren.V, f.s.NumChildren.Valid = int32(v), true
	},
	func(f footer, v int64) {
		f.s.Type.V, f.s.Type.Valid = layout.Type(v), true
	},
	func(f footer, v int64) {
		f.s.RepetitionType.V, f.s.RepetitionType.Valid = layout.FieldRepetitionType(v), true
	},
	func(f footer, v int64) {
		f.s.Scale.V, f.s.Scale.Valid = int32(v), true
	},
	func(f footer, v int64) {
		f.s.Precision.V, f.s.Precision.Valid = int32(v), true
	},
	func(f footer, _ int64) {
		f.s.LogicalType.Value = nil
	},
	func(f footer, v int64) {
		f.s.ConvertedType.V, f.s.ConvertedType.Valid = 0, v > 0
	},
	func(f footer, v int64) {
		f.s.Name = string(rune(v))
	},
	func(f footer, v int64) {
		f.g.NumRows = v
	},
	func(f footer, v int64) {
		f.g.TotalByteSize = v
	},
	func(f footer, v int64) {
		f.c.NumValues = v
	},
	func(f footer, v int64) {
		f.c.TotalCompressedSize = v
	},
	func(f footer, v int64) {
		f.c.TotalUncompressedSize = v
	},
	func(f footer, v int64) {
		f.c.DataPageOffset = v
	},
	func(f footer, v int64) {
		f.c.DictionaryPageOffset = v
	},
	func(f footer, v int64) {
		f.c.Codec = layout.CompressionCodec(v)
	},
	func(f footer, v int64) {
		f.c.Type = layout.Type(v)
	},
	func(f footer, _ int64) {
		f.c.PathInSchema = f.c.PathInSchema[:len(f.c.PathInSchema)/2]
	},
	func(f footer, v int64) {
		f.m.NumRows = v
	},
	func(f footer, _ int64) {
		f.m.RowGroups = append(f.m.RowGroups, f.m.RowGroups[0])
	},
	func(f footer, v int64) {
		f.g.Columns = f.g.Columns[:uint64(v)%uint64(len(f.g.Columns))]
	},
	func(f footer, v int64) {
		f.m.Schema = f.m.Schema[:uint64(v)%uint64(len(f.m.Schema))]
	},
	func(f footer, v int64) {
		others := f.m.RowGroups[0].Columns
		f.c.DataPageOffset = others[uint64(v)%uint64(len(others))].MetaData.DataPageOffset
	},
}

// changed is a Parquet file with a field of its footer changed, in valid Thrift.
func changed(data []byte, field, at uint8, v int64) []byte {
	const end = 8
	start := len(data) - end - int(binary.LittleEndian.Uint32(data[len(data)-end:]))
	var m layout.FileMetaData
	if thrift.Unmarshal(&thrift.CompactProtocol{}, data[start:len(data)-end], &m) != nil || len(m.Schema) == 0 || len(m.RowGroups) == 0 {
		return nil
	}
	group := &m.RowGroups[int(at)%len(m.RowGroups)]
	if len(group.Columns) == 0 {
		return nil
	}
	footers[int(field)%len(footers)](footer{&m, &m.Schema[int(at)%len(m.Schema)], group, &group.Columns[int(at)%len(group.Columns)].MetaData}, v)
	written, err := thrift.Marshal(&thrift.CompactProtocol{}, m)
	if err != nil {
		return nil
	}
	out := append(bytes.Clone(data[:start]), written...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(written))), "PAR1"...)
}

// FuzzParquetFooter changes two fields of the description at the end of a file, which bytes
// changed at random hardly ever reach.
func FuzzParquetFooter(f *testing.F) {
	var files [][]byte
	for _, name := range []string{"snappy.parquet", "gzip.parquet", "zstd.parquet", "plain.parquet"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, data)
	}
	for field := range footers {
		for _, v := range []int64{-1, 1000, 1 << 30, 1 << 60} {
			f.Add(uint8(field), uint8(field), uint8(1), v, uint8(3), uint8(2), int64(-1))
		}
	}
	f.Fuzz(func(t *testing.T, which, field, at uint8, v int64, other, there uint8, w int64) {
		data := changed(files[int(which)%len(files)], field, at, v)
		if data == nil {
			return
		}
		wantTableOrError(t, data, 256<<20, Options{Format: "parquet"})
		if data = changed(data, other, there, w); data != nil {
			wantTableOrError(t, data, 256<<20, Options{Format: "parquet"})
		}
	})
}

// FuzzPacked reads packed files of any kind, whose format is found by looking.
func FuzzPacked(f *testing.F) {
	plain := [][]byte{[]byte("a,b,y\n1,2,3\n4,5,6\n"), []byte("@relation r\n@attribute a numeric\n@data\n1\n"), []byte("1 1:2 3:4\n-1 2:3\n"), []byte("{\"a\":1}\n{\"a\":2}\n")}
	for _, name := range []string{"snappy.parquet", "record.npy", "several.npz"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		plain = append(plain, data)
	}
	encoder, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	for _, data := range plain {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		if _, err := w.Write(data); err != nil {
			f.Fatal(err)
		}
		if err := w.Close(); err != nil {
			f.Fatal(err)
		}
		f.Add(packed.Bytes())
		f.Add(encoder.EncodeAll(data, nil))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { wantTableOrError(t, data, 600<<20, Options{}) })
}

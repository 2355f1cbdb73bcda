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

// footers are what a Parquet file says of itself, to be changed a field at a time.
var footers = []func(m *layout.FileMetaData, s *layout.SchemaElement, g *layout.RowGroup, c *layout.ColumnMetaData, v int64){
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.TypeLength.V, s.TypeLength.Valid = int32(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.NumChildren.V, s.NumChildren.Valid = int32(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.Type.V, s.Type.Valid = layout.Type(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.RepetitionType.V, s.RepetitionType.Valid = layout.FieldRepetitionType(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.Scale.V, s.Scale.Valid = int32(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.Precision.V, s.Precision.Valid = int32(v), true
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, _ int64) {
		s.LogicalType.Value = nil
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.ConvertedType.V, s.ConvertedType.Valid = 0, v > 0
	},
	func(_ *layout.FileMetaData, s *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		s.Name = string(rune(v))
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, g *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		g.NumRows = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, g *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		g.TotalByteSize = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.NumValues = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.TotalCompressedSize = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.TotalUncompressedSize = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.DataPageOffset = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.DictionaryPageOffset = v
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.Codec = layout.CompressionCodec(v)
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		c.Type = layout.Type(v)
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, _ int64) {
		c.PathInSchema = c.PathInSchema[:len(c.PathInSchema)/2]
	},
	func(m *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		m.NumRows = v
	},
	func(m *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, _ int64) {
		m.RowGroups = append(m.RowGroups, m.RowGroups[0])
	},
	func(_ *layout.FileMetaData, _ *layout.SchemaElement, g *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		g.Columns = g.Columns[:uint64(v)%uint64(len(g.Columns))]
	},
	func(m *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, _ *layout.ColumnMetaData, v int64) {
		m.Schema = m.Schema[:uint64(v)%uint64(len(m.Schema))]
	},
	func(m *layout.FileMetaData, _ *layout.SchemaElement, _ *layout.RowGroup, c *layout.ColumnMetaData, v int64) {
		others := m.RowGroups[0].Columns
		c.DataPageOffset = others[uint64(v)%uint64(len(others))].MetaData.DataPageOffset
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
	footers[int(field)%len(footers)](&m, &m.Schema[int(at)%len(m.Schema)], group, &group.Columns[int(at)%len(group.Columns)].MetaData, v)
	footer, err := thrift.Marshal(&thrift.CompactProtocol{}, m)
	if err != nil {
		return nil
	}
	out := append(bytes.Clone(data[:start]), footer...)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(footer))), "PAR1"...)
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

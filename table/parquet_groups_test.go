package table

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/cells"
)

// Several row groups of more columns than are decoded together, of every kind, side by
// side: run with -race, nothing is shared that should not be, and all is as it was.
func TestParquetSideBySide(t *testing.T) {
	const rows, columns, group = 4000, 27, 900
	schema := parquet.Group{}
	for j := range columns {
		schema[columnName(j)] = []parquet.Node{
			parquet.Leaf(parquet.DoubleType), parquet.Encoded(parquet.Int(64), &parquet.RLEDictionary),
			parquet.Encoded(parquet.String(), &parquet.RLEDictionary), parquet.Optional(parquet.Leaf(parquet.DoubleType)),
		}[j%4]
	}
	var out bytes.Buffer
	w := parquet.NewWriter(&out, parquet.NewSchema("t", schema), parquet.Compression(&parquet.Snappy), parquet.MaxRowsPerRowGroup(group), parquet.PageBufferSize(1<<12))
	random := rand.New(rand.NewPCG(1, 2))
	want := make([]map[string]any, rows)
	for i := range want {
		want[i] = map[string]any{}
		for j := range columns {
			want[i][columnName(j)] = []any{random.Float64(), int64(random.IntN(50)), fmt.Sprintf("w%d", random.IntN(30)), random.NormFloat64()}[j%4]
		}
		if err := w.Write(want[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, err := Read(context.Background(), bytes.NewReader(out.Bytes()), "a", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.schema.Columns {
		var got, wanted []string
		table.eachCell(c, func(_ int, v float64) { got = append(got, c.Show(v)) })
		for _, row := range want {
			switch v := row[c.Name].(type) {
			case float64:
				wanted = append(wanted, string(cells.NumberAsWord(v)))
			default:
				wanted = append(wanted, fmt.Sprint(v))
			}
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("column %s differs", c.Name)
		}
	}
}

func columnName(j int) string { return fmt.Sprintf("c%02d", j) }

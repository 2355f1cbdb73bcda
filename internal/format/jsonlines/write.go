package jsonlines

import (
	"context"
	"encoding/json"
	"io"
	"strconv"

	"suffice/internal/cells"
)

// NewWriter writes an object a row; what is not a number is null.
func NewWriter(ctx context.Context, w io.Writer, s cells.Sheet) (cells.RowWriter, error) {
	var keys [][]byte
	for _, name := range s.Names {
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		keys = append(keys, append(key, ':'))
	}
	texts := s.Texts
	quoted := make([][][]byte, len(texts))
	for j, column := range texts {
		for _, text := range column {
			value, err := json.Marshal(text)
			if err != nil {
				return nil, err
			}
			quoted[j] = append(quoted[j], value)
		}
	}
	return cells.NewTextWriter(ctx, w, len(s.Names), nil, func(line []byte, row []float64, own [][]string) []byte {
		line = append(line, '{')
		for j, v := range row {
			if j > 0 {
				line = append(line, ',')
			}
			line = append(line, keys[j]...)
			switch {
			case own != nil && own[j] != nil:
				line = appendText(line, own[j], v)
			case texts[j] != nil && v >= 0 && v < float64(len(quoted[j])):
				line = append(line, quoted[j][int(v)]...)
			case texts[j] == nil && v-v == 0:
				line = strconv.AppendFloat(line, v, 'g', -1, 64)
			default:
				line = append(line, "null"...)
			}
		}
		return append(line, '}', '\n')
	}), nil
}

// appendText appends the text that v stands for, or null.
func appendText(line []byte, texts []string, v float64) []byte {
	text, ok := cells.TextAt(texts, v)
	value, err := json.Marshal(text)
	if !ok || err != nil { // which no text makes
		return append(line, "null"...)
	}
	return append(line, value...)
}

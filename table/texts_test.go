package table

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/cells"
	"suffice/rows"
)

// texted is a matrix whose first column is texts.
type texted struct {
	*rows.Matrix
	texts []string
}

func (x texted) Texts(column int) []string {
	if column == 0 {
		return x.texts
	}
	return nil
}

// A column of texts reads back as it was written, in every format that can hold it.
func TestTextsAreWritten(t *testing.T) {
	word := rapid.StringMatching(`[a-z][a-z,"/ äé\n]{0,5}[a-z]`).Filter(func(s string) bool { return !cells.MarksMissing([]byte(s)) })
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfNDistinct(word, 1, 6, rapid.ID[string]).Draw(t, "texts")
		n := rapid.IntRange(1, 8).Draw(t, "rows")
		want := make([]string, n)
		var data []float64
		for i := range n {
			k := rapid.IntRange(-1, len(texts)-1).Draw(t, "text")
			cell := math.NaN()
			if k >= 0 {
				cell, want[i] = float64(k), texts[k]
			}
			data = append(data, cell, float64(i)+.5)
		}
		x, err := rows.NewMatrix(2, data)
		if err != nil {
			t.Fatal(err)
		}
		x, _ = x.WithNames([]string{"file", "v"})
		for _, format := range []WriteFormat{"csv", "tsv.gz", "jsonl", "parquet"} {
			got, numbers := roundTrip(t, texted{x, texts}, format)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q, wrote %q", format, got, want)
			}
			if numbers[n-1] != float64(n)-.5 {
				t.Errorf("%s: the numbers are %v", format, numbers)
			}
		}
	})
}

func roundTrip(t *rapid.T, x rows.Source, format WriteFormat) ([]string, []float64) {
	var out bytes.Buffer
	if err := Write(context.Background(), &out, x, format); err != nil {
		t.Fatal(err)
	}
	back, err := Read(context.Background(), &out, "back", Options{})
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	texts, err := back.Texts("file")
	if err != nil {
		t.Fatal(err)
	}
	columns, err := back.Columns([]string{"v"})
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := columns.Block(context.Background(), 0, back.Len(), make([]float64, back.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return texts, numbers
}

func TestTextsCannotBeArrays(t *testing.T) {
	x, _ := rows.NewMatrix(1, []float64{0})
	err := Write(context.Background(), &bytes.Buffer{}, texted{x, []string{"a"}}, "npy")
	if err == nil || !strings.Contains(err.Error(), ".npy cannot hold") {
		t.Errorf("error %v", err)
	}
}

func TestNumbersOfAColumn(t *testing.T) {
	data, err := Read(context.Background(), strings.NewReader("a,b,c\n1,true,x\n,false,y\n2.5,,z\n"), "t", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float64{"a": {1, math.NaN(), 2.5}, "b": {1, 0, math.NaN()}} {
		got, err := data.Numbers(name)
		if err != nil {
			t.Fatal(err)
		}
		same := func(a, b float64) bool { return a == b || a != a && b != b }
		if !slices.EqualFunc(got, want, same) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if _, err := data.Numbers("c"); err == nil {
		t.Error("words are no numbers")
	}
}

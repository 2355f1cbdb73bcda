package table

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

func TestWriteThenReadIsTheIdentity(t *testing.T) {
	number := rapid.Custom(func(t *rapid.T) float64 {
		return rapid.OneOf(
			rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64),
			rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.SmallestNonzeroFloat64, math.MaxFloat64, 0.1, 1e21, 1e-7}),
		).Draw(t, "number")
	})
	name := rapid.StringMatching(`[a-z," \n]{0,6}[a-z,"]`).Filter(func(s string) bool { return strings.TrimSpace(s) == s })
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(name, 1, 5, rapid.ID[string]).Draw(t, "names")
		n := rapid.IntRange(1, 8).Draw(t, "rows")
		data := rapid.SliceOfN(number, n*len(names), n*len(names)).Draw(t, "data")
		back, err := Read(context.Background(), bytes.NewReader(written(t, names, data)), "a.csv", Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(back.Names(), names) || back.Len() != n {
			t.Fatalf("names %q, %d rows; wrote %q, %d rows", back.Names(), back.Len(), names, n)
		}
		x, err := back.Columns(names)
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.Block(context.Background(), 0, n, make([]float64, len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range data {
			if math.Float64bits(got[i]) != math.Float64bits(v) {
				t.Fatalf("value %d is %v, wrote %v", i, got[i], v)
			}
		}
	})
}

type fataler interface{ Fatal(args ...any) }

func written(t fataler, names []string, data []float64) []byte {
	x, err := rows.NewMatrix(len(names), data)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = x.WithNames(names); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Write(context.Background(), &out, x, ""); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWriteFormat(t *testing.T) {
	got := string(written(t, []string{"a", `b "x", c`}, []float64{1, 0.1, -2e300, 1e-9}))
	if want := "a,\"b \"\"x\"\", c\"\n1,0.1\n-2e+300,1e-09\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWriteFileLeavesNothingWhenCancelled(t *testing.T) {
	x, err := rows.NewMatrix(1, make([]float64, 10_000))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	dir := t.TempDir()
	if err := WriteFile(ctx, filepath.Join(dir, "a.csv"), x); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v (%v)", left, err)
	}
}

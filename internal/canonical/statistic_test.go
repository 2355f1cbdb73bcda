package canonical

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
)

// statistics of a table of 3 columns with 2 functions of y aligned, at a W of 2 rows with 4
// centres. With other, something is different about them.
func statistics(other string) map[string]aggregate.Statistic {
	random := rand.New(rand.NewPCG(3, 0))
	w, u := normal(2, 3, random), normal(4, 3, random)
	width, n, mean := .7, 9., []float64{1, 2, 3}
	switch other {
	case "w":
		w.Set(1, 2, w.At(1, 2)+1e-9)
	case "centres":
		u.Set(3, 0, 5)
	case "width":
		width = .8
	case "mean":
		mean[2] = 4
	}
	at := Place{Units: aggregate.NewUnits(mean, []float64{1, 4, 2}), P: kernel.Project(w, u), Outputs: 2}
	slope := &SlopeAt{Place: at, Width: width, Beta: normal(4, 2, random), Back: normal(2, 4, random), Offset: []float64{.1, .2}, Scale: 1, N: n}
	if other == "regression" {
		slope.Beta.Set(0, 0, 7)
	}
	gradients := &gradientsAt{Place: at, Width: width, Beta: slope.Beta, Together: 1}
	return map[string]aggregate.Statistic{
		"gradients":  gradients,
		"regression": &regressions{Place: at, Widths: []float64{width}}, "regressions": &regressions{Place: at, Widths: []float64{width, 2 * width}},
		"slope": slope, "powers": &powers{at.Units, true, 2, n}, "first powers": &powers{at.Units, false, 2, n},
	}
}

// block is some rows, of which the first is row from.
func block(from, count int) aggregate.Block {
	random := rand.New(rand.NewPCG(uint64(from), 1))
	return aggregate.Block{From: from, Rows: count, X: normal(count, 3, random).Data, Y: [][]float64{normal(count, 2, random).Data}}
}

func add(t *testing.T, s aggregate.Partial, blocks ...aggregate.Block) {
	t.Helper()
	for _, b := range blocks {
		if err := s.Add(b); err != nil {
			t.Fatal(err)
		}
	}
}

// A worker that has nothing but the encoded state and its rows gives the sums, bit for bit,
// that the one who asks would have of these rows.
func TestAWorkerSumsAtAnEncodedState(t *testing.T) {
	for kind, statistic := range statistics("") {
		sent, err := aggregate.Decode(aggregate.Encode(statistic), Known())
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if !bytes.Equal(aggregate.Encode(sent), aggregate.Encode(statistic)) {
			t.Errorf("%s: another state after a journey", kind)
		}
		here, there := statistic.Zero(), sent.Zero()
		add(t, here, block(0, 250), block(250, 3))
		add(t, there, block(0, 250), block(250, 3))
		want, got := aggregate.EncodeSum(statistic, here), aggregate.EncodeSum(sent, there)
		if !bytes.Equal(want, got) {
			t.Errorf("%s: the worker has other sums", kind)
		}
		back, err := aggregate.DecodeSum(statistic, got)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if !bytes.Equal(aggregate.EncodeSum(statistic, back), want) || back.Count() != 253 {
			t.Errorf("%s: other bytes after a journey", kind)
		}
		if err := back.Merge(statistic.Zero()); err != nil || !bytes.Equal(aggregate.EncodeSum(statistic, back), want) {
			t.Errorf("%s: merging no rows changes the sums (%v)", kind, err)
		}
	}
}

// Sums that were taken at another place cannot be added up.
func TestSumsAtOtherStatesAreRefused(t *testing.T) {
	for _, other := range []string{"w", "centres", "width", "mean", "regression"} {
		different := statistics(other)
		for kind, statistic := range statistics("") {
			if bytes.Equal(aggregate.Encode(statistic), aggregate.Encode(different[kind])) {
				continue // it does not depend on it
			}
			if err := statistic.Zero().Merge(different[kind].Zero()); err == nil || !strings.Contains(err.Error(), "cannot be merged") {
				t.Errorf("%s with another %s: %v", kind, other, err)
			}
			if _, err := aggregate.DecodeSum(statistic, aggregate.EncodeSum(different[kind], different[kind].Zero())); err == nil || !strings.Contains(err.Error(), "cannot be merged") {
				t.Errorf("%s with another %s, encoded: %v", kind, other, err)
			}
		}
	}
	all := statistics("")
	if err := all["slope"].Zero().Merge(all["regression"].Zero()); err == nil {
		t.Error("a slope took in a regression")
	}
	delete(all, "gradients") // which need no output
	for kind, statistic := range all {
		if err := statistic.Zero().Add(aggregate.Block{Rows: 2, X: make([]float64, 6), Y: [][]float64{make([]float64, 3)}}); err == nil {
			t.Errorf("%s: a block with too few outputs was added", kind)
		}
	}
}

// sealed is data with its checksum, as the binary form ends.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(data), crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli)))
}

// Whatever the bytes, they are refused, or are a statistic that can be asked.
func FuzzDecode(f *testing.F) {
	for _, s := range statistics("") {
		data := aggregate.Encode(s)
		f.Add(data[:len(data)-4])
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = sealed(data)
		s, err := aggregate.Decode(data, Known())
		if err != nil {
			if s != nil {
				t.Error("a statistic beside an error")
			}
			return
		}
		if again := aggregate.Encode(s); !bytes.Equal(again, data) {
			t.Errorf("%x became %x", data, again)
		}
	})
}

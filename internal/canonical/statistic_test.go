package canonical

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
)

// questions are statistics of a table of 3 columns with 2 functions of y beside, at a W of
// 2 rows with 4 centres. With other, something is different about them.
func questions(other string) map[string]blocks.Statistic {
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
	at := &place{units: blocks.NewUnits(mean, []float64{1, 4, 2}), p: kernel.Project(w, u), width: width, outputs: 2}
	question := &slope{at: at, beta: normal(4, 2, random), back: normal(2, 4, random), offset: []float64{.1, .2}, n: n}
	if other == "regression" {
		question.beta.Set(0, 0, 7)
	}
	return map[string]blocks.Statistic{"regression": newRegression(at), "slope": question.start()}
}

// block is some rows, of which the first is row from.
func block(from, count int) blocks.Block {
	random := rand.New(rand.NewPCG(uint64(from), 1))
	return blocks.Block{From: from, Rows: count, X: normal(count, 3, random).Data, Y: normal(count, 2, random).Data}
}

func add(t *testing.T, s blocks.Statistic, blocks ...blocks.Block) {
	t.Helper()
	for _, b := range blocks {
		if err := s.Add(b); err != nil {
			t.Fatal(err)
		}
	}
}

func encoded(t testing.TB, s blocks.Statistic) []byte {
	t.Helper()
	data, err := blocks.Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A worker that has nothing but the encoded question and its rows gives the answer, bit for
// bit, that the one who asks would give with these rows.
func TestAWorkerAnswersAnEncodedQuestion(t *testing.T) {
	for kind, question := range questions("") {
		worker, err := blocks.Decode(encoded(t, question))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		add(t, question, block(0, 250), block(250, 3))
		add(t, worker, block(0, 250), block(250, 3))
		want, got := encoded(t, question), encoded(t, worker)
		if !bytes.Equal(want, got) {
			t.Errorf("%s: the worker has other sums", kind)
		}
		answer, err := blocks.Decode(got)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if !bytes.Equal(encoded(t, answer), want) {
			t.Errorf("%s: other bytes after a journey", kind)
		}
		if err := answer.Merge(question.Empty()); err != nil || !bytes.Equal(encoded(t, answer), want) {
			t.Errorf("%s: merging no rows changes the sums (%v)", kind, err)
		}
	}
}

// Sums that were taken at another place cannot be added up.
func TestAnswersToOtherQuestionsAreRefused(t *testing.T) {
	for _, other := range []string{"w", "centres", "width", "mean", "regression"} {
		different := questions(other)
		for kind, question := range questions("") {
			if other == "regression" && kind == "regression" {
				continue // it does not know of any
			}
			if err := question.Merge(different[kind]); err == nil || !strings.Contains(err.Error(), "cannot be merged") {
				t.Errorf("%s with another %s: %v", kind, other, err)
			}
		}
	}
	all := questions("")
	if err := all["slope"].Merge(all["regression"]); err == nil {
		t.Error("a slope took in a regression")
	}
	for kind, question := range all {
		if err := question.Add(blocks.Block{Rows: 2, X: make([]float64, 6), Y: make([]float64, 3)}); err == nil {
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
	for _, s := range questions("") {
		data := encoded(f, s)
		f.Add(data[:len(data)-4])
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		data = sealed(data)
		s, err := blocks.Decode(data)
		if err != nil {
			if s != nil {
				t.Error("a statistic beside an error")
			}
			return
		}
		if again := encoded(t, s); !bytes.Equal(again, data) {
			t.Errorf("%x became %x", data, again)
		}
		if at := placeOf(s); at != nil {
			d, r := len(at.units.Mean), at.outputs
			if err := s.Add(blocks.Block{Rows: 2, X: make([]float64, 2*d), Y: make([]float64, 2*r)}); err != nil {
				t.Error(err)
			}
		}
		if err := s.Merge(s.Empty()); err != nil && !strings.Contains(err.Error(), "cannot be merged") { // NaN is not itself
			t.Error(err)
		}
	})
}

func placeOf(s blocks.Statistic) *place {
	switch s := s.(type) {
	case *regression:
		return s.at
	case *slope:
		return s.at
	}
	return nil
}

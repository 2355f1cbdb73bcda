package codebook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

func matrix(t testing.TB, width int, data []float64) *rows.Matrix {
	t.Helper()
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// clusters draws n descriptors about k centres that are far apart.
func clusters(n, k, width int, spread float64, seed uint64) (data []float64, of []int) {
	random := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		c := random.IntN(k)
		of = append(of, c)
		for j := range width {
			data = append(data, 10*float64((c>>j)&1)+float64(c)+spread*random.NormFloat64())
		}
		_ = i
	}
	return data, of
}

// Groups that are far apart become one word each.
func TestLearnFindsClusters(t *testing.T) {
	const k = 8
	data, of := clusters(2000, k, 5, .1, 3)
	x := matrix(t, 5, data)
	book, err := Learn(t.Context(), x, Options{Words: k, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	words, err := book.Words(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	word := map[int]int{}
	for i, c := range of {
		if w, seen := word[c]; seen && w != words[i] {
			t.Fatalf("group %d has words %d and %d", c, w, words[i])
		}
		word[c] = words[i]
	}
	if len(word) != k {
		t.Errorf("%d groups", len(word))
	}
}

// The word is the nearest centre, and a fixed point of Lloyd's iteration is reached: each
// centre is the mean of its descriptors.
func TestWordsAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 5).Draw(t, "width")
		n := rapid.IntRange(3, 60).Draw(t, "rows")
		k := rapid.IntRange(1, 3).Draw(t, "words")
		data := rapid.SliceOfN(rapid.Float64Range(-5, 5), n*width, n*width).Draw(t, "data")
		x, err := rows.NewMatrix(width, data)
		if err != nil {
			t.Fatal(err)
		}
		book, err := Learn(context.Background(), x, Options{Words: k})
		if err != nil {
			t.Fatal(err)
		}
		words, err := book.Words(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		centres := book.Centres()
		for i, w := range words {
			got := squaredDistance(x.Row(i), centres[w])
			for _, c := range centres {
				if d := squaredDistance(x.Row(i), c); got > d+1e-9 {
					t.Fatalf("row %d: word at %g, but another at %g", i, got, d)
				}
			}
		}
	})
}

// Iterations never make the error larger.
func TestErrorFalls(t *testing.T) {
	data, _ := clusters(3000, 20, 6, 3, 5)
	last := math.Inf(1)
	_, err := Learn(t.Context(), matrix(t, 6, data), Options{Words: 20, Progress: func(_ int, mean float64) {
		if mean > last*(1+1e-12) {
			t.Errorf("the error rises from %g to %g", last, mean)
		}
		last = mean
	}})
	if err != nil || math.IsInf(last, 1) {
		t.Errorf("%g, %v", last, err)
	}
}

// Learning goes on until an iteration gains hardly anything: more than one, where groups
// overlap, and the error then is near that of many more.
func TestLearnGoesOnUntilSettled(t *testing.T) {
	data, _ := clusters(3000, 8, 5, 3, 4)
	x := matrix(t, 5, data)
	var errors []float64
	if _, err := Learn(t.Context(), x, Options{Words: 20, Progress: func(_ int, e float64) { errors = append(errors, e) }}); err != nil {
		t.Fatal(err)
	}
	last := len(errors) - 1
	if last < 2 || last == DefaultIterations-1 {
		t.Fatalf("%d iterations", last+1)
	}
	if gain := errors[last-1] - errors[last]; gain > settled*errors[last-1] {
		t.Errorf("stopped although the last iteration gained %v of %v", gain, errors[last])
	}
	if gain := errors[0] - errors[last]; gain < .01*errors[0] {
		t.Errorf("all iterations gained %v of %v", gain, errors[0])
	}
}

func TestThreadsDoNotMatter(t *testing.T) {
	data, _ := clusters(5000, 30, 7, 3, 7)
	x := matrix(t, 7, data)
	learn := func(threads int) [][]float64 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		book, err := Learn(t.Context(), x, Options{Words: 30, Seed: 4})
		if err != nil {
			t.Fatal(err)
		}
		return book.Centres()
	}
	one, four := learn(1), learn(4)
	for k := range one {
		if !slices.Equal(one[k], four[k]) {
			t.Fatalf("word %d differs", k)
		}
	}
}

// Fewer different descriptors than words: no NaN, and each has its word.
func TestDuplicates(t *testing.T) {
	data := make([]float64, 0, 200)
	for i := range 100 {
		data = append(data, float64(i%3), 1)
	}
	x := matrix(t, 2, data)
	book, err := Learn(t.Context(), x, Options{Words: 10})
	if err != nil {
		t.Fatal(err)
	}
	s, err := book.assign(t.Context(), x)
	if err != nil || s.error > 1e-20 {
		t.Errorf("error %g, %v", s.error, err)
	}
	for _, row := range book.Centres() {
		for _, v := range row {
			if math.IsNaN(v) {
				t.Fatal("NaN")
			}
		}
	}
}

// A word that loses all its descriptors moves to where some are far from theirs.
func TestEmptyWordsMove(t *testing.T) {
	x := matrix(t, 1, []float64{0, 0.1, 10, 10.1, 20, 20.1})
	book, err := New([][]float64{{0}, {500}, {15}})
	if err != nil {
		t.Fatal(err)
	}
	s, err := book.assign(t.Context(), x)
	if err != nil || !s.lacks() {
		t.Fatalf("%+v, %v", s, err)
	}
	next, err := s.centres(t.Context(), x, book)
	if err != nil || next.At(1, 0) != 20.1 {
		t.Errorf("the word without descriptors is at %g, %v", next.At(1, 0), err)
	}
}

func TestBookIsKept(t *testing.T) {
	data, _ := clusters(500, 5, 3, 1, 9)
	x := matrix(t, 3, data)
	book, err := Learn(t.Context(), x, Options{Words: 5})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(book)
	if err != nil {
		t.Fatal(err)
	}
	var back Book
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	counts, err := book.Counts(t.Context(), x)
	again, errAgain := back.Counts(t.Context(), x)
	if err != nil || errAgain != nil || !slices.Equal(counts, again) {
		t.Errorf("counts %v and %v", counts, again)
	}
}

func TestErrors(t *testing.T) {
	x := matrix(t, 2, []float64{1, 2, 3, 4})
	_, err := Learn(t.Context(), x, Options{Words: 3})
	wantError(t, err, "2 descriptors, but 3 words")
	_, err = Learn(t.Context(), x, Options{})
	wantError(t, err, "0 words")
	_, err = Learn(t.Context(), matrix(t, 1, []float64{1, math.NaN(), 2}), Options{Words: 2})
	wantError(t, err, "not finite")
	book, err := New([][]float64{{1}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = book.Words(t.Context(), x)
	wantError(t, err, "other settings")
	for _, text := range []string{`{}`, `{"format":"suffice-words/1"}`, `{"format":"suffice-words/1","words":[[1],[1,2]]}`, `[]`} {
		if json.Unmarshal([]byte(text), new(Book)) == nil {
			t.Errorf("%s is taken for a codebook", text)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Learn(ctx, x, Options{Words: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func wantError(t *testing.T, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, want %q in it", err, part)
	}
}

func FuzzBook(f *testing.F) {
	f.Add([]byte(`{"format":"suffice-words/1","words":[[1,2],[3,4]]}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		var b Book
		if json.Unmarshal(text, &b) == nil && (b.Len() < 1 || b.Width() < 1) {
			panic("an empty book")
		}
	})
}

// Photographs as they are: 250,000 descriptors of 64 values, 500 words.
func BenchmarkIteration(b *testing.B) {
	const n, width = 250_000, 64
	random := rand.New(rand.NewPCG(1, 1))
	data := make([]float64, n*width)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x := matrix(b, width, data)
	book, err := Learn(context.Background(), x, Options{Words: 500, Iterations: 1})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := book.assign(context.Background(), x); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(2*n*width*500*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func ExampleLearn() {
	x, _ := rows.FromSlices([][]float64{{0, 0}, {0, 1}, {9, 9}, {9, 8}, {0, .5}})
	book, err := Learn(context.Background(), x, Options{Words: 2, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	words, _ := book.Words(context.Background(), x)
	fmt.Println(words[0] == words[1], words[2] == words[3], words[0] == words[2])
	// Output: true true false
}

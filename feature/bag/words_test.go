package bag

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// bagOfPictures is a small bag with words that can be saved.
func bagOfPictures(t testing.TB) (dir string, made *Bag) {
	files := map[string][]byte{}
	for i := range 4 {
		files[fmt.Sprintf("%d.png", i)] = encoded(t, spots(80, 20, uint64(i)), "png")
	}
	dir = put(t, files)
	return dir, mustMake(t, dir, Images{Side: 64, Upright: true}, Options{Words: 6, Seed: 5})
}

func saved(t testing.TB, w *Words) []byte {
	var out bytes.Buffer
	w.Weighting = TFIDF
	if err := w.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Words that were saved give the same files the same counts, with the same settings.
func TestWordsAreKept(t *testing.T) {
	dir, made := bagOfPictures(t)
	words, err := ReadWords(bytes.NewReader(saved(t, made.Words)), "w.json")
	if err != nil {
		t.Fatal(err)
	}
	if words.Settings() != (Images{Side: 64, Threshold: DefaultThreshold, Upright: true}) || words.Seed() != 5 || words.Weighting != TFIDF {
		t.Errorf("settings %+v, seed %d, weighting %s", words.Settings(), words.Seed(), words.Weighting)
	}
	again, err := Make(t.Context(), dir, made.Files[1:3], words.Settings(), Options{Known: words})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Counts, made.Counts[1:3]) {
		t.Error("the counts differ")
	}
	for _, weighting := range []Weighting{RawCounts, SquareRoots, Frequencies, TFIDF} {
		one, two := make([]float64, 6), make([]float64, 6)
		made.Words.weigh(one, made.Counts[1], weighting)
		words.weigh(two, again.Counts[0], weighting)
		if !slices.Equal(one, two) {
			t.Errorf("%s: %v and %v", weighting, one, two)
		}
	}
	if again.LearntFrom != 0 {
		t.Error("learnt although the words were known")
	}
}

func TestWeights(t *testing.T) {
	w := &Words{files: 9, documents: []int{9, 4, 0}}
	for weighting, want := range map[Weighting][]float64{
		RawCounts:   {6, 2, 0},
		SquareRoots: {math.Sqrt(6), math.Sqrt(2), 0},
		Frequencies: {.75, .25, 0},
		TFIDF:       {.75, .25 * (1 + math.Log(2)), 0},
	} {
		got := make([]float64, 3)
		w.weigh(got, []float64{6, 2, 0}, weighting)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", weighting, got, want)
		}
		w.weigh(got, []float64{0, 0, 0}, weighting)
		if !slices.Equal(got, []float64{0, 0, 0}) {
			t.Errorf("%s of nothing: %v", weighting, got)
		}
	}
}

func TestBadWords(t *testing.T) {
	_, made := bagOfPictures(t)
	good := string(saved(t, made.Words))
	for _, test := range []struct{ old, new, want string }{
		{"{", "", "not words"},
		{"suffice-features/1", "suffice-features/9", `"suffice-features/9"`},
		{`"kind":"images"`, `"kind":"smells"`, `"smells"`},
		{`"kind":"images"`, `"kind":"audio"`, "settings"},
		{`"side"`, `"depth"`, "depth"},
		{`"side":64`, `"side":-3`, "-3 pixels"},
		{`"files":4`, `"files":1`, "of 1 files"},
		{`"documents":[`, `"documents":[1,`, "not complete"},
		{`"weighting":"tfidf"`, `"weighting":"heavy"`, "heavy"},
	} {
		_, err := ReadWords(strings.NewReader(strings.Replace(good, test.old, test.new, 1)), "w.json")
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "w.json: ") {
			t.Errorf("%s for %s: error %v, want %q in it", test.new, test.old, err, test.want)
		}
	}
}

// Whatever stands in a file of words, it is either refused or can be used.
func FuzzReadWords(f *testing.F) {
	_, made := bagOfPictures(f)
	f.Add(saved(f, made.Words))
	f.Add([]byte(`{"format":"suffice-features/1","kind":"audio","settings":{"coefficients":3},"weighting":"counts","files":1,"documents":[1],"book":{"format":"suffice-words/1","words":[[1,2]]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		words, err := ReadWords(bytes.NewReader(data), "w")
		if err != nil {
			return
		}
		counts, err := words.counts(context.Background(), make([]float32, words.book.Width()))
		if err != nil || len(counts) != words.Len() {
			t.Fatal(err)
		}
		words.weigh(counts, counts, TFIDF)
	})
}

// Whatever stands in an entry of the cache, it is either refused or whole.
func FuzzEntry(f *testing.F) {
	var made [32]byte
	f.Add(encodeEntry(Descriptors{Values: []float32{1, 2}, Warning: "w"}, made))
	f.Add([]byte(cacheMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, ok := decodeEntry(data, made, 2)
		if ok && (len(d.Values)%2 != 0 || !bytes.Equal(encodeEntry(d, made), data)) {
			t.Fatal("read something else than was written")
		}
		d = Descriptors{Values: []float32{float32(len(data)), 1}, Warning: string(data)}
		if back, ok := decodeEntry(encodeEntry(d, made), made, 2); !ok || !reflect.DeepEqual(back, d) {
			t.Fatal("an entry does not read back")
		}
	})
}

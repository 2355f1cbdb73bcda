package bag

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// pairs describes a file by its bytes, two a descriptor. It counts what it is asked.
type pairs struct {
	Scale float32 `json:"scale"`
	calls *atomic.Int64
	hook  func(calls int64)
}

func newPairs() pairs { return pairs{Scale: 1, calls: &atomic.Int64{}} }

func (pairs) Kind() string                    { return "images" }
func (pairs) Endings() []string               { return []string{".txt"} }
func (p pairs) Completed() (Settings, error)  { return p, nil }
func (p pairs) Describer() (Describer, error) { return p, nil }
func (pairs) Width() int                      { return 2 }

func (p pairs) Describe(path string) (Descriptors, error) {
	calls := p.calls.Add(1)
	if p.hook != nil {
		p.hook(calls)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Descriptors{}, err
	}
	if bytes.HasPrefix(data, []byte("bad")) {
		return Descriptors{}, errors.New("this is\nbad")
	}
	var d Descriptors
	if bytes.HasPrefix(data, []byte("cut")) {
		d.Warning = "cut short"
	}
	for _, c := range data[:len(data)/2*2] {
		d.Values = append(d.Values, p.Scale*float32(c))
	}
	return d, nil
}

// texts are n files of letters.
func texts(n int) map[string][]byte {
	files := map[string][]byte{}
	for i := range n {
		var text []byte
		for j := range 20 + 7*i {
			text = append(text, byte('A'+(i*j*j+3*j)%50))
		}
		files[fmt.Sprintf("%c/%02d.txt", 'a'+i%2, i)] = text
	}
	return files
}

func list(t testing.TB, dir string, s Settings) []string {
	t.Helper()
	files, err := List(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func mustMake(t testing.TB, dir string, s Settings, o Options) *Bag {
	t.Helper()
	made, err := Make(t.Context(), dir, list(t, dir, s), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func wantSame(t *testing.T, what string, got, want *Bag) {
	t.Helper()
	if !slices.Equal(got.Files, want.Files) || !reflect.DeepEqual(got.Counts, want.Counts) ||
		!reflect.DeepEqual(got.Words.book.Centres(), want.Words.book.Centres()) || !reflect.DeepEqual(got.Problems, want.Problems) {
		t.Errorf("%s: the bag differs", what)
	}
}

// The counts are those of the nearest centre of each descriptor, as a plain loop finds it.
func TestCountsAgainstTheDefinition(t *testing.T) {
	dir := put(t, texts(9))
	made := mustMake(t, dir, newPairs(), Options{Words: 5, Seed: 2})
	centres := made.Words.book.Centres()
	for i, name := range made.Files {
		d, err := newPairs().Describe(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want := make([]float64, 5)
		for ; len(d.Values) > 0; d.Values = d.Values[2:] {
			best, at := math.Inf(1), 0
			for k, c := range centres {
				if far := math.Hypot(float64(d.Values[0])-c[0], float64(d.Values[1])-c[1]); far < best {
					best, at = far, k
				}
			}
			want[at]++
		}
		if !slices.Equal(made.Counts[i], want) {
			t.Errorf("%s: %v, want %v", name, made.Counts[i], want)
		}
	}
}

// Threads, the cache, and how much is held in memory change nothing.
func TestNothingButTheFilesMatters(t *testing.T) {
	files := map[string][]byte{}
	for i := range 6 {
		files[fmt.Sprintf("%d.png", i)] = encoded(t, spots(96, 30, uint64(i)), "png")
	}
	dir, cache := put(t, files), t.TempDir()
	options := Options{Words: 8, Seed: 1}
	want := mustMake(t, dir, Images{}, options)
	if want.Descriptors < 60 || want.LearntFrom != want.Descriptors {
		t.Fatalf("%d descriptors, learnt from %d", want.Descriptors, want.LearntFrom)
	}
	for _, threads := range []int{1, 2, 5} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		wantSame(t, fmt.Sprintf("%d threads", threads), mustMake(t, dir, Images{}, options), want)
		small := options
		small.held = 4000
		wantSame(t, "little memory", mustMake(t, dir, Images{}, small), want)
		small.Cache = cache
		wantSame(t, "little memory and a cache", mustMake(t, dir, Images{}, small), want)
	}
}

// Learning takes the same share of each file where there are too many descriptors.
func TestLearnsFromASample(t *testing.T) {
	dir := put(t, texts(10))
	options := Options{Words: 4, Seed: 3, LearnFrom: 200}
	made := mustMake(t, dir, newPairs(), options)
	want := 0
	for i := range 10 {
		want += min(20, (20+7*i)/2)
	}
	if made.LearntFrom != want || made.Descriptors <= want {
		t.Errorf("learnt from %d of %d, want %d", made.LearntFrom, made.Descriptors, want)
	}
	wantSame(t, "again", mustMake(t, dir, newPairs(), options), made)
	options.Seed = 4
	if other := mustMake(t, dir, newPairs(), options); reflect.DeepEqual(other.Words.book.Centres(), made.Words.book.Centres()) {
		t.Error("the seed does not matter")
	}
}

// A run that is interrupted goes on where it stopped.
func TestResume(t *testing.T) {
	dir, cache := put(t, texts(12)), t.TempDir()
	want := mustMake(t, dir, newPairs(), Options{Words: 3})
	ctx, cancel := context.WithCancel(t.Context())
	first := newPairs()
	first.hook = func(calls int64) {
		if calls == 5 {
			cancel()
		}
	}
	options := Options{Words: 3, Cache: cache}
	if _, err := Make(ctx, dir, list(t, dir, first), first, options); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	second := newPairs()
	made := mustMake(t, dir, second, options)
	wantSame(t, "resumed", made, want)
	if first.calls.Load()+second.calls.Load() != 12 || made.FromCache != int(first.calls.Load()) {
		t.Errorf("%d files described at first, then %d of 12, %d from the cache", first.calls.Load(), second.calls.Load(), made.FromCache)
	}
}

// Entries that cannot be trusted are made again.
func TestDamagedCache(t *testing.T) {
	files := texts(6)
	files["a/00.txt"] = append([]byte("cut"), files["a/00.txt"]...)
	dir, cache := put(t, files), t.TempDir()
	options := Options{Words: 3, Cache: cache}
	want := mustMake(t, dir, newPairs(), options)
	entries, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(entries) != 6 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	whole := make([][]byte, len(entries))
	for k, entry := range entries {
		if whole[k], err = os.ReadFile(entry); err != nil {
			t.Fatal(err)
		}
	}
	for what, damage := range map[string]func(k int) []byte{
		"empty":     func(int) []byte { return nil },
		"cut":       func(k int) []byte { return whole[k][:len(whole[k])-9] },
		"longer":    func(k int) []byte { return append(slices.Clone(whole[k]), 0) },
		"flipped":   func(k int) []byte { b := slices.Clone(whole[k]); b[len(b)/2] ^= 4; return b },
		"exchanged": func(k int) []byte { return whole[(k+1)%len(whole)] },
	} {
		for k, entry := range entries {
			if err := os.WriteFile(entry, damage(k), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		again := newPairs()
		made := mustMake(t, dir, again, options)
		wantSame(t, what, made, want)
		if again.calls.Load() != 6 || made.FromCache != 0 {
			t.Errorf("%s: %d of 6 files made again", what, again.calls.Load())
		}
		whole := newPairs()
		wantSame(t, what+" mended", mustMake(t, dir, whole, options), want)
		if whole.calls.Load() != 0 {
			t.Errorf("%s: the cache was not mended", what)
		}
	}
}

// An entry belongs to a file as it was, and to the settings.
func TestCacheOfOtherFilesAndSettings(t *testing.T) {
	dir, cache := put(t, texts(4)), t.TempDir()
	options := Options{Words: 3, Cache: cache}
	mustMake(t, dir, newPairs(), options)
	path := filepath.Join(dir, "a", "00.txt")
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	touched := newPairs()
	mustMake(t, dir, touched, options)
	other := newPairs()
	other.Scale = 2
	mustMake(t, dir, other, options)
	back := newPairs()
	mustMake(t, dir, back, options)
	if touched.calls.Load() != 1 || other.calls.Load() != 4 || back.calls.Load() != 0 {
		t.Errorf("described %d, %d and %d files, want 1, 4 and 0", touched.calls.Load(), other.calls.Load(), back.calls.Load())
	}
}

func TestBadFiles(t *testing.T) {
	files := texts(5)
	files["a/00.txt"] = []byte("bad")
	files["b/03.txt"] = []byte("bad too")
	files["b/01.txt"] = []byte("")
	files["a/02.txt"] = append([]byte("cut"), files["a/02.txt"]...)
	dir := put(t, files)
	made := mustMake(t, dir, newPairs(), Options{Words: 3})
	want := []Problem{
		{"a/00.txt", "this is bad", true},
		{"a/02.txt", "cut short", false},
		{"b/01.txt", "there is nothing in it to describe; all its words are 0", false},
		{"b/03.txt", "this is bad", true},
	}
	if !reflect.DeepEqual(made.Problems, want) {
		t.Errorf("problems %+v", made.Problems)
	}
	if !slices.Equal(made.Files, []string{"a/02.txt", "a/04.txt", "b/01.txt"}) || !slices.Equal(made.At, []int{1, 2, 3}) {
		t.Errorf("files %q at %v", made.Files, made.At)
	}
	if !slices.Equal(made.Counts[2], []float64{0, 0, 0}) {
		t.Errorf("an empty file has %v", made.Counts[2])
	}
	for range 5 { // whatever the order in which they are met
		_, err := Make(t.Context(), dir, list(t, dir, newPairs()), newPairs(), Options{Words: 3, Strict: true})
		if err == nil || !strings.Contains(err.Error(), filepath.Join(dir, "a", "00.txt")+": this is") {
			t.Errorf("strict: %v", err)
		}
	}
	_, err := Make(t.Context(), dir, []string{"a/02.txt"}, newPairs(), Options{Words: 3, Strict: true})
	if err == nil || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("strict, cut: %v", err)
	}
	_, err = Make(t.Context(), dir, []string{"a/00.txt", "none.txt"}, newPairs(), Options{Words: 3})
	if err == nil || !strings.Contains(err.Error(), "this is") {
		t.Errorf("none can be used: %v", err)
	}
}

func TestProgressIsTold(t *testing.T) {
	dir := put(t, texts(5))
	stages := map[string]int{}
	last := Progress{}
	mustMake(t, dir, newPairs(), Options{Words: 3, Progress: func(p Progress) {
		if p.Stage == last.Stage && p.Done != last.Done+1 {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
		stages[p.Stage]++
	}})
	if stages["describing"] != 5 || stages["counting"] != 5 || stages["learning"] < 1 {
		t.Errorf("told %v", stages)
	}
}

package bag

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"suffice/feature/codebook"
	"suffice/internal/memory"
)

// Words are words that were learnt, with the settings that files must be described with,
// and in how many of the files each word was.
type Words struct {
	settings  Settings
	book      *codebook.Book
	seed      uint64
	files     int   // that the words were learnt from
	documents []int // of these, those in which each word occurs

	Weighting Weighting // of the table that they were made for
}

// Len is the number of words.
func (w *Words) Len() int { return w.book.Len() }

// Settings tell how the files were described.
func (w *Words) Settings() Settings { return w.settings }

// Seed is that of the learning.
func (w *Words) Seed() uint64 { return w.seed }

// counts counts the words of a file.
func (w *Words) counts(ctx context.Context, values []float32) ([]float64, error) {
	if len(values) == 0 {
		return make([]float64, w.Len()), nil
	}
	x := newStore(w.book.Width())
	x.add(values)
	return w.book.Counts(ctx, x)
}

// Weighting is what a table has in place of counts.
type Weighting string

// The weightings there are.
const (
	RawCounts   Weighting = "counts"    // n, how often the word occurs in the file
	SquareRoots Weighting = "sqrt"      // √n, which keeps frequent words from drowning others
	Frequencies Weighting = "frequency" // n / all words of the file
	TFIDF       Weighting = "tfidf"     // frequency times 1 + ln((1 + files) / (1 + files with the word))
)

// Weightings names them.
func Weightings() []string {
	return []string{string(RawCounts), string(SquareRoots), string(Frequencies), string(TFIDF)}
}

// Check returns an error that names the weightings there are where w is none.
func (w Weighting) Check() error {
	if slices.Contains(Weightings(), string(w)) {
		return nil
	}
	return fmt.Errorf("there is no weighting %q; choose one of %s", string(w), strings.Join(Weightings(), ", "))
}

// weigh sets dst to the weights of a file's counts.
func (w *Words) weigh(dst, counts []float64, weighting Weighting) {
	var all float64
	for _, n := range counts {
		all += n
	}
	all = max(1, all)
	for k, n := range counts {
		switch weighting {
		case SquareRoots:
			dst[k] = math.Sqrt(n)
		case Frequencies:
			dst[k] = n / all
		case TFIDF:
			dst[k] = n / all * (1 + math.Log(float64(1+w.files)/float64(1+w.documents[k])))
		default:
			dst[k] = n
		}
	}
}

// wordsFormat is the first entry of a file of words.
const wordsFormat = "suffice-features/1"

// wordsFile is the file form of Words.
type wordsFile struct {
	Format    string          `json:"format"`
	Kind      string          `json:"kind"`
	Settings  json.RawMessage `json:"settings"`
	Weighting Weighting       `json:"weighting"`
	Seed      uint64          `json:"seed"`
	Files     int             `json:"files"`
	Documents []int           `json:"documents"` // files in which each word occurs
	Book      *codebook.Book  `json:"book"`
}

// Write writes the words as JSON.
func (w *Words) Write(out io.Writer) error {
	settings, err := json.Marshal(w.settings)
	if err != nil {
		return err
	}
	data, err := json.Marshal(wordsFile{
		wordsFormat, w.settings.Kind(), settings, w.Weighting, w.seed, w.files, w.documents, w.book,
	})
	if err != nil {
		return err
	}
	_, err = out.Write(append(data, '\n'))
	return err
}

// ReadWords reads words that Write wrote. Messages call them by name.
func ReadWords(in io.Reader, name string) (*Words, error) {
	data, err := readObject(in)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, plainly(err))
	}
	words, err := parseWords(data)
	if err != nil {
		return nil, problemf("%s: %v; it must be a file that %s wrote", name, err, saveWords)
	}
	return words, nil
}

// mostWordBytes is more than a million words take.
const mostWordBytes = 1 << 30

// readObject reads what begins as an object does, and of anything else the beginning, so that
// a device or a table in the place of words is not read to its end.
func readObject(in io.Reader) ([]byte, error) {
	start := make([]byte, 64)
	n, err := io.ReadFull(in, start)
	start = start[:n]
	if err != nil || !bytes.HasPrefix(bytes.TrimSpace(start), []byte("{")) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = nil
		}
		return start, err
	}
	most := int64(mostWordBytes)
	if all := memory.Machine(); all > 0 {
		most = min(most, all/8)
	}
	rest, err := io.ReadAll(io.LimitReader(in, most))
	if err == nil && int64(len(rest)) == most {
		err = errors.New("the file is too long for words")
	}
	return append(start, rest...), err
}

func parseWords(data []byte) (*Words, error) {
	var f wordsFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("these are not words: %w", err)
	}
	switch {
	case f.Format != wordsFormat:
		return nil, fmt.Errorf("the format is %q, but this version reads %q", f.Format, wordsFormat)
	case f.Book == nil || len(f.Documents) != f.Book.Len():
		return nil, errors.New("the words are not complete")
	}
	if err := f.Weighting.Check(); err != nil {
		return nil, err
	}
	for _, n := range f.Documents {
		if n < 0 || n > f.Files {
			return nil, fmt.Errorf("a word is in %d of %d files", n, f.Files)
		}
	}
	settings, err := settingsOf(f.Kind, f.Settings)
	if err != nil {
		return nil, err
	}
	describer, err := settings.Describer()
	if err != nil {
		return nil, err
	}
	if describer.Width() != f.Book.Width() {
		return nil, fmt.Errorf("the words have %d numbers, but the settings make %d", f.Book.Width(), describer.Width())
	}
	return &Words{settings, f.Book, f.Seed, f.Files, f.Documents, f.Weighting}, nil
}

// settingsOf reads the settings of a kind.
func settingsOf(kind string, data []byte) (Settings, error) {
	settings, ok := map[string]Settings{"images": new(Images), "audio": new(Sounds)}[kind]
	if !ok {
		return nil, fmt.Errorf("there are no words of %q", kind)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields() // a setting of a later version would be lost
	if err := decoder.Decode(settings); err != nil {
		return nil, fmt.Errorf("the settings: %w", err)
	}
	return settings.Completed()
}

package bag

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"time"

	"suffice/feature/codebook"
	"suffice/internal/linalg"
)

// making is a bag on its way.
type making struct {
	Options
	dir       string
	files     []string
	settings  Settings
	describer Describer
	cache     *cache
	words     *Words

	described []described // a file each
	heldNow   atomic.Int64
	bagged    Bag
}

// described is what is known of a file.
type described struct {
	held    []float32 // nil where they are not
	sample  []float32 // to learn from; part of held, or a copy
	rows    int       // descriptors
	counts  []float64
	warning string
	failed  error
	cached  bool
}

func newMaking(dir string, files []string, settings Settings, o Options) (*making, error) {
	settings, err := settings.Completed()
	if err != nil {
		return nil, err
	}
	describer, err := settings.Describer()
	if err != nil {
		return nil, err
	}
	if o.Known == nil && o.Words < 1 {
		return nil, fmt.Errorf("%d words; there must be at least 1", o.Words)
	}
	o.LearnFrom = cmp.Or(o.LearnFrom, DefaultLearnFrom)
	o.held = cmp.Or(o.held, heldBytes)
	m := &making{
		Options: o, dir: dir, files: files, settings: settings, describer: describer,
		words: o.Known, described: make([]described, len(files)),
	}
	if o.Cache != "" {
		m.cache, err = openCache(o.Cache, settings, describer.Width())
	}
	return m, err
}

// describe describes all files, and counts their words where these are known.
func (m *making) describe(ctx context.Context) error {
	return m.each(ctx, "describing", func(i int) error {
		f := &m.described[i]
		values, err := m.descriptors(i)
		if errors.Is(err, errCache) {
			return err
		}
		if err == nil && m.Strict && f.warning != "" {
			err = errors.New(f.warning)
		}
		if err != nil {
			f.failed = err
			if m.Strict {
				return fmt.Errorf("%s: %w", m.path(i), err)
			}
			return nil
		}
		f.rows = len(values) / m.describer.Width()
		if m.words != nil {
			f.counts, err = m.words.counts(ctx, values)
			return err
		}
		f.sample = m.sampled(i, values)
		if size := int64(4 * len(values)); m.heldNow.Add(size) <= m.held {
			f.held = values
		} else {
			m.heldNow.Add(-size) // so that smaller ones may still be
			f.sample = append([]float32(nil), f.sample...)
		}
		return nil
	})
}

// descriptors are those of file i, from the cache where it has them.
func (m *making) descriptors(i int) ([]float32, error) {
	f := &m.described[i]
	var name string
	var from [sha256.Size]byte // before the file is read, since it may change meanwhile
	if m.cache != nil {
		var err error
		if name, from, err = m.cache.entry(m.path(i)); err != nil {
			return nil, plainly(err)
		}
		if found, ok := m.cache.get(name, from); ok {
			f.cached, f.warning = true, found.Warning
			return found.Values, nil
		}
	}
	made, err := m.describer.Describe(m.path(i))
	if err != nil {
		return nil, plainly(err)
	}
	f.warning = made.Warning
	if m.cache != nil {
		err = m.cache.put(name, from, made)
	}
	return made.Values, err
}

// learn learns the words from the samples of all files.
func (m *making) learn(ctx context.Context) error {
	samples := newStore(m.describer.Width())
	for i := range m.described {
		samples.add(m.described[i].sample)
	}
	if samples.Len() == 0 {
		return fmt.Errorf("no descriptors in %d files, so there is nothing to make words of%s", len(m.files), m.firstReason())
	}
	most := cmp.Or(m.Iterations, codebook.DefaultIterations)
	book, err := codebook.Learn(ctx, samples, codebook.Options{
		Words: m.Words, Iterations: most, Seed: m.Seed,
		Progress: func(done int, _ float64) {
			m.bagged.Iterations = done
			m.tell(Progress{Stage: "learning", Done: done, All: most})
		},
	})
	if err != nil {
		return err
	}
	m.bagged.LearntFrom = samples.Len()
	m.words = &Words{settings: m.settings, book: book, seed: m.Seed}
	for i := range m.described {
		m.described[i].sample = nil
	}
	return nil
}

// firstReason says why the first file that failed did.
func (m *making) firstReason() string {
	for i := range m.described {
		if err := m.described[i].failed; err != nil {
			return fmt.Sprintf(": %s: %v", m.path(i), err)
		}
	}
	return ""
}

// count counts the words of each file, and in how many files each of them is.
func (m *making) count(ctx context.Context) error {
	err := m.each(ctx, "counting", func(i int) error {
		f := &m.described[i]
		if f.failed != nil {
			return nil //nolint:nilerr // it has its message already
		}
		var err error
		values := f.held
		if values == nil && f.rows > 0 {
			cached := f.cached
			values, err = m.descriptors(i)
			f.cached = cached // what this run put there does not count
		}
		if errors.Is(err, errCache) {
			return err
		}
		if err != nil || len(values) != f.rows*m.describer.Width() {
			return fmt.Errorf("%s changed while it was being used; run the command again", m.path(i))
		}
		f.counts, err = m.words.counts(ctx, values)
		f.held = nil
		return err
	})
	if err != nil {
		return err
	}
	m.words.files, m.words.documents = m.documents()
	return nil
}

// documents counts the files, and those in which each word is.
func (m *making) documents() (files int, documents []int) {
	documents = make([]int, m.words.Len())
	for i := range m.described {
		if m.described[i].failed != nil {
			continue
		}
		files++
		for k, n := range m.described[i].counts {
			if n > 0 {
				documents[k]++
			}
		}
	}
	return files, documents
}

// bag is the result.
func (m *making) bag() (*Bag, error) {
	b := &m.bagged
	b.Words = m.words
	for i, name := range m.files {
		f := &m.described[i]
		switch {
		case f.failed != nil:
			b.Problems = append(b.Problems, Problem{name, oneLine(f.failed), true})
			continue
		case f.warning != "":
			b.Problems = append(b.Problems, Problem{name, f.warning, false})
		}
		if f.rows == 0 {
			b.Problems = append(b.Problems, Problem{name, "there is nothing in it to describe; all its words are 0", false})
		}
		if f.cached {
			b.FromCache++
		}
		b.Files, b.At = append(b.Files, name), append(b.At, i)
		b.Counts = append(b.Counts, f.counts)
		b.Descriptors += f.rows
	}
	if len(b.Files) == 0 {
		return nil, fmt.Errorf("none of %d files can be used%s", len(m.files), m.firstReason())
	}
	return b, nil
}

// path is where file i is.
func (m *making) path(i int) string { return filepath.Join(m.dir, filepath.FromSlash(m.files[i])) }

// each calls work for every file, several at a time, until there is an error: that of
// the first file in order, since files are begun in order.
func (m *making) each(ctx context.Context, stage string, work func(i int) error) error {
	errs := make([]error, len(m.files))
	var stop atomic.Bool
	clock := m.startClock(stage)
	linalg.Parallel(len(m.files), 1, func(i, _ int) {
		if stop.Load() || ctx.Err() != nil {
			return
		}
		begun := time.Now()
		if errs[i] = work(i); errs[i] != nil {
			stop.Store(true)
		}
		clock.done(i, time.Since(begun))
	})
	return cmp.Or(ctx.Err(), cmp.Or(errs...))
}

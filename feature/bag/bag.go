// Package bag makes a table of files: each photograph or sound becomes a row of counts
// of words, whatever its size. Files become descriptors (packages surf and mfcc), all
// descriptors together become words (package codebook), and a row counts the words of
// one file.
//
//	files  ->  descriptors, kept in a cache  ->  words  ->  counts  ->  a table with labels
//
// Files are worked on side by side. The result depends on the files, their sorted names,
// the settings and the seed, and not on the number of cores or on what the cache held.
//
// See docs/features.md. Reference: Sivic and Zisserman, "Video Google: a text retrieval
// approach to object matching in videos" (2003).
package bag

import (
	"context"
	"errors"
	"time"
)

// Settings tell how files of one kind are described. They are saved with the words, and
// descriptors in a cache belong to them: so they are plain values that JSON can hold.
type Settings interface {
	Kind() string                  // "images" or "audio"
	Endings() []string             // of the names of such files, such as ".jpg"
	Describer() (Describer, error) // with an error where the settings make no sense
	Completed() (Settings, error)  // with defaults in place of zeros
}

// Describer describes files. Several goroutines may use it at once.
type Describer interface {
	Width() int // numbers of a descriptor
	Describe(path string) (Descriptors, error)
}

// Descriptors are those of a file, Width numbers each.
type Descriptors struct {
	Values  []float32
	Warning string // what is wrong with the file although it could be used, or ""
}

// Options tell how to make a bag.
type Options struct {
	Words      int    // to learn, where Known is nil
	Known      *Words // count these instead of learning
	Seed       uint64
	Iterations int    // of learning, at most; 0 means those of package codebook
	LearnFrom  int    // descriptors at most; 0 means DefaultLearnFrom
	Cache      string // directory that keeps descriptors; "" for none
	Strict     bool   // a file that cannot be read, or only in part, is an error

	Progress func(Progress) // called by one goroutine at a time; may be nil

	held int64 // bytes of descriptors kept in memory; 0 means heldBytes
}

// DefaultLearnFrom is from how many descriptors words are learnt at most. Those of 64
// numbers take 256 MiB.
const DefaultLearnFrom = 1 << 20

// heldBytes of descriptors stay in memory until they are counted; those of more files
// are read from the cache or made again.
const heldBytes = 1 << 30

// Progress is how far the work is.
type Progress struct {
	Stage     string        // describing, learning or counting
	Done, All int           // files, or iterations
	Left      time.Duration // 0 where it is not known
}

// Bag is what files have become.
type Bag struct {
	Files    []string    // those with a row, by their place in the list
	At       []int       // their positions in the list that was given
	Counts   [][]float64 // of each word, a row a file
	Words    *Words
	Problems []Problem // with files, in their order

	Descriptors int // of all files
	LearntFrom  int // descriptors; 0 where the words were known
	Iterations  int
	FromCache   int // files whose descriptors were in the cache
}

// Problem is what is wrong with a file.
type Problem struct {
	File    string
	Reason  string
	Skipped bool // it has no row
}

// Make makes a bag of files, which are named relative to dir with slashes.
func Make(ctx context.Context, dir string, files []string, settings Settings, o Options) (*Bag, error) {
	if len(files) == 0 {
		return nil, errors.New("there are no files to describe")
	}
	m, err := newMaking(dir, files, settings, o)
	if err != nil {
		return nil, err
	}
	if err := m.describe(ctx); err != nil {
		return nil, err
	}
	if o.Known == nil {
		if err := m.learn(ctx); err != nil {
			return nil, err
		}
		if err := m.count(ctx); err != nil {
			return nil, err
		}
	}
	return m.bag()
}

package bag

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// List finds the files of a kind in a directory and those in it, by their endings, and
// returns their names relative to it, with slashes, in order. Names that begin with a
// point are left out.
func List(dir string, settings Settings) ([]string, error) {
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no directory %s; check the name", dir)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", dir, plainly(err))
	case !info.IsDir():
		return nil, fmt.Errorf("%s is a file; name the directory that holds the files", dir)
	}
	var files []string
	others := 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		switch hidden := name != "." && strings.HasPrefix(entry.Name(), "."); {
		case err != nil:
			return fmt.Errorf("cannot read %s in %s: %w", name, dir, plainly(err))
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
		case hasEnding(name, settings.Endings()) && !isDevice(dir, name, entry):
			files = append(files, name)
		default:
			others++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s holds no file that ends in %s%s", dir, strings.Join(settings.Endings(), ", "), besides(others))
	}
	slices.Sort(files)
	return files, nil
}

// isDevice reports whether a name is a pipe, a socket or a device, or a link to one: to read
// it could take for ever.
func isDevice(dir, name string, entry fs.DirEntry) bool {
	mode := entry.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return false // reading it tells what is wrong
		}
		mode = info.Mode()
	}
	return mode&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeCharDevice|fs.ModeIrregular) != 0
}

func besides(others int) string {
	if others == 0 {
		return ""
	}
	return fmt.Sprintf(", but %d that end otherwise", others)
}

func hasEnding(name string, endings []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// finder finds files by names that a table has for them. Tables write the same file in
// many ways: relative to the directory or to the one above it, with other directories in
// front or with none, without the ending .gz, without any ending.
type finder struct {
	dir  string // absolute, with slashes
	ways []map[string]int
}

// many is what a name stands for that several files have.
const many = -2

// ways to shorten a name, the most exact first. A column is read in one way: the first
// of those that find the most files. To choose for each cell would let a label of another
// directory's 1.jpg go to ours.
var ways = []func(name string) string{
	func(name string) string { return name },
	withoutGzip,
	withoutEnding,
	path.Base,
	func(name string) string { return withoutGzip(path.Base(name)) },
	func(name string) string { return withoutEnding(path.Base(name)) },
}

func withoutGzip(name string) string {
	if strings.EqualFold(path.Ext(name), ".gz") {
		return name[:len(name)-3]
	}
	return name
}

func withoutEnding(name string) string {
	name = withoutGzip(name)
	return strings.TrimSuffix(name, path.Ext(name))
}

func newFinder(dir string, files []string) *finder {
	f := &finder{}
	if whole, err := filepath.Abs(dir); err == nil {
		f.dir = filepath.ToSlash(whole)
	}
	for _, shorten := range ways {
		known := map[string]int{}
		for i, name := range files {
			key := shorten(name)
			if _, taken := known[key]; taken {
				i = many
			}
			known[key] = i
		}
		f.ways = append(f.ways, known)
	}
	return f
}

// find returns the file that a cell names in one of the ways, or -1.
func (f *finder) find(cell string, way int) int {
	name := path.Clean(strings.ReplaceAll(cell, `\`, "/"))
	name = strings.TrimPrefix(name, f.dir+"/")
	if at, ok := f.ways[way][ways[way](name)]; ok {
		return max(at, -1)
	}
	if inside, ok := strings.CutPrefix(name, path.Base(f.dir)+"/"); ok {
		if at, ok := f.ways[way][ways[way](inside)]; ok {
			return max(at, -1)
		}
	}
	return -1
}

// match finds the files of all cells, in the way that finds the most, and returns how
// many files that are.
func (f *finder) match(cells []string) (at []int, found int) {
	for way := range ways {
		files := make([]int, len(cells))
		distinct := map[int]bool{}
		for i, cell := range cells {
			files[i] = -1
			if cell != "" {
				files[i] = f.find(cell, way)
			}
			if files[i] >= 0 {
				distinct[files[i]] = true
			}
		}
		if at == nil || len(distinct) > found {
			at, found = files, len(distinct)
		}
	}
	return at, found
}

package bag

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
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
		case hasEnding(name, settings.Endings()):
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

package table

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"suffice/internal/cells"
)

// filesAt are the files that a path stands for: itself, those of a folder, or those that match a
// pattern, in the order of their names.
func filesAt(path string) ([]string, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return filesIn(path)
	case err == nil || !strings.ContainsAny(path, "*?["):
		return []string{path}, nil
	}
	found, err := filepath.Glob(path)
	if err != nil || len(found) == 0 {
		return nil, fmt.Errorf("no file matches %s; check the name and the folder", path)
	}
	return found, nil
}

// filesIn are the files of a folder. Those that begin with a point or a line below are about
// others, such as _SUCCESS.
func filesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, cells.CannotRead(folder, err)
	}
	var files []string
	folders := ""
	for _, entry := range entries {
		name := entry.Name()
		switch {
		case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_"):
		case entry.IsDir():
			folders = name
		default:
			files = append(files, filepath.Join(folder, name))
		}
	}
	if len(files) == 0 && folders != "" {
		return nil, fmt.Errorf("the folder %s has no files, but folders such as %q; name the files by a pattern, such as '%s'", folder, folders, filepath.Join(folder, "*", "*"))
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("the folder %s has no files", folder)
	}
	for _, file := range files[1:] {
		if kindOf(file) != kindOf(files[0]) {
			return nil, fmt.Errorf("the folder %s has files of several kinds, such as %q and %q; name those of the table by a pattern, such as '%s'",
				folder, filepath.Base(files[0]), filepath.Base(file), filepath.Join(folder, "*"+kindOf(files[0])))
		}
	}
	return files, nil
}

// kindOf is how the name of a file ends.
func kindOf(file string) string { return strings.ToLower(filepath.Ext(file)) }

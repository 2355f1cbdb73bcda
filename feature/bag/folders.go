package bag

import (
	"path"
	"strings"
)

// Classes are the folders that files are in, where each folder seems to be a class: every file is
// in one, all equally deep, and there are several. Otherwise it is nil.
func Classes(files []string) []string {
	classes := make([]string, len(files))
	different := map[string]bool{}
	for i, file := range files {
		folder := path.Dir(file)
		if folder == "." || strings.Count(folder, "/") != strings.Count(path.Dir(files[0]), "/") {
			return nil
		}
		classes[i] = path.Base(folder)
		different[classes[i]] = true
	}
	if len(different) < 2 {
		return nil
	}
	return classes
}

// classColumn has the classes of the files of a bag.
func (b *Bag) classColumn() (class column, ok bool) {
	classes := Classes(b.Files)
	return column{classColumn, count(len(classes)), classes}, classes != nil
}

package suffice

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mapOfTheHouse is what CONTRIBUTING.md lists under "Where things are": the names before
// the gap that separates them from what they are for.
func mapOfTheHouse(t *testing.T) map[string]bool {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^    (\S.*?)(?:   .*)?$`).FindAllStringSubmatch(string(text), -1) {
		for name := range strings.FieldsSeq(line[1]) {
			if strings.HasSuffix(name, "/") || strings.HasSuffix(name, ".go") {
				listed[name] = true
			}
		}
	}
	return listed
}

// placesOfTheHouse are the folders with sources and the files of the root.
func placesOfTheHouse(t *testing.T) []string {
	var places []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
		case filepath.Dir(path) == ".":
			places = append(places, name)
		default:
			places = append(places, filepath.ToSlash(filepath.Dir(path))+"/")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// CONTRIBUTING.md lists every folder and every file of the root, and nothing else.
func TestTheMapIsTheTree(t *testing.T) {
	listed := mapOfTheHouse(t)
	for _, place := range placesOfTheHouse(t) {
		if !listed[place] {
			t.Errorf("CONTRIBUTING.md does not list %s", place)
		}
		delete(listed, place)
	}
	for name := range listed {
		if _, err := os.Stat(name); err != nil {
			t.Errorf("CONTRIBUTING.md lists %s, which is not there", name)
		}
	}
}

// A function named like a built-in one reads as that one.
func TestNoFunctionShadowsABuiltin(t *testing.T) {
	taken := []string{"append", "cap", "clear", "copy", "delete", "error", "len", "make", "max", "min", "new", "panic", "print", "println", "recover"}
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && slices.Contains(taken, f.Name.Name) {
				t.Errorf("%s: a function is called %s", set.Position(f.Pos()), f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The library speaks of itself, not of the flags of the command line.
func TestTheLibraryNamesNoFlags(t *testing.T) {
	flag := regexp.MustCompile(`(^|[\s"` + "`" + `(])--[a-z%]`)
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (path == "cmd" || path == "scripts" || path == "lab" || path == filepath.Join("feature", "cmd") || path == filepath.Join("internal", "cli")) {
			return fs.SkipDir // commands
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && flag.MatchString(text.Value) {
				t.Errorf("%s: %s names a flag", set.Position(text.Pos()), text.Value)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What users have needs neither the laboratory nor templates: these look methods up by name, so that the linker
// would keep all that are exported, and the program be an eighth larger. internal/mustache takes their place.
func TestNothingImportsTheLaboratoryOrTemplates(t *testing.T) {
	set := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (path == "lab" || path == "scripts") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			if strings.Contains(spec.Path.Value, "/lab/") || strings.HasSuffix(spec.Path.Value, `/template"`) {
				t.Errorf("%s imports %s", path, spec.Path.Value)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

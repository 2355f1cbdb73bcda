package suffice_test

import (
	"bufio"
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// public are the packages that other modules may import. All others are below internal, of the
// laboratory, which promises nothing, or programs.
var public = []string{
	"suffice", "suffice/rows", "suffice/output", "suffice/output/structure", "suffice/dependence", "suffice/table", "suffice/evaluate",
	"suffice/export", "suffice/chart", "suffice/report",
	"suffice/feature/audio", "suffice/feature/bag", "suffice/feature/codebook", "suffice/feature/mfcc", "suffice/feature/surf",
}

// What other modules can import is a list, and nothing that they see of it is of a type
// that they cannot name.
func TestPublicPackagesAreWholeWithoutInternalOnes(t *testing.T) {
	exports := exportData(t)
	for path, listed := range exports {
		ours := path == "suffice" || strings.HasPrefix(path, "suffice/")
		if ours && listed.name != "main" && !strings.Contains(path, "/internal/") && !strings.Contains(path, "/lab/") && !slices.Contains(public, path) {
			t.Errorf("package %s is neither internal nor in the list of public ones", path)
		}
	}
	read := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path].file) })
	w := walk{seen: map[types.Type]bool{}, aliased: map[types.Object]bool{}}
	var packages []*types.Package
	for _, path := range public {
		p, err := read.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
		w.alias(p)
	}
	for _, p := range packages {
		for _, name := range p.Scope().Names() {
			if object := p.Scope().Lookup(name); object.Exported() {
				w.object(object)
			}
		}
	}
	for _, leak := range w.leaks {
		t.Error(leak)
	}
}

type listed struct{ name, file string }

// exportData has the compiled form of all our packages and of what they import.
func exportData(t *testing.T) map[string]listed {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Name}} {{.Export}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]listed{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) >= 2 {
			all[fields[0]] = listed{fields[1], strings.Join(fields[2:], " ")}
		}
	}
	return all
}

// walk goes through all that a program outside can reach.
type walk struct {
	seen    map[types.Type]bool
	aliased map[types.Object]bool // internal types that have a public name
	where   []string
	leaks   []string
}

// alias notes the internal types to which a package gives a name.
func (w *walk) alias(p *types.Package) {
	for _, name := range p.Scope().Names() {
		object, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || !object.IsAlias() || !object.Exported() {
			continue
		}
		if named, ok := types.Unalias(object.Type()).(*types.Named); ok {
			w.aliased[named.Obj()] = true
		}
	}
}

func (w *walk) object(o types.Object) {
	w.within(o.Name(), func() {
		if o.Pkg() != nil && len(w.where) == 1 {
			w.where[0] = o.Pkg().Path() + "." + o.Name()
		}
		w.typ(o.Type())
	})
}

func (w *walk) within(name string, do func()) {
	w.where = append(w.where, name)
	do()
	w.where = w.where[:len(w.where)-1]
}

// typ goes on to what a value of the type lets others see.
func (w *walk) typ(t types.Type) {
	t = types.Unalias(t)
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		w.named(t)
	case *types.Signature:
		w.tuple(t.Params())
		w.tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.object(f)
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			if m.Exported() {
				w.object(m)
			}
		}
	case *types.Map:
		w.typ(t.Key())
		w.typ(t.Elem())
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		w.typ(t.Elem())
	}
}

func (w *walk) named(t *types.Named) {
	o := t.Obj()
	if o.Pkg() == nil || !strings.HasPrefix(o.Pkg().Path()+"/", "suffice/") {
		return
	}
	if o.Exported() && strings.Contains(o.Pkg().Path(), "/internal/") && !w.aliased[o] {
		w.leaks = append(w.leaks, fmt.Sprintf("%s is of the internal type %s", strings.Join(w.where, " "), t))
		delete(w.seen, t) // others may have it too
		return
	}
	for i := range t.TypeArgs().Len() {
		w.typ(t.TypeArgs().At(i))
	}
	w.typ(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.object(m)
		}
	}
}

func (w *walk) tuple(t *types.Tuple) {
	for v := range t.Variables() {
		w.typ(v.Type())
	}
}

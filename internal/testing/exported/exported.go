// Package exported goes through all that programs outside can reach of our packages, for tests.
package exported

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// Problems are packages of the module in this folder that are neither internal, nor programs, nor listed
// as public, and what others see of these that is of an internal type, which they cannot name. Paths of our
// modules begin with root.
func Problems(ctx context.Context, root string, public []string) ([]string, error) {
	exports, err := exportData(ctx)
	if err != nil {
		return nil, err
	}
	w := walk{seen: map[types.Type]bool{}, root: root, aliased: map[types.Object]bool{}}
	read := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path].file) })
	var packages []*types.Package
	for path, listed := range exports {
		if !strings.HasPrefix(path+"/", root+"/") || listed.file == "" || listed.name == "main" || strings.Contains(path, "/internal/") {
			continue
		}
		p, err := read.Import(path)
		if err != nil {
			return nil, err
		}
		w.alias(p)
		switch {
		case slices.Contains(public, path):
			packages = append(packages, p)
		case listed.here:
			w.problems = append(w.problems, fmt.Sprintf("package %s is neither internal nor in the list of public ones", path))
		}
	}
	if len(packages) < len(public) {
		w.problems = append(w.problems, "not all that is in the list of public packages is there")
	}
	for _, p := range packages {
		for _, name := range p.Scope().Names() {
			if object := p.Scope().Lookup(name); object.Exported() {
				w.object(object)
			}
		}
	}
	return w.problems, nil
}

type listed struct {
	name, file string
	here       bool // in the module of this folder
}

// exportData has the compiled form of all packages of the module and of what they import.
func exportData(ctx context.Context) (map[string]listed, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Name}} {{with .Module}}{{.Main}}{{else}}false{{end}} {{.Export}}", "./...").Output()
	if err != nil {
		return nil, err
	}
	all := map[string]listed{}
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		if fields := strings.Fields(lines.Text()); len(fields) >= 3 {
			all[fields[0]] = listed{fields[1], strings.Join(fields[3:], " "), fields[2] == "true"}
		}
	}
	return all, nil
}

// walk goes through all that a program outside can reach.
type walk struct {
	seen    map[types.Type]bool
	root    string                // the path of the first of our modules, whose path those of the others begin with
	aliased map[types.Object]bool // internal types that have a public name
	where   []string

	problems []string
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
	if o.Pkg() == nil || !strings.HasPrefix(o.Pkg().Path()+"/", w.root+"/") {
		return
	}
	if o.Exported() && strings.Contains(o.Pkg().Path(), "/internal/") && !w.aliased[o] {
		w.problems = append(w.problems, fmt.Sprintf("%s is of the internal type %s", strings.Join(w.where, " "), t))
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

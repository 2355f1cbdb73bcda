package peers

import (
	"bytes"
	"context"
	_ "embed" // the script
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed peers.py
var script []byte

// These are packages that others need, with what each of them lacks.
var (
	NumPy       = []string{"numpy"}
	ScikitLearn = []string{"scikit-learn"}
)

// Packages are what the methods of other programs need. What cannot be installed is left
// out, and the rest is measured.
func Packages() [][]string {
	return [][]string{ScikitLearn, {"statsmodels"}, {"sliced", "six"}, {"direpack"}}
}

// Python is an environment with other programs in it.
type Python struct {
	Versions map[string]string // of Python and of what is installed, by the names of packages
	program  string
}

// OpenPython opens the environment in a directory: it is made at first with the Python
// given, and packages that it lacks are installed. Told says what is being done.
func OpenPython(ctx context.Context, python, dir string, told func(string), packages ...[]string) (*Python, error) {
	p := &Python{program: interpreter(dir)}
	if _, err := os.Stat(p.program); err != nil {
		told("making an environment for Python")
		if err := p.create(ctx, python, dir); err != nil {
			return nil, err
		}
	}
	if err := p.look(ctx); err != nil {
		return nil, err
	}
	var failed error
	for _, names := range packages {
		if p.Versions[names[0]] != "" {
			continue
		}
		told("installing " + names[0])
		args := append([]string{"-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"}, names...)
		if err := call(ctx, p.program, args...); err != nil {
			failed = errors.Join(failed, fmt.Errorf("cannot install %s: %w", names[0], err))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := p.look(ctx); err != nil {
		return nil, err
	}
	if failed != nil && !p.hasAny(packages) {
		return nil, failed
	}
	return p, nil
}

// interpreter is where an environment has it.
func interpreter(dir string) string {
	if runtime.GOOS == "windows" {
		return filepath.Join(dir, "Scripts", "python.exe")
	}
	return filepath.Join(dir, "bin", "python")
}

func (p *Python) create(ctx context.Context, python, dir string) error {
	program, err := exec.LookPath(python)
	if err != nil {
		return fmt.Errorf("there is no program %s", python)
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	if err := call(ctx, program, "-m", "venv", dir); err != nil {
		_ = os.RemoveAll(p.program) // so that half an environment is not taken for one
		return fmt.Errorf("cannot make an environment for Python in %s: %w", dir, err)
	}
	return nil
}

// look asks for the versions of what is there.
func (p *Python) look(ctx context.Context) error {
	command := exec.CommandContext(ctx, p.program, "-", "versions")
	command.Stdin, command.WaitDelay = bytes.NewReader(script), forGood
	out, err := command.Output()
	if err != nil {
		return fmt.Errorf("%s does not run: %w", p.program, err)
	}
	if err := json.Unmarshal(out, &p.Versions); err != nil {
		return fmt.Errorf("%s does not tell its packages: %w", p.program, err)
	}
	return nil
}

// hasAny reports whether one of the packages is there.
func (p *Python) hasAny(packages [][]string) bool {
	return slices.ContainsFunc(packages, func(names []string) bool { return p.has(names[0]) })
}

// has reports whether a program can be measured.
func (p *Python) has(program string) bool { return p != nil && p.Versions[program] != "" }

// call runs a program; an error has the last line that it said.
func call(ctx context.Context, program string, args ...string) error {
	command := exec.CommandContext(ctx, program, args...)
	command.WaitDelay = forGood
	var said bytes.Buffer
	command.Stderr = &tail{&said}
	if err := command.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return lastError(err, said.String())
	}
	return nil
}

// lastError is the last line of an error that a program printed: there pip says what the
// matter is, above what it only notes.
func lastError(err error, said string) error {
	last := ""
	for l := range strings.Lines(said) {
		if l = strings.TrimSpace(l); strings.HasPrefix(l, "ERROR:") || last == "" {
			last = strings.TrimSpace(strings.TrimPrefix(l, "ERROR:"))
		}
	}
	if last == "" {
		return err
	}
	return errors.New(last)
}

package cluster

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// These tests run where SUFFICE_DASK_PYTHON names a Python that has Dask, as scripts/dask-tests
// does.

// daskCluster is a Dask to run commands on.
type daskCluster struct {
	*place
	python, address string
}

func newDaskCluster(t *testing.T) *daskCluster {
	t.Helper()
	python := os.Getenv("SUFFICE_DASK_PYTHON")
	if python == "" {
		t.Skip("SUFFICE_DASK_PYTHON names no Python that has Dask; scripts/dask-tests makes one")
	}
	c := &daskCluster{place: newPlace(t), python: python}
	if err := os.WriteFile(c.program(), []byte(Dask), 0o600); err != nil {
		t.Fatal(err)
	}
	running := c.place.command(python, filepath.Join("testdata", "dask_cluster.py"))
	running.Env = append(os.Environ(), "SUFFICE_MARKS="+c.marks)
	input, errIn := running.StdinPipe()
	output, errOut := running.StdoutPipe()
	if err := errors.Join(errIn, errOut, running.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = input.Close()
		_ = running.Wait()
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	c.address = strings.TrimSpace(line)
	return c
}

func (c *daskCluster) program() string { return filepath.Join(c.dir, "suffice_dask.py") }

// command is one of suffice on the cluster.
func (c *daskCluster) command(said *bytes.Buffer, words ...string) *exec.Cmd {
	command := c.place.command(c.python, append([]string{c.program(), "--scheduler", c.address, "--suffice", c.suffice()}, words...)...)
	command.Stdout, command.Stderr = said, said
	return command
}

// A fit has the bytes of one by processes of this machine, also where Go workers and workers of
// Dask are killed.
func TestDaskModels(t *testing.T) {
	c := newDaskCluster(t)
	folder := filepath.Dir(manyHouses(t)[0])
	model := func(k int) string { return filepath.Join(c.dir, fmt.Sprintf("%d.json", k)) }
	c.fitHere(fitting(folder, "mddm", model(0)))
	for k, kind := range []string{"nothing", "a Go worker", "a worker of Dask"} {
		var said bytes.Buffer
		fit := c.command(&said, fitting(folder, "mddm", model(k+1))...)
		before := len(c.begun())
		if err := fit.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error)
		go func() { ended <- fit.Wait() }()
		err := c.killOnce(k-1, before+20, ended)
		if err != nil {
			t.Errorf("%s was killed: %v: %s", kind, err, said.String())
			continue
		}
		wantSameFiles(t, model(0), model(k+1))
	}
}

// killOnce kills the process (0) or its parent (1) that begins some part, and awaits the end.
func (c *daskCluster) killOnce(which, at int, ended <-chan error) error {
	for killed := which < 0; ; {
		select {
		case err := <-ended:
			if !killed {
				return errors.Join(err, errors.New("nothing was killed"))
			}
			return err
		case <-time.After(pause):
		}
		if begun := c.begun(); !killed && len(begun) >= at {
			killed = syscall.Kill(begun[len(begun)-1][which], syscall.SIGKILL) == nil
			at = len(begun) + 1 // where it has ended meanwhile, its number may soon be another's
		}
	}
}

// A generated table has no files.
func TestDaskGenerated(t *testing.T) {
	c := newDaskCluster(t)
	model := func(name string) string { return filepath.Join(c.dir, name+".json") }
	c.fitHere(generatedFit(t, model("here")))
	var said bytes.Buffer
	if err := c.command(&said, generatedFit(t, model("there"))...).Run(); err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	wantSameFiles(t, model("here"), model("there"))
}

// What is wrong with the data is told in a line, and not tried again.
func TestDaskErrorsOfTheData(t *testing.T) {
	c := newDaskCluster(t)
	files := houses(t, 400, 4, false)
	spoil(t, files[2])
	var said bytes.Buffer
	err := c.command(&said, fitting(filepath.Dir(files[0]), "pca", "-")...).Run()
	text := strings.TrimSpace(withoutReminders(said.String()))
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || strings.Contains(text, "\n") || !strings.Contains(text, "part-2.csv:10, column \"a\"") {
		t.Errorf("%v: %s", err, text)
	}
	if begun := c.begun(); len(begun) != len(files) {
		t.Errorf("%d pieces of work, want one for each part", len(begun))
	}
}

// A pattern that matches nothing is told in a line.
func TestDaskHasNoFiles(t *testing.T) {
	c := newDaskCluster(t)
	var said bytes.Buffer
	err := c.command(&said, fitting(filepath.Join(c.dir, "*.none"), "pca", "-")...).Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != 1 || strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), "no file matches") {
		t.Errorf("%v: %s", err, said.String())
	}
}

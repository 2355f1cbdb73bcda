package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"suffice"
)

// place is where a cluster finds the binary, and tells what its workers do.
type place struct {
	t     testing.TB
	ctx   context.Context // ends before the time of all tests is up, so that it is known which of them hangs
	dir   string          // of the binary, and all else
	marks string          // where workers tell what they begin
}

// built is the binary, built once for all tests, or why there is none.
var built = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "suffice-engine-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
	path := filepath.Join(folder, "suffice")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "suffice/cmd/suffice").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// newPlace makes one in which no process may be left.
func newPlace(t testing.TB) *place {
	t.Helper()
	p := &place{t: t, ctx: context.WithoutCancel(t.Context()), dir: t.TempDir()}
	p.marks = filepath.Join(p.dir, "marks")
	binary, err := built()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Link(binary, p.suffice()); err != nil {
		t.Fatal(err)
	}
	if limited, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := limited.Deadline(); ok {
			var cancel context.CancelFunc
			p.ctx, cancel = context.WithDeadlineCause(p.ctx, deadline.Add(-time.Minute), errors.New("the time for the tests is up"))
			t.Cleanup(cancel)
		}
	}
	t.Cleanup(func() {
		if left := p.processes(); len(left) > 0 {
			t.Errorf("%d processes are left: %v", len(left), left)
		}
	})
	return p
}

// command is a program in a group of processes of its own, all of which end with the time of the test.
func (p *place) command(name string, words ...string) *exec.Cmd {
	command := exec.CommandContext(p.ctx, name, words...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = 10 * time.Second
	return command
}

// pause is how long a test lets others work before it looks again.
const pause = 2 * time.Millisecond

func (p *place) suffice() string { return filepath.Join(p.dir, "suffice") }

// begun are the process, its parent and the part of each piece of work that workers began.
func (p *place) begun() [][3]int {
	text, _ := os.ReadFile(p.marks)
	var all [][3]int
	for line := range strings.Lines(string(text)) {
		var mark [3]int
		if n, _ := fmt.Sscan(line, &mark[0], &mark[1], &mark[2]); n == 3 {
			all = append(all, mark)
		}
	}
	return all
}

// processes are those that run our binary or program.
func (p *place) processes() []string {
	var found []string
	folders, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range folders {
		line, err := os.ReadFile(file)
		if text := strings.ReplaceAll(string(line), "\x00", " "); err == nil && strings.Contains(text, p.dir) {
			found = append(found, text)
		}
	}
	return found
}

// here runs a command without a cluster.
func (p *place) here(words ...string) {
	p.t.Helper()
	if said, err := exec.CommandContext(p.ctx, p.suffice(), words...).CombinedOutput(); err != nil {
		p.t.Fatalf("%v: %s", words, said)
	}
}

// manyHouses is a table of more rows than are brought to the driver.
func manyHouses(t testing.TB) []string { return houses(t, 70000, 8, false) }

// spoil writes a word into line 10 of a file, where a number should be.
func spoil(t testing.TB, file string) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(content), "\n")
	lines[9] = "oops" + lines[9]
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
}

func fitting(folder, method, out string) []string {
	target, other := "price", "sort"
	if m, err := suffice.MethodNamed(method); err == nil && m.Outputs == "classes" {
		target, other = other, target
	}
	return []string{"fit", folder, "--target", target, "--exclude", other + ",low,high", "--dim", "1", "--method", method, "--no-verdict", "-o", out}
}

// generatedFit is a fit of a generated table that is not brought to the driver. Workers add up
// pairs of neighbours, and the last part is alone.
func generatedFit(t *testing.T, out string) []string {
	t.Setenv("SUFFICE_GROUPS", "8")
	return []string{"fit", "generated:rows=70000,inputs=4,parts=15", "--target", "y", "--dim", "2", "--method", "pca", "--no-verdict", "-o", out}
}

// fitHere runs a fit by processes of this machine.
func (p *place) fitHere(words []string) {
	p.t.Helper()
	fit := exec.CommandContext(p.ctx, p.suffice(), words...)
	fit.Env = append(os.Environ(), "SUFFICE_ENGINE=workers:2")
	if said, err := fit.CombinedOutput(); err != nil {
		p.t.Fatalf("%s", said)
	}
}

func readModel(t testing.TB, path string) *suffice.Projection {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	model, err := suffice.ReadModel(file)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

func wantSameFiles(t testing.TB, one, other string) {
	t.Helper()
	a, errA := os.ReadFile(one)
	b, errB := os.ReadFile(other)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s and %s differ: %v %v", one, other, errA, errB)
	}
}

// withoutReminders takes out the lines that say how far a command is, which come on slow machines.
func withoutReminders(said string) string {
	return regexp.MustCompile(`(?m)^suffice: .*, \d+(\.\d)? s\n`).ReplaceAllString(said, "")
}

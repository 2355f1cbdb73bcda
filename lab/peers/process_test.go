//go:build unix

package peers

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"suffice/lab/experiment"
)

// forEver is a script that does not end by itself.
const forEver = "exec sleep 1000000"

// shell is a program that does what the script says.
func shell(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// answer is a script that finds the first two inputs, and says so as soon as it is ready: at
// once, so that no limit is too short for it, however busy the machine is.
func answer(t *testing.T) string {
	t.Helper()
	text, err := json.Marshal(line{Seconds: .5, Runs: 2, Peak: 3e6, Directions: [][]float64{direction(1), direction(0, 1)}})
	if err != nil {
		t.Fatal(err)
	}
	return `printf '%s\n%s\n' '{"ready":true,"loaded_bytes":1000}' '` + string(text) + "'\n"
}

func TestMeasure(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"result":           {"echo a warning of some library\n" + answer(t), ""},
		"over time":        {`echo '{"ready":true}'; ` + forEver, errOverTime.Error()},
		"error":            {`echo '{"error":"ValueError: no"}'`, "ValueError: no"},
		"fails":            {"echo first >&2; echo 'suffice: last' >&2; exit 1", "last"},
		"fails in silence": {"exit 3", "exit status 3"},
		"killed":           {"kill -9 $$", "most likely for want of memory"},
		"nothing":          {"exit 0", "ended without a result"},
	} {
		t.Run(name, func(t *testing.T) {
			limit := time.Minute
			if c.want == errOverTime.Error() {
				limit = 1
			}
			got, err := measure(t.Context(), []string{shell(t, c.script)}, 2, limit)
			if c.want == "" {
				if err != nil || got.Seconds != .5 || got.Runs != 2 || got.Peak != 3e6 || got.Loaded != 1000 || len(got.Directions) != 2 {
					t.Errorf("got %+v, %v", got, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if got, err := measure(t.Context(), []string{shell(t, `echo '{"error":"x","memory":true}'`)}, 2, time.Minute); err == nil || !got.Memory {
		t.Errorf("no memory: %+v, %v", got, err)
	}
}

// Everyone is given the same number of threads.
func TestThreads(t *testing.T) {
	_, err := measure(t.Context(), []string{shell(t, `echo "$GOMAXPROCS $OMP_NUM_THREADS $OPENBLAS_NUM_THREADS" >&2; exit 1`)}, 3, time.Minute)
	if err == nil || err.Error() != "3 3 3" {
		t.Errorf("got %v", err)
	}
}

func TestMeasureCancelled(t *testing.T) {
	started := filepath.Join(t.TempDir(), "started")
	if err := syscall.Mkfifo(started, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = os.ReadFile(started) // waits for the program
		cancel()
	}()
	if _, err := measure(ctx, []string{shell(t, "echo >'"+started+"'; "+forEver)}, 1, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// fakePython makes environments whose python tells of the given packages. Pip fails but
// for those it is told not to.
func fakePython(t *testing.T, installs string) string {
	t.Helper()
	inside := `#!/bin/sh
dir=$(dirname "$0")
case "$1 $2" in
"- versions") cat >/dev/null; printf '{"python":"3.0"'; for p in "$dir"/has-*; do [ -e "$p" ] && printf ',"%s":"1.0"' "${p##*/has-}"; done; echo '}' ;;
"-m pip") shift 6; case " ` + installs + ` " in *" $1 "*) : >"$dir/has-$1" ;; *) echo "WARNING: retrying" >&2; echo "ERROR: no matching distribution for $1" >&2; exit 1 ;; esac ;;
*) shift; ` + answer(t) + ` ;;
esac
`
	return shell(t, `mkdir -p "$3/bin" && cat >"$3/bin/python" <<'END'
`+inside+`END
chmod +x "$3/bin/python"`)
}

func TestOpenPython(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "env")
	var told []string
	tell := func(what string) { told = append(told, what) }
	p, err := OpenPython(t.Context(), fakePython(t, "scikit-learn direpack"), dir, tell, Packages()...)
	if err != nil {
		t.Fatal(err)
	}
	if !p.has("scikit-learn") || !p.has("direpack") || p.has("statsmodels") || p.Versions["python"] != "3.0" {
		t.Errorf("got %v", p.Versions)
	}
	if want := "making an environment for Python, installing scikit-learn, installing statsmodels, installing sliced, installing direpack"; strings.Join(told, ", ") != want {
		t.Errorf("told %q", told)
	}
	told = nil
	if _, err := OpenPython(t.Context(), "no-such-python", dir, tell, Packages()...); err != nil { // it is there already
		t.Error(err)
	}
	if want := "installing statsmodels, installing sliced"; strings.Join(told, ", ") != want {
		t.Errorf("told %q", told)
	}
}

func TestNoPython(t *testing.T) {
	for want, python := range map[string]string{
		"there is no program no-such-python":                                     "no-such-python",
		"cannot make an environment":                                             shell(t, "echo no venv >&2; exit 1"),
		"cannot install scikit-learn: no matching distribution for scikit-learn": fakePython(t, ""),
	} {
		dir := filepath.Join(t.TempDir(), "env")
		if _, err := OpenPython(t.Context(), python, dir, func(string) {}, Packages()...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	var none *Python
	if none.has("scikit-learn") {
		t.Error("no Python has scikit-learn")
	}
}

// A method that takes too long is ended, and neither run on the other data set nor with
// more rows; the others go on. What a state file has is not run again.
func TestContest(t *testing.T) {
	python, err := OpenPython(t.Context(), fakePython(t, "statsmodels"), filepath.Join(t.TempDir(), "env"), func(string) {}, Packages()...)
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "s.jsonl")
	run := func(ours string) *experiment.Result {
		t.Helper()
		c := Contest{ // a program that does not answer takes longer than the limit
			Sizes: []int{200, 300}, Limit: 3 * time.Second, Seed: 1, Threads: 1, Python: python, Program: []string{shell(t, ours)},
		}
		e, end, err := c.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := end(); err != nil {
				t.Error(err)
			}
		}()
		if e.State, err = e.OpenState(state); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = e.State.Close() }()
		r, err := e.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := run(`case $1 in sca) echo '{"ready":true}'; ` + forEver + ` ;; pca) echo '{"error":"x","memory":true}' ;; cca) exit 4 ;; esac
` + answer(t))
	if len(r.Rows) != 2*28 {
		t.Fatalf("%d rows", len(r.Rows))
	}
	var failed, skipped []string
	for _, row := range r.Rows {
		f := row.Figures
		switch name := row.Table + " " + row.Method; {
		case row.Failed > 0:
			failed = append(failed, name+": "+row.Problem)
		case len(f) == 0:
			skipped = append(skipped, name)
		case f[experiment.Seconds].Mean != .5 || f[distance].Mean > 1e-12 || f[rmse].Mean <= 0 || f[peak].Mean != 3:
			t.Errorf("%s: %+v", name, f)
		}
	}
	if want := []string{"trend 200 suffice SCA: takes longer than the limit", "trend 200 suffice PCA: too little memory", "trend 200 suffice CCA: exit status 4"}; !slices.Equal(failed, want) {
		t.Errorf("failed %q", failed)
	}
	if len(skipped) != 9 || skipped[0] != "symmetric 200 suffice SCA" || skipped[3] != "trend 300 suffice SCA" {
		t.Errorf("not run: %q", skipped)
	}
	again := run("exit 9") // only what failed is tried again, and fails
	for k, row := range again.Rows {
		if before := r.Rows[k]; len(before.Figures) > 0 && row.Figures[distance].Mean != before.Figures[distance].Mean {
			t.Errorf("%s %s: %+v, before %+v", row.Table, row.Method, row, before)
		}
	}
}

// Whatever a process prints, reading it ends without a panic, and what is taken for a
// result has something to judge.
func FuzzFollow(f *testing.F) {
	f.Add("{\"ready\":true}\n{\"directions\":[[1]]}\n")
	f.Add("Traceback\n{\"error\":\"x\"}")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := follow(strings.NewReader(text), time.Hour, func(error) {})
		if err == nil && got.Error == "" && got.Directions == nil && !got.Predicted {
			t.Errorf("%q: %+v", text, got)
		}
	})
}

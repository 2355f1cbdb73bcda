//go:build unix

package peers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
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
	run := func(ours string) []Result {
		t.Helper()
		const limit = 3 * time.Second // which a program that does not answer exceeds
		remembered, err := OpenState(state, 1, limit, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = remembered.Close() }()
		c := Contest{
			Sizes: []int{200, 300}, Limit: limit, Seed: 1, Threads: 1, Python: python, State: remembered,
			Program: []string{shell(t, ours)},
		}
		results, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return results
	}
	results := run(`case $1 in sca) echo '{"ready":true}'; ` + forEver + ` ;; pca) echo '{"error":"x","memory":true}' ;; cca) exit 4 ;; esac
` + answer(t))
	var got []string
	for _, r := range results {
		if r.Status == Done && (r.Seconds != .5 || r.Error > 1e-12 || r.RMSE <= 0 || r.Peak != 3e6) {
			t.Errorf("%+v", r)
		}
		got = append(got, strings.Join([]string{r.Data, r.Program, r.Method, string(r.Status)}, " "))
	}
	rest := ", %[1]s suffice DR done, %[1]s suffice gKDR done, %[1]s suffice PLS done, %[1]s suffice LDA done, %[1]s suffice NCA done, %[1]s suffice OPG done, %[1]s suffice MAVE done, %[1]s statsmodels SIR done, %[1]s statsmodels SAVE done"
	want := "trend suffice SCA over time, trend suffice SIR done, trend suffice SAVE done, trend suffice PCA no memory, trend suffice CCA failed" + fmt.Sprintf(rest, "trend") +
		", symmetric suffice SCA not run, symmetric suffice SIR done, symmetric suffice SAVE done, symmetric suffice PCA not run, symmetric suffice CCA not run" + fmt.Sprintf(rest, "symmetric")
	if len(got) != 56 {
		t.Fatalf("%d results", len(got))
	}
	if first := strings.Join(got[:28], ", "); first != want {
		t.Errorf("with 200 rows:\n%s", first)
	}
	if second := strings.Join(got[28:], ", "); strings.Count(second, "not run") != 6 || strings.Count(second, "done") != 22 {
		t.Errorf("with 300 rows:\n%s", second)
	}
	again, _ := json.Marshal(run("exit 9"))
	if before, _ := json.Marshal(results); string(again) != string(before) {
		t.Errorf("before\n%s\nagain\n%s", before, again)
	}
}

func TestStateOfOtherSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	s, err := OpenState(path, 1, time.Minute, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenState(path, 1, time.Second, 2); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Errorf("got %v", err)
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

func FuzzReadResult(f *testing.F) {
	f.Add([]byte(`{"data":"trend","n":200,"program":"suffice","method":"SIR","status":"done"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		key, r, err := stateOf(1, time.Second, 1).Read(text)
		if err == nil && (key != keyOf(r) || r.N < 1) {
			t.Errorf("%q: %+v", text, r)
		}
	})
}

package peers

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// errOverTime is why a fit was ended.
var errOverTime = errors.New("takes longer than the limit")

const (
	forLoading = 2 * time.Minute        // a process that is not ready by then never will be
	forGood    = 500 * time.Millisecond // after it was killed
	longest    = 1 << 20                // bytes of a line
)

// measure runs the command of a fit to its end, or until the fit takes longer than the
// limit. What is loaded before does not count.
func measure(ctx context.Context, command []string, threads int, limit time.Duration) (line, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	process := exec.CommandContext(ctx, command[0], command[1:]...)
	process.Env, process.WaitDelay = environment(threads), forGood
	var said bytes.Buffer
	process.Stderr = &tail{&said}
	out, err := process.StdoutPipe()
	if err != nil {
		return line{}, err
	}
	if err := process.Start(); err != nil {
		return line{}, err
	}
	result, err := follow(out, limit, stop)
	_, _ = io.Copy(io.Discard, out)
	ended := process.Wait()
	switch cause := context.Cause(ctx); {
	case cause != nil:
		return line{}, cause
	case result.Error != "":
		return result, errors.New(result.Error)
	case ended != nil:
		return line{}, whyEnded(process.ProcessState, ended, said.String())
	}
	return result, err
}

// follow reads what a process prints, and stops it when its time is over.
func follow(out io.Reader, limit time.Duration, stop context.CancelCauseFunc) (line, error) {
	watch := time.AfterFunc(forLoading, func() { stop(errors.New("did not load the data within " + forLoading.String())) })
	defer func() { watch.Stop() }()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, longest)
	loaded := int64(0)
	for lines.Scan() {
		var got line
		if err := json.Unmarshal(lines.Bytes(), &got); err != nil {
			continue // a program may have something to say
		}
		switch {
		case got.Ready:
			loaded = got.Loaded
			watch.Stop()
			watch = time.AfterFunc(limit, func() { stop(errOverTime) })
		case got.Error != "" || got.Directions != nil || got.Predicted:
			got.Loaded = loaded
			return got, nil
		}
	}
	return line{}, errors.New("ended without a result")
}

// environment is that of this process, with as many threads for everyone.
func environment(threads int) []string {
	env := os.Environ()
	for _, name := range []string{
		"GOMAXPROCS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
		"BLIS_NUM_THREADS", "NUMBA_NUM_THREADS", "NUMEXPR_NUM_THREADS",
	} {
		env = append(env, fmt.Sprintf("%s=%d", name, threads))
	}
	return append(env, "PYTHONNOUSERSITE=1", "PYTHONDONTWRITEBYTECODE=")
}

// whyEnded says why a process failed: by what it said last, or that the system ended it,
// which it does where memory is short.
func whyEnded(state *os.ProcessState, ended error, said string) error {
	if state != nil && state.ExitCode() == -1 {
		return errors.New("was ended by the system, most likely for want of memory")
	}
	said = strings.TrimSpace(said)
	if last := said[strings.LastIndex(said, "\n")+1:]; last != "" {
		return errors.New(strings.TrimPrefix(last, "suffice: "))
	}
	return ended
}

// tail keeps the end of what is written to it.
type tail struct{ kept *bytes.Buffer }

func (t *tail) Write(p []byte) (int, error) {
	t.kept.Write(p)
	if extra := t.kept.Len() - 4096; extra > 0 {
		t.kept.Next(extra)
	}
	return len(p), nil
}

package paper

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"suffice/internal/trials"
)

var someSettings = StateSettings{N: 60, Seed: 5, Centres: 20}

func openState(t *testing.T, path string) *State {
	t.Helper()
	s, err := OpenState(path, someSettings)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// counted is a method whose error is told by its seed, and that counts its fits. The one
// at stopAt calls stop, and those that come after it wait for that.
func counted(name string, count *atomic.Int64, stopAt int64, stop func()) Method {
	return fake(name, func(ctx context.Context, d Data, seed uint64) (trials.Fit, error) {
		switch at := count.Add(1); {
		case at == stopAt:
			stop()
		case stopAt > 0 && at > stopAt:
			<-ctx.Done()
			return trials.Fit{}, ctx.Err()
		}
		return trials.Fit{Error: float64(seed) / 1000 * float64(d.D), Seconds: .5}, nil
	})
}

func smallTable(m ...Method) Table1 {
	return Table1{Trials: 6, N: someSettings.N, Seed: someSettings.Seed, Data: All()[1:], Methods: m}
}

func allErrors(table []Row) (all []float64) {
	for _, row := range table {
		all = append(all, row.Errors...)
	}
	return all
}

// A run that was stopped goes on where it stopped: no trial is made twice, and the
// result is that of a run at one go.
func TestInterruptedRunGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	ctx, cancel := context.WithCancel(t.Context())
	var fits atomic.Int64
	table1 := smallTable(counted("a", &fits, 8, cancel), counted("b", &fits, 8, cancel))
	table1.State = openState(t, path)
	if _, err := table1.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	kept := table1.State.Len()
	if err := table1.State.Close(); err != nil || kept != 8 {
		t.Fatalf("kept %d trials, %v", kept, err)
	}
	fits.Store(0)
	table1.Methods = []Method{counted("a", &fits, 0, nil), counted("b", &fits, 0, nil)}
	table1.State = openState(t, path)
	if table1.State.Len() != kept {
		t.Errorf("%d trials in the file, %d were made", table1.State.Len(), kept)
	}
	resumed, err := table1.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if made := int(fits.Load()); made != 36-kept {
		t.Errorf("made %d trials, but %d of 36 were left", made, 36-kept)
	}
	table1.State = nil
	straight, err := table1.Run(t.Context())
	if err != nil || !slices.Equal(allErrors(straight), allErrors(resumed)) || resumed[0].Seconds != straight[0].Seconds {
		t.Errorf("at one go %+v, resumed %+v, %v", straight, resumed, err)
	}
}

// However much of the last line is missing, only that trial is made again.
func TestTornLineIsDropped(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	var fits atomic.Int64
	table1 := smallTable(counted("a", &fits, 0, nil))
	table1.Trials = 1
	table1.State = openState(t, path)
	want, err := table1.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err = errors.Join(err, table1.State.Close()); err != nil {
		t.Fatal(err)
	}
	for size := range len(whole) {
		if err := os.WriteFile(path, whole[:size], 0o666); err != nil {
			t.Fatal(err)
		}
		fits.Store(0)
		table1.State = openState(t, path)
		got, err := table1.Run(t.Context())
		if err != nil || !slices.Equal(allErrors(got), allErrors(want)) {
			t.Fatalf("cut to %d bytes: %+v, %v", size, got, err)
		}
		if lines := max(1, bytes.Count(whole[:size], []byte("\n"))); int(fits.Load()) != 4-lines { // a head and 3 trials
			t.Errorf("cut to %d bytes: %d trials made again", size, fits.Load())
		}
		if again, err := os.ReadFile(path); err != nil || len(again) != len(whole) {
			t.Fatalf("cut to %d bytes: the file is then %q, %v", size, again, err)
		}
		if err := table1.State.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// More trials and more methods go into the same file.
func TestStateIsExtended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	var fits atomic.Int64
	for _, step := range []struct {
		trials int
		names  []string
		want   int64
	}{
		{2, []string{"a"}, 6}, {4, []string{"a"}, 6}, {4, []string{"b", "a"}, 12}, {3, []string{"b"}, 0},
	} {
		fits.Store(0)
		table1 := smallTable()
		for _, name := range step.names {
			table1.Methods = append(table1.Methods, counted(name, &fits, 0, nil))
		}
		table1.Trials, table1.State = step.trials, openState(t, path)
		table, err := table1.Run(t.Context())
		if err != nil || fits.Load() != step.want || len(table[0].Errors) != step.trials {
			t.Errorf("%+v: %d fits, %v", step, fits.Load(), err)
		}
		_ = table1.State.Close()
	}
}

// What is not our state, or one of other settings, is refused and stays as it is.
func TestStateOfSomethingElseIsRefused(t *testing.T) {
	head := `{"format":"suffice/table1","n":60,"seed":5,"centres":20}` + "\n"
	for _, test := range []struct{ text, want string }{
		{"x1,x2,y\n1,2,3\n", "FILE is not a state file of suffice reproduce table1; name another file"},
		{"no line at all", "FILE is not a state file of suffice reproduce table1; name another file"},
		{"{}\n", "FILE is not a state file of suffice reproduce table1; name another file"},
		{`{"format":"suffice/table1","n":60,"seed":5}` + "\n", "FILE is not a state file of suffice reproduce table1; name another file"},
		{head + "{}\n", "FILE:2: this is not a trial: it has no data; delete the line, or begin a new state file"},
		{head + `{"data":"data1"` + "\n" + head, "FILE:2: this is not a trial: it cannot be read; delete the line, or begin a new state file"},
		{strings.Replace(head, "60", "1000", 1), "FILE has trials with n 1000 rather than 60; use these settings, or name another file"},
		{strings.Replace(strings.Replace(head, "5", "1", 1), "20", "0", 1), "FILE has trials with seed 1 rather than 5, centres 0 rather than 20; use these settings, or name another file"},
	} {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := OpenState(path, someSettings)
		if want := strings.ReplaceAll(test.want, "FILE", path); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != test.text {
			t.Errorf("the file is now %q, %v", after, err)
		}
	}
}

// Every field of a trial must be there, with a value that a trial can have.
func TestDamagedTrialIsRefused(t *testing.T) {
	const whole = `{"data":"data2","method":"sca","seed":5,"error":0.25,"seconds":0.5}`
	open := func(line string) error {
		path := filepath.Join(t.TempDir(), "state")
		text := `{"format":"suffice/table1","n":60,"seed":5,"centres":20}` + "\n" + whole + "\n" + line + "\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := OpenState(path, someSettings)
		if err != nil {
			return errors.New(strings.TrimPrefix(err.Error(), path))
		}
		return s.Close()
	}
	for _, test := range []struct{ old, new, want string }{
		{`"data":"data2",`, ``, "it has no data"},
		{`"sca"`, `""`, "it has no method"},
		{`"seed":5,`, ``, "it has no seed"},
		{`0.25`, `null`, "it has no error"},
		{`,"seconds":0.5`, ``, "it has no seconds"},
		{`0.25`, `1.001`, "the error is 1.001, but must be from 0 to 1"},
		{`0.25`, `-0.1`, "the error is -0.1, but must be from 0 to 1"},
		{`0.25`, `"low"`, "it cannot be read"},
		{`0.5`, `-1`, "it took -1 seconds"},
	} {
		want := ":3: this is not a trial: " + test.want + "; delete the line, or begin a new state file"
		if err := open(strings.Replace(whole, test.old, test.new, 1)); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	for _, value := range []string{"0", "1", "1.0000000001"} { // the last is 1 with rounding
		if err := open(strings.Replace(whole, "0.25", value, 1)); err != nil {
			t.Errorf("error %s: %v", value, err)
		}
	}
}

func TestStateThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	for path, want := range map[string]string{
		folder:                                 "is not a regular file",
		filepath.Join(folder, "none", "state"): "there is no directory",
	} {
		if _, err := OpenState(path, someSettings); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", path, err)
		}
	}
	closed := openState(t, filepath.Join(folder, "closed"))
	_ = closed.Close()
	table1 := smallTable(constant("a", trials.Fit{}))
	table1.State = closed
	if _, err := table1.Run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "cannot use the state file ") {
		t.Errorf("error %v", err)
	}
}

package evaluate

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice/output"
)

func someComparison(t *testing.T) CompareOptions {
	return CompareOptions{
		Methods: methods(t, "sca0", "pca", "cca", "none"), Dims: []int{1, 2}, Splits: Splits{Train: 40, Repeats: 6, Seed: 3}, Centres: 20,
	}
}

func errorsOf(table *CompareResult) (all []float64) {
	for _, r := range table.Rows {
		all = append(all, r.Errors...)
		all = append(all, r.Mean, r.SD)
	}
	return all
}

// A comparison that was stopped goes on where it stopped: no fit is made twice, and the
// rows are those of one at one go. Of two classes, cca finds one component.
func TestInterruptedComparisonGoesOn(t *testing.T) {
	x, y := problem(t, 60)
	c := someComparison(t)
	straight, err := Compare(t.Context(), x, y, c)
	if err != nil {
		t.Fatal(err)
	}
	const all = 6 * (2 + 2 + 1 + 1)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4)) // so that some fits are not begun
	path := filepath.Join(t.TempDir(), "state")
	open := func() *State {
		s, err := OpenState(t.Context(), path, x, y, c)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	ctx, cancel := context.WithCancel(t.Context())
	c.State = open()
	c.Progress = func(p Progress) {
		if p.Done == 10 {
			cancel()
		}
	}
	if _, err := Compare(ctx, x, y, c); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	kept := c.State.Len()
	if err := c.State.Close(); err != nil || kept < 10 || kept >= all {
		t.Fatalf("kept %d fits, %v", kept, err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)-3], 0o666); err != nil { // a torn line
		t.Fatal(err)
	}
	c.State = open()
	made := 0
	c.Progress = func(p Progress) {
		made++
		if p.All != all || p.Done != kept-1+made {
			t.Errorf("fit %d of this run is %d of %d", made, p.Done, p.All)
		}
	}
	resumed, err := Compare(t.Context(), x, y, c)
	if err != nil || made != all-kept+1 {
		t.Errorf("%d fits made, %d of %d were kept, %v", made, kept-1, all, err)
	}
	if !slices.Equal(errorsOf(resumed), errorsOf(straight)) {
		t.Errorf("resumed  %+v\nstraight %+v", resumed, straight)
	}
	for i, r := range resumed.Rows {
		if r.Best != straight.Rows[i].Best || r.Method != straight.Rows[i].Method || (r.Err == nil) != (straight.Rows[i].Err == nil) {
			t.Errorf("resumed  %+v\nstraight %+v", r, straight.Rows[i])
		}
	}
	_ = c.State.Close()
}

// More splits, methods and dimensions go into the same file.
func TestComparisonIsExtended(t *testing.T) {
	x, y := problem(t, 60)
	path := filepath.Join(t.TempDir(), "state")
	c := someComparison(t)
	for _, step := range []struct {
		names   string
		dims    []int
		repeats int
		want    int
	}{
		{"pca", []int{1}, 2, 2}, {"pca", []int{1}, 3, 1}, {"pca,none", []int{1, 3}, 3, 3 + 3}, {"none", []int{2}, 2, 0},
	} {
		c.Methods, c.Dims, c.Splits.Repeats = methods(t, strings.Split(step.names, ",")...), step.dims, step.repeats
		fits := 0
		c.Progress = func(Progress) { fits++ }
		var err error
		if c.State, err = OpenState(t.Context(), path, x, y, c); err != nil {
			t.Fatal(err)
		}
		table, err := Compare(t.Context(), x, y, c)
		if err != nil || fits != step.want || len(table.Rows[0].Errors) != step.repeats {
			t.Errorf("%+v: %d fits, %v", step, fits, err)
		}
		_ = c.State.Close()
	}
}

// Results of another table or of other settings are refused, and so are damaged ones.
func TestOtherStateIsRefused(t *testing.T) {
	x, y := problem(t, 60)
	path := filepath.Join(t.TempDir(), "state")
	c := someComparison(t)
	s, err := OpenState(t.Context(), path, x, y, c)
	if err != nil || s.Close() != nil {
		t.Fatal(err)
	}
	refused := func(what, want string, open func() (*State, error)) {
		t.Helper()
		if _, err := open(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", what, err, want)
		}
	}
	other := c
	other.Splits.Train, other.Centres, other.NoScale = 30, 0, true
	refused("settings", "has results with train 40 rather than 30, centres 20 rather than 0, no-scale false rather than true;", func() (*State, error) {
		return OpenState(t.Context(), path, x, y, other)
	})
	turned := *y
	turned.Class = slices.Clone(y.Class)
	turned.Class[7] = 1 - turned.Class[7]
	refused("table", "has results with another table, target or choice of inputs; ", func() (*State, error) {
		return OpenState(t.Context(), path, x, &turned, c)
	})
	grouped := c
	grouped.Judge, grouped.Splits.Group = RidgeJudge, make([]int, 60)
	grouped.Splits.Group[3] = 1
	refused("judge", `judge "both" rather than "ridge", other groups, times or blocks;`, func() (*State, error) {
		return OpenState(t.Context(), path, x, y, grouped)
	})
	head, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head = regexp.MustCompile(`,"(format-version":[0-9]+|program":"[^"]*"|sum":"[^"]*")`).ReplaceAll(head, nil) // as a file of before, without checksums
	whole := `{"method":"pca","dim":1,"split":0,"error":0.5,"seconds":0.1,"measures":{"error_rate":0.5}}`
	for _, damage := range []struct{ old, new, want string }{
		{`"pca"`, `""`, "it has no method"},
		{`"dim":1`, `"dim":0`, "it has no dim"},
		{`"split":0,`, ``, "it has no split"},
		{`0.5`, `-0.5`, "it has no error"},
		{`,"seconds":0.1`, ``, "it has no seconds"},
		{`0.5`, `"low"`, "it cannot be read"},
		{`,"measures":{"error_rate":0.5}`, ``, "it has no measures"},
	} {
		text := string(head) + whole + "\n" + strings.Replace(whole, damage.old, damage.new, 1) + "\n"
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		refused(damage.new, ":3: this is not a result: "+damage.want, func() (*State, error) { return OpenState(t.Context(), path, x, y, c) })
	}
}

// A result that cannot be kept ends the comparison.
func TestStateThatCannotBeWritten(t *testing.T) {
	x, y := problem(t, 60)
	c := someComparison(t)
	var err error
	if c.State, err = OpenState(t.Context(), filepath.Join(t.TempDir(), "state"), x, y, c); err != nil {
		t.Fatal(err)
	}
	_ = c.State.Close()
	if _, err := Compare(t.Context(), x, y, c); err == nil || !strings.HasPrefix(err.Error(), "cannot use the state file ") {
		t.Errorf("error %v", err)
	}
}

// A label that only some training rows have does not keep a method from being compared.
func TestRareLabelIsNoFailure(t *testing.T) {
	x, y := problem(t, 60)
	labels := &output.Target{Kind: "labels", Names: []string{"often", "once"}, Values: make([]float64, 120)}
	for i, c := range y.Class {
		labels.Values[2*i] = float64(c)
	}
	labels.Values[1] = 1
	table, err := Compare(t.Context(), x, labels, CompareOptions{Methods: methods(t, "cca"), Dims: []int{1, 2}, Splits: Splits{Train: 30, Repeats: 10}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table.Rows {
		if r.Err != nil || len(r.Errors) != 10 {
			t.Errorf("row %+v", r)
		}
	}
}

// What a method cannot find is told before any fit.
func TestTooManyComponentsAreNotTried(t *testing.T) {
	x, y := problem(t, 60)
	table, err := Compare(t.Context(), x, y, CompareOptions{Methods: methods(t, "cca", "sir", "pca"), Dims: []int{1, 3}, Splits: Splits{Repeats: 2}})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range table.Rows {
		tooMany, ok := errors.AsType[*TooManyComponents](r.Err)
		if ok != (i == 1 || i == 3) {
			t.Errorf("row %+v", r)
		}
		if ok && *tooMany != (TooManyComponents{r.Method, 3, 1}) {
			t.Errorf("%+v", tooMany)
		}
	}
}

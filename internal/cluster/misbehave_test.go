package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/table"
)

// A mode is what a worker does to its answers, in words: each is something to do, and the
// number of the answer to do it at, counted over all workers. A file whose length is the
// number of answers so far does the counting, so that no clock is needed.
//
//	well            nothing
//	die@3           ends before answering
//	cut@3           ends in the middle of an answer
//	damage@3        changes a byte
//	talk@3          writes a line that is no answer
//	twice@3         gives the answer twice
//	other@3         gives the answer to another question
//	part@3          gives it for another part
func misbehaving(mode string, w *Worker) (io.Writer, bool) {
	if mode == "well" {
		return os.Stdout, true
	}
	counter, acts, ok := strings.Cut(mode, " ")
	return &misbehaved{counter: counter, acts: strings.Fields(acts), worker: w}, ok
}

type misbehaved struct {
	counter string
	acts    []string
	worker  *Worker
	written bytes.Buffer
}

// Write takes what belongs to answers, and passes on whole ones.
func (m *misbehaved) Write(data []byte) (int, error) {
	m.written.Write(data)
	for {
		f, err := ReadFrame(bytes.NewReader(m.written.Bytes()))
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) { // there is more to come
			return len(data), nil
		}
		if err == nil {
			m.written.Next(frameHeader + len(f.Data) + 4)
			err = m.pass(f)
		}
		if err != nil {
			return 0, err
		}
	}
}

func (m *misbehaved) pass(f Frame) error {
	number := m.count()
	var whole bytes.Buffer
	if _, err := f.WriteTo(&whole); err != nil {
		return err
	}
	for _, act := range m.acts {
		what, at, _ := strings.Cut(act, "@")
		if at != strconv.Itoa(number) {
			continue
		}
		switch what {
		case "die":
			os.Exit(3)
		case "cut":
			_, _ = os.Stdout.Write(whole.Bytes()[:whole.Len()/2])
			os.Exit(3)
		case "damage":
			whole.Bytes()[whole.Len()/2] ^= 1
		case "talk":
			whole.Reset()
			whole.WriteString("I am busy, ask me later\n")
		case "twice":
			whole.Write(slices.Clone(whole.Bytes()))
		case "other":
			f.Data = bytes.Replace(f.Data, []byte(m.worker.asked.id), []byte("0123456789abcdef"), 1)
			whole.Reset()
			_, _ = f.WriteTo(&whole)
		case "part":
			f.Part++
			whole.Reset()
			_, _ = f.WriteTo(&whole)
		}
	}
	_, err := os.Stdout.Write(whole.Bytes())
	return err
}

// count counts an answer.
func (m *misbehaved) count() int {
	file, err := os.OpenFile(m.counter, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := file.Write([]byte{'.'}); err != nil {
		panic(err)
	}
	state, err := file.Stat()
	if err != nil {
		panic(err)
	}
	return int(state.Size())
}

// Workers that die, at whatever answer, change nothing.
func TestModelsDoNotDependOnDeathsOrWorkers(t *testing.T) {
	files, roles := houses(t, 200, 5, false), roles["number"]
	want, err := fitThere(t, here(files), roles, suffice.MDDM{Dim: 1})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tried := 0
	rapid.Check(t, func(r *rapid.T) {
		if tried++; tried > 25 { // each starts processes
			return
		}
		mode := []string{filepath.Join(dir, strconv.Itoa(tried))}
		for range rapid.IntRange(0, 6).Draw(r, "acts") {
			what := rapid.SampledFrom([]string{"die", "cut", "damage", "talk"}).Draw(r, "what")
			mode = append(mode, fmt.Sprintf("%s@%d", what, 4*rapid.IntRange(0, 6).Draw(r, "at")))
		}
		e := workers(t, rapid.IntRange(1, 3).Draw(r, "workers"), strings.Join(append(mode, "-"), " "), files...)
		defer e.Close()
		got, err := fitThere(t, e, roles, suffice.MDDM{Dim: 1})
		if err != nil {
			r.Fatal(mode, err)
		}
		if !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
			r.Fatal(mode, "another model")
		}
	})
}

func TestWorkersThatAnswerWrongly(t *testing.T) {
	files := houses(t, 200, 5, false)
	for mode, want := range map[string]string{
		"part@2 part@7 -":                 "has answered",
		"other@3 -":                       "has answered another question than it was asked",
		"twice@3 -":                       "has answered",
		"die@1 die@2 die@3 die@4 die@5 -": "its worker died 4 times",
	} {
		e := workers(t, 1, filepath.Join(t.TempDir(), "count")+" "+mode, files...)
		if _, err := fitThere(t, e, roles["number"], suffice.MDDM{Dim: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", mode, err, want)
		}
	}
}

// stalls is an engine whose last part never answers.
type stalls struct{ here }

func (s stalls) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	err := s.here.Ask(ctx, question, func(f Frame) error {
		if f.Part == len(s.here)-1 {
			return nil
		}
		return answered(f)
	})
	if err == nil {
		<-ctx.Done()
		err = ctx.Err()
	}
	return err
}

func TestAPartThatNeverAnswersCanBeGivenUp(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	files := houses(t, 20, 2, false)
	done := make(chan error)
	go func() {
		_, err := Describe(ctx, stalls{here(files)}, "houses", table.Options{}, table.Roles{})
		done <- err
	}()
	stop()
	if err := <-done; !errors.Is(err, ctx.Err()) {
		t.Fatal(err)
	}
}

// told is an engine that gives answers as told.
type told struct {
	here
	change func(Frame) []Frame
}

func (e told) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	var all []Frame
	if err := e.here.Ask(ctx, question, func(f Frame) error { all = append(all, e.change(f)...); return nil }); err != nil {
		return err
	}
	slices.Reverse(all) // the order does not count
	for _, f := range all {
		if err := answered(f); err != nil {
			return err
		}
	}
	return nil
}

func TestAnswersAreCheckedWhateverTheEngineDoes(t *testing.T) {
	files := houses(t, 40, 3, false)
	keep := func(f Frame) []Frame { return []Frame{f} }
	for want, change := range map[string]func(Frame) []Frame{
		"":                             keep,
		"part 2 has answered twice":    func(f Frame) []Frame { return slices.Repeat(keep(f), 1+f.Part%2) },
		"part 3 of 3 has not answered": func(f Frame) []Frame { return slices.Repeat(keep(f), 1-f.Part/2) },
		"part 4 has answered, but there are only 3": func(f Frame) []Frame { f.Part++; return keep(f) },
		"cut short or damaged":                      func(f Frame) []Frame { f.Data = f.Data[:len(f.Data)/2]; return keep(f) },
		"no answer, but a frame of kind 'Q'":        func(f Frame) []Frame { f.Kind = Asks; return keep(f) },
	} {
		_, err := Describe(t.Context(), told{here(files), change}, "houses", table.Options{}, table.Roles{})
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && !strings.Contains(got, want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// Errors in the data are answers, with the file and the row, and are not asked for again.
func TestErrorsOfTheDataAreAnswers(t *testing.T) {
	files := houses(t, 40, 3, false)
	content, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(content), "\n")
	lines[4] = "oops" + lines[4]
	if err := os.WriteFile(files[1], []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = fitThere(t, workers(t, 2, "well", files...), roles["number"], suffice.PCA{Dim: 1})
	at, ok := errors.AsType[*table.Error](err)
	if !ok || at.Source != files[1] || at.Line != 5 || at.Column != "a" {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[2], []byte("a,b\n1,2\n1,2,3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	counter := filepath.Join(t.TempDir(), "count")
	_, err = fitThere(t, workers(t, 1, counter+" -", files...), roles["number"], suffice.PCA{Dim: 1})
	if at, ok := errors.AsType[*table.Error](err); !ok || at.Source != files[2] || at.Line != 3 {
		t.Fatal(err)
	}
	if state, err := os.Stat(counter); err != nil || state.Size() != int64(len(files)) {
		t.Errorf("%d answers to a question to %d parts, %v", state.Size(), len(files), err)
	}
}

// changes is an engine that changes answers to questions of a task.
type changes struct {
	here
	task   string
	change func(part int, head *answerHead, result []byte) []byte
}

func (c changes) Ask(ctx context.Context, asked []byte, answered func(Frame) error) error {
	q, err := readQuestion(asked)
	if err != nil || q.Task != c.task {
		return c.here.Ask(ctx, asked, answered)
	}
	return c.here.Ask(ctx, asked, func(f Frame) error {
		var head answerHead
		pieces, err := unpack(f.Data, &head)
		if err != nil {
			return err
		}
		result := c.change(f.Part, &head, pieces[0])
		if f.Data, err = pack(head, result); err != nil {
			return err
		}
		return answered(f)
	})
}

// allAsked asks all questions that there are.
func allAsked(t *testing.T, e Engine, model *suffice.Projection) error {
	roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "low", "high", "town"}, Missing: table.MedianForMissing, Weights: "c", Group: "town"}
	data, err := Describe(t.Context(), e, "houses", table.Options{}, roles)
	if err == nil {
		_, err = data.Describe()
	}
	if err != nil {
		return err
	}
	choice, err := data.Choose(roles)
	if err != nil {
		return err
	}
	_, err = choice.X.(*Rows).Draw(t.Context(), 30, 1)
	if err != nil {
		return err
	}
	wanted := table.WantedBy(model)
	wanted.Missing = table.DropMissing
	judging, err := data.Apply(wanted)
	if err == nil {
		_, err = judging.X.(*Rows).Judge(t.Context(), model)
	}
	return err
}

// A part that has another number of rows than before is noticed, whatever is asked.
func TestOtherNumbersOfRowsAreRefused(t *testing.T) {
	files, roles := houses(t, 90, 3, true), roles["number"]
	roles.Missing = table.DropMissing
	model := predicting(t, files, roles)
	for _, task := range []string{taskSpread, taskJudge, taskBeside, taskSum} {
		err := allAsked(t, changes{here(files), task, func(part int, head *answerHead, result []byte) []byte {
			head.Rows += part / 2
			return result
		}}, model)
		if err == nil || !strings.HasPrefix(err.Error(), "part 3 has ") || !strings.Contains(err.Error(), " rows, but had ") {
			t.Errorf("%s: %v", task, err)
		}
	}
	if err := allAsked(t, here(files), model); err != nil {
		t.Error(err)
	}
}

// Counts that cannot be are refused, and nothing is asked again and again for them.
func TestCountsThatCannotBeAreRefused(t *testing.T) {
	files, roles := houses(t, 90, 3, true), roles["number"]
	roles.Missing = table.DropMissing
	model := predicting(t, files, roles)
	for task, answers := range map[string][]string{
		taskOutline: {`{"Rows":1152921504606846976}`, `{"Rows":-1}`, `{"Rows":"many"}`},
		taskPrepare: {
			`{"Rows":1152921504606846976,"All":1152921504606846976,"Sums":[0,0,0],"Present":[0,0,0]}`, `{"Rows":-1}`,
			`{"Rows":9,"All":9,"Sums":[0,0,0],"Present":[9,9,9]}`, `{"Rows":9,"All":9,"Sums":[0,0,0],"Present":[9,9,9],"Weights":{"Least":0,"Largest":1,"Mean":0.5}}`,
			`{"Rows":9,"All":9,"Sums":[0,0,0],"Present":[9,9,9],"Weights":{"Least":2,"Largest":1,"Mean":0.5}}`,
		},
	} {
		for _, answer := range answers {
			err := allAsked(t, changes{here(files), task, func(part int, _ *answerHead, result []byte) []byte {
				if part == 2 {
					return []byte(answer)
				}
				return result
			}}, model)
			if !errors.Is(err, errPack) {
				t.Errorf("%s: %s: %v", task, answer, err)
			}
		}
	}
}

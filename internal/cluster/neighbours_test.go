package cluster

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/table"
)

func TestNeighboursDependOnTheNumberOfParts(t *testing.T) {
	for parts, want := range map[int]int{0: 1, 1: 1, 8192: 1, 8193: 2, 16384: 2, 16385: 4, 100000: 16, 1 << 20: 128} {
		if got := neighbours(parts); got != want {
			t.Errorf("%d parts: %d neighbours, want %d", parts, got, want)
		}
	}
}

// oneByOne is an engine that knows no neighbours: a worker answers for parts in the reverse order.
type oneByOne []string

func (o oneByOne) Parts() []string { return o }

func (o oneByOne) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	var parts []part
	for k, name := range slices.Backward(o) {
		parts = append(parts, part{number: k, name: name, isPath: true})
	}
	return askOne(ctx, question, parts, answered)
}

// kindsOf is an engine that counts frames by their kinds.
type kindsOf struct {
	Engine
	frames map[Kind]int
}

func (k kindsOf) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	return k.Engine.Ask(ctx, question, func(f Frame) error {
		k.frames[f.Kind]++
		return answered(f)
	})
}

// inGroups has the driver given at most so many sums during a test.
func inGroups(t *testing.T, most int) {
	t.Cleanup(func(was int) func() { return func() { mostGroups = was } }(mostGroups))
	mostGroups = most
}

// Of 65 parts in at most 64 groups, workers that are given pairs add them up, and a model has the bytes that it has
// where the driver does, though workers die.
func TestNeighboursAreMergedOnTheWay(t *testing.T) {
	inGroups(t, 64)
	parts := partsOf(t, "generated:rows=3000,inputs=3,noise=0.1,parts=65")
	died := filepath.Join(t.TempDir(), "count") + " die@60 cut@150 die@331 die@600"
	roles, method := table.Roles{Target: []string{"y"}}, suffice.SAVE{Dim: 1}
	want, err := fitThere(t, oneByOne(parts), roles, method)
	if err != nil {
		t.Fatal(err)
	}
	e := kindsOf{workers(t, 2, died, parts...), map[Kind]int{}}
	got, err := fitThere(t, e, roles, method)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
		t.Error("the model is another")
	}
	if questions := (e.frames[Answers] + e.frames[Merged]) / len(parts); e.frames[Merged] != (questions-2)*32 {
		t.Errorf("answers of %d of %d questions were merged, want all but two", e.frames[Merged]/32, questions)
	}
}

// answering is an engine whose answers are frames that are made up.
type answering struct {
	parts  int
	frames func(id string) []Frame
}

func (a answering) Parts() []string { return make([]string, a.parts) }

func (a answering) Ask(_ context.Context, question []byte, answered func(Frame) error) error {
	for _, f := range a.frames(idOf(question)) {
		if err := answered(f); err != nil {
			return err
		}
	}
	return nil
}

func TestAnswersForOtherNeighboursAreRefused(t *testing.T) {
	const parts = 16385 // four at a time
	frame := func(kind Kind, part int, head answerHead) Frame {
		data, err := pack(head, [][]byte{{}}[:map[Kind]int{Answers: 1}[kind]]...)
		if err != nil {
			t.Fatal(err)
		}
		return Frame{kind, part, data}
	}
	for said, want := range map[string]string{
		"MMMA4": "part 5 of 16385 has not answered", "AAAA": "part 5 of 16385 has not answered", "MMM": "part 1 of 16385 has not answered",
		"A2": "part 1 has answered for other parts", "MA2": "part 2 has answered for other parts", "MMMA3": "part 4 has answered for other parts",
		"MMMA": "part 4 has answered for other parts", "AMMMA4": "part 5 has answered for other parts", "MMMMA5": "part 5 has answered for other parts",
		"oMMA4": "part 1 has given no answer",
	} {
		e := answering{parts, func(id string) (frames []Frame) {
			for k := range strings.Count(said, "M") + strings.Count(said, "A") + strings.Count(said, "o") {
				head, kind := answerHead{Question: id}, Kind(said[k])
				if kind == 'o' {
					head.Question, kind = "other", Merged
				}
				if _, err := fmt.Sscanf(said[k:], "A%d", &head.Parts); err != nil {
					head.Parts = 0
				}
				frames = append(frames, frame(kind, k, head))
			}
			return frames
		}}
		err := ask(t.Context(), e, &question{Task: taskSum}, func(int, answerHead, []byte) error { return nil })
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", said, err, want)
		}
		if strings.HasPrefix(said, "MMMA4") {
			err := ask(t.Context(), e, &question{Task: taskPrepare}, func(int, answerHead, []byte) error { return nil })
			if err == nil || !strings.HasPrefix(err.Error(), "part 4 has answered for other parts") {
				t.Errorf("%s for a question that asks for no sums: %v", said, err)
			}
		}
	}
}

package cluster

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"
)

func drawFrame(t *rapid.T) Frame {
	return Frame{
		Kind: rapid.SampledFrom([]Kind{Asks, AtPath, InBytes, Together, Answers, Merged, Problem, HasParts, Gives, Tells}).Draw(t, "kind"),
		Part: rapid.IntRange(0, 1<<31).Draw(t, "part"),
		Data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
	}
}

func written(t rapid.TB, frames ...Frame) []byte {
	var out bytes.Buffer
	for _, f := range frames {
		if n, err := f.WriteTo(&out); err != nil || n != int64(frameHeader+len(f.Data)+4) {
			t.Fatalf("%d bytes, %v", n, err)
		}
	}
	return out.Bytes()
}

func TestFramesAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		one, two := drawFrame(t), drawFrame(t)
		in := bytes.NewReader(written(t, one, two))
		for _, want := range []Frame{one, two} {
			got, err := ReadFrame(in)
			if err != nil || got.Kind != want.Kind || got.Part != want.Part || !bytes.Equal(got.Data, want.Data) {
				t.Fatalf("%v, %v, want %v", got, err, want)
			}
		}
		if _, err := ReadFrame(in); !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
	})
}

func TestFramesWithAnyByteChangedOrCutOffAreRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := written(t, drawFrame(t))
		at := rapid.IntRange(0, len(data)-1).Draw(t, "at")
		if _, err := ReadFrame(bytes.NewReader(data[:at])); err == nil || at > 0 && errors.Is(err, io.EOF) {
			t.Fatalf("cut off at %d: %v", at, err)
		}
		data[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "change"))
		if _, err := ReadFrame(bytes.NewReader(data)); err == nil {
			t.Fatalf("byte %d was changed", at)
		}
	})
}

func FuzzFrame(f *testing.F) {
	f.Add(written(f, Frame{Asks, 3, []byte("how many?")}))
	f.Add(written(f, Frame{Answers, 1 << 31, nil}, Frame{Problem, 0, []byte{0}}))
	question, err := question{Task: taskSum, First: starts{0, 3, 3, 1_000_000}, state: []byte("state")}.packed()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(question)
	f.Fuzz(func(t *testing.T, data []byte) {
		frame, err := ReadFrame(bytes.NewReader(data))
		if err == nil && !bytes.HasPrefix(data, written(t, frame)) {
			t.Fatal("another frame was read than was written")
		}
		var head map[string]any
		_, _ = unpack(data, &head)
		_, _ = readPart(Frame{InBytes, 0, data})
		_, _ = readQuestion(data)
	})
}

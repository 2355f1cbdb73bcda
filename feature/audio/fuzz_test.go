package audio

import (
	"bufio"
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fuzzFormat feeds damaged files to Read, starting from those in testdata that match.
// Files are large for a fuzzer, so let it not try to make them small for long:
//
//	go test ./feature/audio -run none -fuzz FuzzMP3 -fuzztime 30s -fuzzminimizetime 10x
func fuzzFormat(f *testing.F, pattern string) {
	paths, err := filepath.Glob(filepath.Join("testdata", pattern))
	if err != nil || len(paths) == 0 {
		f.Fatalf("no %s in testdata: %v", pattern, err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		sound, err := read(bufio.NewReader(bytes.NewReader(content)), 1<<20)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		for i, v := range sound.Samples {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("sample %d is %g", i, v)
			}
		}
	})
}

func FuzzWAV(f *testing.F)    { fuzzFormat(f, "*.wav") }
func FuzzFLAC(f *testing.F)   { fuzzFormat(f, "*.flac") }
func FuzzMP3(f *testing.F)    { fuzzFormat(f, "*.mp3") }
func FuzzVorbis(f *testing.F) { fuzzFormat(f, "*.ogg") }

package audio

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
)

// Files without loss hold the signal to half a step of their numbers; stereo files have
// x and x/2, whose mean is 3x/4. libsndfile wrote them; see testdata/README.md.
func TestReadsFilesWithoutLoss(t *testing.T) {
	for _, c := range []struct {
		name      string
		rate, n   int
		scale     float64
		tolerance float64
	}{
		{"chirp16.flac", 16000, 4000, 1, 1. / (1 << 15)},
		{"chirp24stereo.flac", 32000, 3200, 0.75, 1. / (1 << 23)},
		{"chirp_pcm_u8.wav", 8000, 160, 0.75, 1. / (1 << 7)},
		{"chirp_pcm_16.wav", 8000, 160, 0.75, 1. / (1 << 15)},
		{"chirp_pcm_24.wav", 8000, 160, 0.75, 1. / (1 << 23)},
		{"chirp_pcm_32.wav", 8000, 160, 0.75, 1. / (1 << 31)},
		{"chirp_float.wav", 8000, 160, 0.75, 3e-8},
		{"chirp_double.wav", 8000, 160, 0.75, 1e-15},
		{"chirp_extensible.wav", 8000, 160, 0.75, 1. / (1 << 23)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustRead(t, filepath.Join("testdata", c.name))
			if got.Rate != c.rate || len(got.Samples) != c.n || got.Truncated {
				t.Fatalf("%d samples at %d, truncated %v", len(got.Samples), got.Rate, got.Truncated)
			}
			for i, want := range chirp(c.n, c.rate) {
				if miss := got.Samples[i] - c.scale*want; miss > c.tolerance || miss < -c.tolerance {
					t.Fatalf("sample %d is %g off", i, miss)
				}
			}
		})
	}
}

// Files with loss sound like the signal: what differs is below 1/100 of its power,
// after the delay that MP3 adds: 529 samples by decoders, 576 by LAME, and the frame
// that holds LAME's notes.
func TestReadsFilesWithLoss(t *testing.T) {
	for _, c := range []struct {
		name    string
		rate, n int
		scale   float64
		delay   int
	}{
		{"chirp.ogg", 16000, 8000, 1, 0},
		{"chirpstereo.ogg", 44100, 11025, 0.75, 0},
		{"chirp.mp3", 16000, 8000, 1, 529 + 576 + 576},
		{"chirpstereo.mp3", 44100, 11025, 0.75, 529 + 576 + 1152},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := mustRead(t, filepath.Join("testdata", c.name))
			if got.Rate != c.rate || got.Truncated {
				t.Fatalf("rate %d, truncated %v", got.Rate, got.Truncated)
			}
			if c.delay == 0 && len(got.Samples) != c.n {
				t.Errorf("%d samples, not %d", len(got.Samples), c.n)
			}
			want := chirp(c.n, c.rate)
			for i := range want {
				want[i] *= c.scale
			}
			delay, noise := bestDelay(got.Samples, want)
			if delay != c.delay || noise > decibels(want)-20 {
				t.Errorf("best at delay %d with %.1f dB of difference, signal %.1f dB", delay, noise, decibels(want))
			}
		})
	}
}

// bestDelay finds where got is most like want.
func bestDelay(got, want []float64) (delay int, noise float64) {
	noise = 1e9
	middle := len(want) / 2
	for d := 0; d+len(want) <= len(got); d++ {
		if here := decibels(difference(got[d+middle:][:1000], want[middle:][:1000])); here < noise {
			delay, noise = d, here
		}
	}
	return delay, noise
}

func TestReadsGzipAndTags(t *testing.T) {
	for _, name := range []string{"chirp16.flac", "chirp.ogg", "chirp.mp3", "chirp_pcm_16.wav"} {
		plain, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		want := mustRead(t, filepath.Join("testdata", name)).Samples
		var packed bytes.Buffer
		pack := gzip.NewWriter(&packed)
		pack.Write([]byte("ID3\x04\x00\x00\x00\x00\x01\x02" + strings.Repeat("x", 130)))
		pack.Write(plain)
		pack.Close()
		got, err := Read(&packed, name)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Samples) != len(want) || largest(difference(got.Samples, want)) != 0 {
			t.Errorf("%s: other samples behind gzip and a tag", name)
		}
	}
}

// A file that ends too early gives its beginning and says so.
func TestTruncatedFiles(t *testing.T) {
	for _, name := range []string{"chirp16.flac", "chirpstereo.ogg", "chirp.mp3", "chirp_pcm_16.wav"} {
		path := filepath.Join("testdata", name)
		plain, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole := mustRead(t, path).Samples
		step := 1 + len(plain)/100 // every size would take long
		for size := 0; size < len(plain); size += step {
			got, err := Read(bytes.NewReader(plain[:size]), name)
			if err != nil {
				wantOneLine(t, err, name)
				continue
			}
			n := len(got.Samples)
			// MP3 does not say how long it is.
			if n > len(whole) || !got.Truncated && n < len(whole) && !strings.HasSuffix(name, "mp3") {
				t.Fatalf("%s cut to %d bytes: %d samples of %d, truncated %v", name, size, n, len(whole), got.Truncated)
			}
			if strings.HasSuffix(name, "wav") && largest(difference(got.Samples, whole[:n])) != 0 {
				t.Fatalf("%s cut to %d bytes: other samples", name, size)
			}
		}
	}
}

// An Ogg file that ends with a whole page, but not its last, is cut too.
func TestTruncatedBetweenPages(t *testing.T) {
	plain, err := os.ReadFile("testdata/chirp.ogg")
	if err != nil {
		t.Fatal(err)
	}
	last := bytes.LastIndex(plain, []byte("OggS"))
	plain[last+5] &^= 4 // the mark of the last page
	sumPages(plain)
	got, err := Read(bytes.NewReader(plain), "a.ogg")
	if err != nil || !got.Truncated || len(got.Samples) < 8000 {
		t.Errorf("%d samples, truncated %v, %v", len(got.Samples), got.Truncated, err)
	}
}

func TestTruncatedGzip(t *testing.T) {
	var packed bytes.Buffer
	pack := gzip.NewWriter(&packed)
	pack.Write(wave(t, wavePCM16(1, 8000), make([]byte, 4000)))
	pack.Close()
	for size := range packed.Len() {
		got, err := Read(bytes.NewReader(packed.Bytes()[:size]), "short.wav.gz")
		if err == nil && len(got.Samples) < 2000 && !got.Truncated {
			t.Fatalf("%d bytes: not said to be cut", size)
		}
	}
}

func TestNotSound(t *testing.T) {
	for content, want := range map[string]string{
		"":                            "x: the file is empty",
		"hello, this is text":         "x: not a WAV, FLAC, MP3 or Ogg Vorbis file; convert it to one of them",
		"\x1f\x8bno gzip at all":      "x: the gzip file is damaged; copy or make it again",
		"ID3\x04\x00\x00\x00\x00\x10": "x: not a WAV, FLAC, MP3 or Ogg Vorbis file; convert it to one of them",
		"OggS":                        "x: the Ogg file ends before its first sample",
		"fLaC":                        "x: the FLAC file ends before its first sample",
	} {
		_, err := Read(strings.NewReader(content), "x")
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v", content, err)
		}
	}
}

func wantOneLine(t *testing.T, err error, name string) {
	t.Helper()
	if message := err.Error(); !strings.HasPrefix(message, name+": ") || strings.ContainsAny(message, "\n") {
		t.Errorf("not one line that begins with the name: %q", message)
	}
}

// What other people's decoders say is not passed on; what went wrong with reading is.
func TestErrorsOfDamage(t *testing.T) {
	plain, err := os.ReadFile("testdata/chirp16.flac")
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(plain)
	damaged[len(damaged)/2] ^= 1
	_, err = Read(bytes.NewReader(damaged), "a.flac")
	if want := "a.flac: the FLAC file is damaged, or of a kind that is not read; make it again, as WAV if need be"; err == nil || err.Error() != want {
		t.Errorf("a changed bit: %v", err)
	}
	_, err = Read(io.MultiReader(bytes.NewReader(plain[:3000]), iotest.ErrReader(errors.New("the disk is gone"))), "a.flac")
	if want := "a.flac: the disk is gone"; err == nil || err.Error() != want {
		t.Errorf("a failing disk: %v", err)
	}
	var packed bytes.Buffer
	pack := gzip.NewWriter(&packed)
	pack.Write(plain)
	pack.Close()
	packed.Bytes()[packed.Len()/2] ^= 0xff
	_, err = Read(&packed, "a.gz")
	if err == nil {
		t.Error("a damaged gzip file was read")
	}
}

// Package audio reads sound files: WAV, FLAC, MP3 and Ogg Vorbis, plain or packed by
// gzip. What a file is, is told by its content; its name appears only in errors.
//
// A sound is one channel of numbers from -1 to 1: where the file has several, their
// mean. Resample brings sounds to a common rate.
//
// Files come from anywhere, so each one is taken as possibly damaged: an error is one
// line, nothing panics, and memory is bounded by MaxSamples.
package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"github.com/klauspost/compress/gzip"

	"suffice/internal/memory"
)

// MaxSamples is how many samples a sound may have: 50 minutes at 44.1 kHz, one
// gigabyte. A longer one is an error, so that no file can fill the memory.
const MaxSamples = 1 << 27

// MaxRate is the highest number of samples a second that is believed.
const MaxRate = 10_000_000

// mostSamples is MaxSamples, or fewer where there is less memory for all that may be read at
// a time: a sample takes 8 bytes, and as many again while the sound grows and is resampled.
func mostSamples() int {
	const bytes = 3 * 8
	if all := memory.Machine(); all > 0 {
		return int(min(MaxSamples, all/bytes/int64(runtime.GOMAXPROCS(0))))
	}
	return MaxSamples
}

// Sound is one channel of a recording.
type Sound struct {
	Rate      int       // samples a second
	Samples   []float64 // full scale is -1 to 1; files of floating point may go beyond it
	Truncated bool      // the file ends before it should; Samples is what there was
}

// Seconds is how long the sound lasts.
func (s Sound) Seconds() float64 {
	if s.Rate == 0 {
		return 0
	}
	return float64(len(s.Samples)) / float64(s.Rate)
}

// ReadFile reads the sound file at path.
func ReadFile(path string) (Sound, error) {
	file, err := os.Open(path)
	if err != nil {
		return Sound{}, err
	}
	defer file.Close()
	return Read(file, path)
}

// Read reads a sound file to its end. name stands for it in errors.
func Read(r io.Reader, name string) (Sound, error) {
	sound, err := read(bufio.NewReaderSize(r, 1<<16), mostSamples())
	if err == nil {
		err = check(sound)
	}
	if err != nil {
		return Sound{}, fmt.Errorf("%s: %w", name, err)
	}
	return sound, nil
}

// read unpacks gzip, steps over tags before the sound, and leaves the rest to the
// decoder of the format.
func read(raw *bufio.Reader, limit int) (Sound, error) {
	source := &watched{source: raw}
	if head, _ := raw.Peek(2); string(head) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(raw)
		if err != nil {
			return Sound{}, errGzip
		}
		source.source = unpacked
	}
	r := bufio.NewReaderSize(source, 1<<16)
	err := skipID3(r)
	if err != nil {
		return Sound{}, source.blame(err)
	}
	head, _ := r.Peek(16)
	format, decode := recognise(head)
	switch {
	case len(head) == 0:
		return Sound{}, source.blame(errors.New("the file is empty"))
	case decode == nil:
		return Sound{}, source.blame(errors.New("not a WAV, FLAC, MP3 or Ogg Vorbis file; convert it to one of them"))
	}
	sound, err := guarded(format, decode, r, limit)
	return sound, source.blame(err)
}

// decoder reads one format from its first byte on.
type decoder func(r *bufio.Reader, into *mix) error

// recognise tells the format by the first bytes of a file.
func recognise(head []byte) (format string, decode decoder) {
	switch {
	case len(head) >= 12 && (string(head[:4]) == "RIFF" || string(head[:4]) == "RF64") && string(head[8:12]) == "WAVE":
		return "WAV", decodeWAV
	case len(head) >= 4 && string(head[:4]) == "fLaC":
		return "FLAC", decodeFLAC
	case len(head) >= 4 && string(head[:4]) == "OggS":
		return "Ogg", decodeVorbis
	case isMP3(head):
		return "MP3", decodeMP3
	}
	return "", nil
}

// guarded runs a decoder, makes an error of a panic in it, and keeps the part before
// an early end.
func guarded(format string, decode decoder, r *bufio.Reader, limit int) (sound Sound, err error) {
	into := &mix{limit: limit}
	defer func() {
		if recover() != nil {
			sound, err = Sound{}, explain(format, errForeign)
		}
	}()
	err = decode(r, into)
	if errors.Is(err, io.ErrUnexpectedEOF) && len(into.sound.Samples) > 0 {
		into.sound.Truncated = true
		return into.sound, nil
	}
	return into.sound, explain(format, err)
}

// check refuses what no later step can use.
func check(sound Sound) error {
	if sound.Rate < 1 || sound.Rate > MaxRate {
		return fmt.Errorf("%d samples a second is not a rate of sound", sound.Rate)
	}
	if len(sound.Samples) == 0 {
		return errors.New("the file has no samples")
	}
	return nil
}

// skipID3 steps over ID3v2 tags, which some programs put before FLAC as well as MP3.
func skipID3(r *bufio.Reader) error {
	for {
		head, _ := r.Peek(10)
		if len(head) < 10 || string(head[:3]) != "ID3" {
			return nil
		}
		// The size has seven bits a byte and leaves out the header of 10 bytes.
		size := 10 + int64(head[6]&0x7f)<<21 + int64(head[7]&0x7f)<<14 + int64(head[8]&0x7f)<<7 + int64(head[9]&0x7f)
		if head[5]&0x10 != 0 {
			size += 10 // a footer
		}
		if _, err := io.CopyN(io.Discard, r, size); err != nil {
			return errors.New("the file ends inside its ID3 tag")
		}
	}
}

// mix collects a sound, the mean of the channels of each moment.
type mix struct {
	sound Sound
	limit int
}

// grow makes room for n more samples, or says that there are too many.
func (m *mix) grow(n int) error {
	if n > m.limit-len(m.sound.Samples) {
		return fmt.Errorf("more than %d samples; cut the sound into parts", m.limit)
	}
	return nil
}

// interleaved adds samples that are stored channel by channel within each moment.
func (m *mix) interleaved(values []float64, channels int) error {
	if err := m.grow(len(values) / channels); err != nil {
		return err
	}
	for ; len(values) >= channels; values = values[channels:] {
		sum := 0.0
		for _, v := range values[:channels] {
			sum += v
		}
		m.add(sum / float64(channels))
	}
	return nil
}

// add takes one sample. Files of floating point can hold values that are not numbers;
// they count as silence, since one of them would spoil every frame it lies in.
func (m *mix) add(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	m.sound.Samples = append(m.sound.Samples, v)
}

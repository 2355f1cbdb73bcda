package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

// waveFormat makes a format chunk.
func waveFormat(code, channels, rate, bits, frame int) []byte {
	var b bytes.Buffer
	for _, v := range []any{uint16(code), uint16(channels), uint32(rate), uint32(rate * frame), uint16(frame), uint16(bits)} {
		binary.Write(&b, binary.LittleEndian, v)
	}
	return b.Bytes()
}

func wavePCM16(channels, rate int) []byte { return waveFormat(codePCM, channels, rate, 16, 2*channels) }

func chunk(name string, size uint32, body []byte) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(name), size)
	return append(b, body...)
}

func wave(t *testing.T, format, data []byte) []byte {
	t.Helper()
	return riff(chunk("fmt ", uint32(len(format)), format), chunk("data", uint32(len(data)), data))
}

func riff(chunks ...[]byte) []byte {
	body := append([]byte("WAVE"), bytes.Join(chunks, nil)...)
	return chunk("RIFF", uint32(len(body)), body)
}

var two = []byte{0x00, 0x40, 0x00, 0xC0} // a half and minus a half, in 16 bits

func TestWaveShapes(t *testing.T) {
	format := chunk("fmt ", 16, wavePCM16(1, 8000))
	odd := chunk("LIST", 3, []byte{1, 2, 3, 0})
	long := chunk("fmt ", 19, append(wavePCM16(1, 8000), 0, 0, 0, 0))
	for name, file := range map[string][]byte{
		"plain":                  riff(format, chunk("data", 4, two)),
		"a chunk of odd size":    riff(odd, format, odd, chunk("data", 4, two)),
		"a long format chunk":    riff(long, chunk("data", 4, two)),
		"data of unknown size":   riff(format, chunk("data", unknownSize, two)),
		"data size not filled":   riff(format, chunk("data", 0, two)),
		"chunks behind the data": riff(format, chunk("data", 4, two), odd),
		"half a sample too much": riff(format, chunk("data", 5, append(two[:4:4], 7))),
		"RF64":                   append([]byte("RF64"), riff(chunk("ds64", 4, two), format, chunk("data", unknownSize, two))[4:]...),
	} {
		got, err := Read(bytes.NewReader(file), name)
		if err != nil {
			t.Error(err)
			continue
		}
		if got.Truncated || got.Rate != 8000 || len(got.Samples) != 2 || got.Samples[0] != 0.5 || got.Samples[1] != -0.5 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWaveOfManyChannels(t *testing.T) {
	got, err := Read(bytes.NewReader(wave(t, wavePCM16(4, 8000), append(two[:4:4], two...))), "x")
	if err != nil || len(got.Samples) != 1 || got.Samples[0] != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

// 20 bits fill three bytes from the top; 24 bits in frames of four bytes fill four.
func TestWaveOddBits(t *testing.T) {
	for _, c := range []struct {
		bits, frame int
		data        []byte
	}{
		{20, 3, []byte{0, 0, 0x40}},
		{12, 2, []byte{0, 0x40}},
		{24, 4, []byte{0, 0, 0, 0x40}},
		{24, 0, []byte{0, 0, 0x40}},
	} {
		got, err := Read(bytes.NewReader(wave(t, waveFormat(codePCM, 1, 8000, c.bits, c.frame), c.data)), "x")
		if err != nil || len(got.Samples) != 1 || got.Samples[0] != 0.5 {
			t.Errorf("%d bits in %d bytes: %+v, %v", c.bits, c.frame, got, err)
		}
	}
}

func TestWaveNotANumber(t *testing.T) {
	data := binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(math.NaN())))
	data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(math.Inf(1))))
	got, err := Read(bytes.NewReader(wave(t, waveFormat(codeFloat, 1, 8000, 32, 4), data)), "x")
	if err != nil || len(got.Samples) != 2 || got.Samples[0] != 0 || got.Samples[1] != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestBadWaves(t *testing.T) {
	format := chunk("fmt ", 16, wavePCM16(1, 8000))
	for _, c := range []struct {
		file []byte
		want string
	}{
		{riff(chunk("data", 4, two)), "the data chunk comes before the format chunk"},
		{riff(format), "ends before its first sample"},
		{riff(format, chunk("data", 0, nil)), "the file has no samples"},
		{riff(format, chunk("data", 0, nil), chunk("LIST", 4, two)), "the file has no samples"},
		{riff(chunk("fmt ", 8, make([]byte, 8))), "the format chunk has 8 bytes, not 16 or more"},
		{wave(t, wavePCM16(0, 8000), two), "0 channels"},
		{wave(t, wavePCM16(1, 0), two), "0 samples a second is not a rate of sound"},
		{wave(t, waveFormat(codePCM, 1, 8000, 40, 5), two), "samples of code 1 with 40 bits"},
		{wave(t, waveFormat(codePCM, 1, 8000, 0, 2), two), "samples of code 1 with 0 bits"},
		{wave(t, waveFormat(2, 1, 8000, 4, 256), two), "samples of code 2 with 4 bits"},
		{riff(chunk("junk", unknownSize, two)), "ends before its first sample"},
	} {
		_, err := Read(bytes.NewReader(c.file), "bad.wav")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
			continue
		}
		wantOneLine(t, err, "bad.wav")
	}
}

func TestTooLong(t *testing.T) {
	file := wave(t, wavePCM16(1, 8000), make([]byte, 2002))
	_, err := read(bufio.NewReader(bytes.NewReader(file)), 1000)
	if err == nil || !strings.Contains(err.Error(), "more than 1000 samples; cut the sound into parts") {
		t.Errorf("1001 samples of 1000: %v", err)
	}
}

package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// unknownSize stands in a header whose writer did not know the size yet, such as one
// that wrote into a pipe, and in files of more than 4 GB.
const unknownSize = 0xFFFFFFFF

// decodeWAV reads chunks until that of the samples. The sizes in the headers of WAV
// files are often wrong, so the data chunk ends at the end of the file at the latest.
func decodeWAV(r *bufio.Reader, into *mix) error {
	if _, err := r.Discard(12); err != nil {
		return err
	}
	var layout *waveLayout
	for {
		name, size, err := chunkHeader(r)
		if err != nil {
			return err
		}
		switch {
		case name == "fmt " && layout == nil:
			if layout, err = readLayout(r, size); err != nil {
				return err
			}
			into.sound.Rate = layout.rate
		case name == "data" && layout == nil:
			return errors.New("the data chunk comes before the format chunk")
		case name == "data":
			return readWaveData(r, size, layout, into)
		default:
			if err := skipChunk(r, int64(size)); err != nil {
				return err
			}
		}
	}
}

func chunkHeader(r io.Reader) (name string, size uint32, err error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return "", 0, err
	}
	return string(head[:4]), binary.LittleEndian.Uint32(head[4:]), nil
}

// skipChunk steps over the rest of a chunk and the byte that makes odd sizes even.
func skipChunk(r io.Reader, size int64) error {
	_, err := io.CopyN(io.Discard, r, size+size%2)
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// waveLayout is what the format chunk says of the samples.
type waveLayout struct {
	rate, channels int
	bytes          int // of one sample of one channel
	sample         func([]byte) float64
}

// Codes of the format chunk.
const (
	codePCM        = 1
	codeFloat      = 3
	codeExtensible = 0xFFFE
)

func readLayout(r io.Reader, size uint32) (*waveLayout, error) {
	if size < 16 {
		return nil, fmt.Errorf("the format chunk has %d bytes, not 16 or more", size)
	}
	var chunk [40]byte
	used := min(int(size), len(chunk))
	if _, err := io.ReadFull(r, chunk[:used]); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := io.CopyN(io.Discard, r, int64(size)+int64(size%2)-int64(used)); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	little := binary.LittleEndian
	code := little.Uint16(chunk[0:])
	if code == codeExtensible && size >= 40 {
		code = little.Uint16(chunk[24:]) // the first bytes of the sub-format's GUID
	}
	layout := &waveLayout{
		rate:     int(little.Uint32(chunk[4:])),
		channels: int(little.Uint16(chunk[2:])),
	}
	frame := int(little.Uint16(chunk[12:]))
	bits := int(little.Uint16(chunk[14:]))
	return layout, layout.choose(code, bits, frame)
}

// choose finds how samples of the given code and bits are read. Samples take whole
// bytes, or the larger part of the frame that its size leaves them, and fill them from
// the top.
func (l *waveLayout) choose(code uint16, bits, frame int) error {
	if l.channels == 0 {
		return errors.New("the format chunk says 0 channels")
	}
	l.bytes = (bits + 7) / 8
	if room := frame / l.channels; code == codePCM && room*l.channels == frame && room > l.bytes && room <= 4 && bits > 0 {
		l.bytes = room
	}
	switch {
	case code == codePCM && l.bytes >= 1 && l.bytes <= 4:
		l.sample = wholeSamples[l.bytes-1]
	case code == codeFloat && bits == 32:
		l.sample = func(b []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(b))) }
	case code == codeFloat && bits == 64:
		l.sample = func(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
	default:
		return fmt.Errorf("samples of code %d with %d bits; only PCM of 8 to 32 bits and floating point of 32 or 64 are read", code, bits)
	}
	return nil
}

// readWaveData reads the samples of the data chunk in blocks of fixed size.
func readWaveData(r *bufio.Reader, size uint32, layout *waveLayout, into *mix) error {
	left, known := dataSize(r, size)
	frame := layout.bytes * layout.channels
	raw := make([]byte, frame*max(1, 8192/frame))
	values := make([]float64, len(raw)/layout.bytes)
	for left > 0 {
		n, err := io.ReadFull(r, raw[:min(left, int64(len(raw)))])
		left -= int64(n)
		n -= n % frame // a sample that is cut off in the middle is none
		for i := 0; i < n; i += layout.bytes {
			values[i/layout.bytes] = layout.sample(raw[i:])
		}
		if err := into.interleaved(values[:n/layout.bytes], layout.channels); err != nil {
			return err
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if known {
				return io.ErrUnexpectedEOF
			}
			return nil
		case err != nil:
			return err
		}
	}
	return nil
}

// dataSize is how many bytes of samples to read, and whether the file promises them.
// Size 0 with something behind it, other than a list of titles, was never filled in.
func dataSize(r *bufio.Reader, size uint32) (bytes int64, known bool) {
	if size == 0 {
		if next, _ := r.Peek(4); string(next) == "LIST" {
			return 0, true
		}
	}
	if size == 0 || size == unknownSize {
		return math.MaxInt64, false
	}
	return int64(size), true
}

// wholeSamples are the ways whole numbers are stored, by how many bytes they have, the lowest
// first. They are divided by the magnitude of the most negative one, as most programs do.
var wholeSamples = [...]func(b []byte) float64{
	func(b []byte) float64 { return (float64(b[0]) - 128) / (1 << 7) },
	func(b []byte) float64 { return float64(int16(binary.LittleEndian.Uint16(b))) / (1 << 15) },
	func(b []byte) float64 {
		return float64(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
	},
	func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) / (1 << 31) },
}

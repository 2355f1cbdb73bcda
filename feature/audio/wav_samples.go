package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"
)

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

// The ways samples are stored, all with the lowest byte first. Integers are divided by
// the magnitude of the most negative one, as most programs do.

func unsigned8(b []byte) float64 { return (float64(b[0]) - 128) / (1 << 7) }

func signed16(b []byte) float64 {
	return float64(int16(binary.LittleEndian.Uint16(b))) / (1 << 15)
}

func signed24(b []byte) float64 {
	return float64(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
}

func signed32(b []byte) float64 {
	return float64(int32(binary.LittleEndian.Uint32(b))) / (1 << 31)
}

func float32Sample(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

func float64Sample(b []byte) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

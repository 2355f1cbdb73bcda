package audio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/hajimehoshi/go-mp3"
)

// isMP3 tells whether a file begins with the header of an MPEG layer III frame.
func isMP3(head []byte) bool {
	if len(head) < 4 {
		return false
	}
	sync := head[0] == 0xFF && head[1]&0xE0 == 0xE0
	version := head[1] >> 3 & 3 // 1 is reserved
	layer := head[1] >> 1 & 3   // 1 is layer III
	bitrate := head[2] >> 4     // 15 is none
	rate := head[2] >> 2 & 3    // 3 is reserved
	return sync && version != 1 && layer == 1 && bitrate != 15 && rate != 3
}

// decodeMP3 reads frames until the end. The silence that encoders put before and after
// the sound stays in it: about 50 to 100 ms in front.
func decodeMP3(r *bufio.Reader, into *mix) error {
	// The reader is wrapped, since the decoder would read all of a seekable one twice.
	stream, err := mp3.NewDecoder(struct{ io.Reader }{r})
	if err != nil {
		return foreign(err)
	}
	into.sound.Rate = stream.SampleRate()
	raw := make([]byte, 1<<14)
	var values [1 << 13]float64
	for {
		n, err := io.ReadFull(stream, raw) // always two channels of 16 bits
		for i := 0; i+1 < n; i += 2 {
			values[i/2] = float64(int16(binary.LittleEndian.Uint16(raw[i:]))) / (1 << 15)
		}
		if err := into.interleaved(values[:n/2], 2); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return foreign(err)
		}
	}
}

package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/mewkiz/flac"
)

// decodeFLAC reads a FLAC stream frame by frame; each has a checksum of its own.
//
// The library writes to the standard logger when a frame has 24 or 176.4 kHz. A program
// that minds turns that logger off; it is not ours to change.
func decodeFLAC(r *bufio.Reader, into *mix) error {
	stream, err := flac.New(r)
	if err != nil {
		return foreign(err)
	}
	into.sound.Rate = int(stream.Info.SampleRate)
	for {
		frame, err := stream.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return foreign(err)
		}
		if frame.BitsPerSample == 0 { // "as the stream says"
			frame.BitsPerSample = stream.Info.BitsPerSample
		}
		if frame.BitsPerSample > 24 {
			return fmt.Errorf("%d bits a sample; only up to 24 are read", frame.BitsPerSample)
		}
		if err := into.grow(int(frame.BlockSize)); err != nil {
			return err
		}
		if err := frame.Parse(); err != nil {
			return foreign(err)
		}
		scale := 1 / (float64(int64(1)<<(frame.BitsPerSample-1)) * float64(len(frame.Subframes)))
		for i := range frame.Subframes[0].Samples {
			sum := 0
			for _, channel := range frame.Subframes {
				sum += int(channel.Samples[i])
			}
			into.add(float64(sum) * scale)
		}
	}
	if uint64(len(into.sound.Samples)) < stream.Info.NSamples {
		return io.ErrUnexpectedEOF
	}
	return nil
}

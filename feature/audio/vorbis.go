package audio

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/jfreymuth/oggvorbis"
)

// decodeVorbis reads an Ogg Vorbis stream, after its headers have been looked through.
func decodeVorbis(r *bufio.Reader, into *mix) error {
	var seen bytes.Buffer
	if err := checkVorbisHeaders(io.TeeReader(r, &seen)); err != nil {
		return err
	}
	stream, err := oggvorbis.NewReader(struct{ io.Reader }{io.MultiReader(&seen, r)})
	if err != nil {
		return foreign(err)
	}
	into.sound.Rate = stream.SampleRate()
	channels := stream.Channels()
	raw := make([]float32, 8192*channels) // no packet has more
	values := make([]float64, len(raw))
	for {
		n, err := stream.Read(raw)
		for i, v := range raw[:n] {
			values[i] = float64(v)
		}
		if err := into.interleaved(values[:n], channels); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) {
			if stream.Length() == 0 { // known once the page that is marked as the last was read
				return io.ErrUnexpectedEOF
			}
			return nil
		}
		if err != nil {
			return foreign(err)
		}
	}
}

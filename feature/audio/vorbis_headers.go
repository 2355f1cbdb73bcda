package audio

import (
	"encoding/binary"
	"errors"
	"io"
)

// The decoder believes what the headers of a Vorbis stream say: a count in them can
// make it ask for gigabytes, and codes that are not complete can make it search for
// ever. So they are read here first, as far as that goes.

var errVorbis = errors.New("the headers of the stream are damaged, or it is not Vorbis")

// checkVorbisHeaders reads the pages of the three header packets and refuses what the
// decoder could not take.
func checkVorbisHeaders(r io.Reader) error {
	packets, err := vorbisHeaders(r)
	if err != nil {
		return err
	}
	for i, packet := range packets {
		if len(packet) < 7 || packet[0] != byte(2*i+1) || string(packet[1:7]) != "vorbis" {
			return errVorbis
		}
		packets[i] = packet[7:]
	}
	if !soundIdentification(packets[0]) || !soundComments(packets[1]) || !soundCodebooks(packets[2]) {
		return errVorbis
	}
	return nil
}

// maxVorbisHeader is above any header in use; a cover picture may be among the comments.
const maxVorbisHeader = 1 << 26

// vorbisHeaders returns the first three packets.
func vorbisHeaders(r io.Reader) (packets [3][]byte, err error) {
	var head [27]byte
	var sizes [255]byte
	var body [255 * 255]byte
	for done, read := 0, 0; done < 3; {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return packets, err
		}
		segments := sizes[:head[26]]
		if _, err := io.ReadFull(r, segments); err != nil {
			return packets, err
		}
		total := 0
		for _, size := range segments {
			total += int(size)
		}
		if _, err := io.ReadFull(r, body[:total]); err != nil {
			return packets, err
		}
		if read += total; string(head[:4]) != "OggS" || len(segments) == 0 || read > maxVorbisHeader {
			return packets, errVorbis
		}
		rest := body[:total]
		for _, size := range segments { // a packet ends with a segment that is not full
			if done < 3 {
				packets[done] = append(packets[done], rest[:size]...)
			}
			rest = rest[size:]
			if size < 255 {
				done++
			}
		}
	}
	return packets, nil
}

func soundIdentification(h []byte) bool {
	if len(h) < 23 {
		return false
	}
	short, long := h[21]&15, h[21]>>4 // powers of two, 64 to 8192
	return h[4] > 0 && short >= 6 && short <= long && long <= 13
}

// soundComments tells whether the comments that are announced are there.
func soundComments(h []byte) bool {
	skip := func() bool {
		if len(h) < 4 {
			return false
		}
		size := uint64(binary.LittleEndian.Uint32(h))
		if size > uint64(len(h)-4) {
			return false
		}
		h = h[4+size:]
		return true
	}
	if !skip() || len(h) < 4 {
		return false
	}
	count := uint64(binary.LittleEndian.Uint32(h))
	h = h[4:]
	for ; count > 0; count-- {
		if !skip() {
			return false
		}
	}
	return true
}

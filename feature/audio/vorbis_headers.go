package audio

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
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

// soundCodebooks tells whether each codebook at the start of the setup header is a
// complete prefix code of no more entries than there are bits, and no vectors out of
// proportion. (Vorbis I specification, section 3.2.1)
func soundCodebooks(h []byte) bool {
	r := &bitReader{data: h}
	for books := r.read(8) + 1; books > 0; books-- {
		if !soundCodebook(r) {
			return false
		}
	}
	return true
}

// maxCodebook is how many numbers the vectors of a codebook may have; those in use
// have some thousands.
const maxCodebook = 1 << 22

func soundCodebook(r *bitReader) bool {
	pattern, dimensions, entries := r.read(24), r.read(16), r.read(24)
	if pattern != 0x564342 || dimensions == 0 || entries == 0 || entries*dimensions > maxCodebook {
		return false
	}
	if !completeCode(r, entries) {
		return false
	}
	lookup := r.read(4)
	if lookup == 0 {
		return !r.ended
	}
	r.skip(64) // the least value and the step
	size := r.read(4) + 1
	r.skip(1)
	switch lookup {
	case 1:
		r.skip(size * uint64(math.Floor(math.Pow(float64(entries), 1/float64(dimensions)))))
	case 2:
		r.skip(size * entries * dimensions)
	default:
		return false
	}
	return !r.ended
}

// completeCode reads the lengths of the code words and tells whether every sequence of
// bits is one: the sum of 2^-length must be 1, or there is only one word.
func completeCode(r *bitReader, entries uint64) bool {
	var sum, used uint64 // the sum in units of 2^-32
	if ordered := r.read(1) == 1; ordered {
		length := r.read(5) + 1
		for done := uint64(0); done < entries; length++ {
			n := r.read(uint64(bits.Len64(entries - done)))
			if done += n; done > entries || length > 32 || r.ended {
				return false
			}
			sum, used = sum+n<<(32-length), used+n
		}
	} else {
		sparse := r.read(1) == 1
		for i := uint64(0); i < entries && !r.ended; i++ {
			if !sparse || r.read(1) == 1 {
				sum, used = sum+1<<(31-r.read(5)), used+1
			}
		}
	}
	return !r.ended && (sum == 1<<32 || used == 1)
}

// bitReader reads numbers with their lowest bit first.
type bitReader struct {
	data  []byte
	at    uint64 // in bits
	ended bool   // more was asked for than there is
}

func (b *bitReader) read(n uint64) uint64 {
	value := uint64(0)
	if b.at+n > uint64(len(b.data))*8 {
		b.ended = true
		return 0
	}
	for i := range n {
		bit := uint64(b.data[b.at/8]>>(b.at%8)) & 1
		value |= bit << i
		b.at++
	}
	return value
}

func (b *bitReader) skip(n uint64) {
	if b.at += n; b.at > uint64(len(b.data))*8 {
		b.ended = true
		b.at = uint64(len(b.data)) * 8
	}
}

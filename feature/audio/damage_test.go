package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Files with bytes changed give an error or a sound, of no more than so many samples and
// without much memory. The pages of Ogg files get
// their checksums anew, or the damage would not come as far as the decoder.
func TestDamagedFiles(t *testing.T) {
	const limit = 1 << 20
	trials := 60
	if testing.Short() {
		trials = 6
	}
	for _, name := range []string{"chirp16.flac", "chirp24stereo.flac", "chirp.ogg", "chirpstereo.ogg", "chirp.mp3", "chirpstereo.mp3"} {
		whole, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		for trial := range trials {
			damaged := bytes.Clone(whole)
			for range 1 + random.IntN(4) {
				damaged[damagedByte(random, len(damaged))] = byte(random.Uint32())
			}
			if strings.HasSuffix(name, "ogg") {
				sumPages(damaged)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			sound, err := read(bufio.NewReader(bytes.NewReader(damaged)), limit)
			runtime.ReadMemStats(&after)
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, trial %d: more than a line: %q", name, trial, err)
			}
			if used := after.TotalAlloc - before.TotalAlloc; len(sound.Samples) > limit || used > 16*8*limit {
				t.Errorf("%s, trial %d: %d samples, allocated %d MiB", name, trial, len(sound.Samples), used>>20)
			}
		}
	}
}

// damagedByte is more often in the headers than in the sound.
func damagedByte(random *rand.Rand, size int) int {
	if random.IntN(2) == 0 {
		size = min(size, 200)
	}
	return random.IntN(size)
}

// sumPages writes the checksums of the pages of an Ogg file, as far as they can be found.
func sumPages(file []byte) {
	for page := file; len(page) > 27; {
		size := 27 + int(page[26])
		if size > len(page) {
			return
		}
		for _, segment := range page[27:size] {
			size += int(segment)
		}
		if size > len(page) {
			return
		}
		binary.LittleEndian.PutUint32(page[22:], 0)
		binary.LittleEndian.PutUint32(page[22:], oggSum(page[:size]))
		page = page[size:]
	}
}

// oggSum is the cyclic checksum with polynomial 04c11db7, highest bit first.
func oggSum(b []byte) uint32 {
	sum := uint32(0)
	for _, v := range b {
		sum ^= uint32(v) << 24
		for range 8 {
			carry := sum >> 31
			sum = sum<<1 ^ carry*0x04c11db7
		}
	}
	return sum
}

// Headers that would make the decoder ask for gigabytes or search for ever are refused.
func TestVorbisHeadersThatLie(t *testing.T) {
	for name, sound := range map[string]bool{
		"2^32 comments":    soundComments([]byte{0, 0, 0, 0, 255, 255, 255, 255}),
		"a long vendor":    soundComments([]byte{255, 255, 255, 255}),
		"no channels":      soundIdentification([]byte("\x00\x00\x00\x00\x00789abcdefghijklmn\xb8\x01")),
		"no codebook":      soundCodebooks(nil),
		"no code words":    soundCodebooks(codebook(1, 4, 1, 0, 0, 0, 0)),
		"an open code":     soundCodebooks(codebook(1, 4, 0, 9, 9, 9, 9)),
		"no dimension":     soundCodebooks(codebook(0, 4, 0, 1, 1, 1, 1)),
		"no entry":         soundCodebooks(codebook(1, 0, 0)),
		"too many entries": soundCodebooks(codebook(65535, 1<<23, 0)),
	} {
		if sound {
			t.Errorf("%s was taken", name)
		}
	}
	if !soundComments(make([]byte, 8)) {
		t.Error("no comments were refused")
	}
	if !soundCodebooks(codebook(1, 4, 0, 1, 1, 1, 1)) {
		t.Error("a complete code was refused")
	}
}

// codebook writes a setup header of one codebook: its numbers of dimensions and
// entries, whether only some are used, and the lengths of their words less 1 (or, with
// some used, whether each is).
func codebook(dimensions, entries, sparse uint64, lengths ...uint64) []byte {
	w := &bitWriter{}
	w.write(0, 8)
	w.write(0x564342, 24)
	w.write(dimensions, 16)
	w.write(entries, 24)
	w.write(0, 1)
	w.write(sparse, 1)
	for _, length := range lengths {
		w.write(length, map[uint64]uint64{0: 5, 1: 1}[sparse])
	}
	w.write(0, 4)
	return w.data
}

type bitWriter struct {
	data []byte
	bits uint64
}

func (w *bitWriter) write(value, n uint64) {
	for i := range n {
		if w.bits%8 == 0 {
			w.data = append(w.data, 0)
		}
		w.data[w.bits/8] |= byte(value>>i&1) << (w.bits % 8)
		w.bits++
	}
}

package bag

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"suffice/internal/atomicfile"
)

// cache keeps the descriptors of files in a directory, one entry a file, so that a run
// that was interrupted goes on where it stopped. An entry is used only if it is whole and
// was made from the same file (path, size and time of its last change) with the same
// settings; any other is made again. Entries are named after the path and the settings,
// so that the entry of a file that has changed is replaced.
type cache struct {
	dir      string
	settings []byte
	width    int
}

// cacheMagic begins an entry. Descriptors that come out differently need a new one.
const cacheMagic = "suffice-descriptors/1\n"

var errCache = errors.New("cannot keep descriptors")

func openCache(dir string, settings Settings, width int) (*cache, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("the cache %s is a file; name a directory", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("cannot make the cache %s: %w", dir, plainly(err))
	}
	text, err := json.Marshal(settings)
	return &cache{dir, append([]byte(settings.Kind()+" "), text...), width}, err
}

// entry is where the descriptors of the file at path are, and what they must have been
// made from.
func (c *cache) entry(path string) (name string, made [sha256.Size]byte, err error) {
	whole, err := filepath.Abs(path)
	if err != nil {
		return "", made, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", made, err
	}
	identity := fmt.Appendf(nil, "%s\x00%s", c.settings, whole)
	hash := sha256.Sum256(identity)
	made = sha256.Sum256(fmt.Appendf(identity, "\x00%d\x00%d", info.Size(), info.ModTime().UnixNano()))
	return filepath.Join(c.dir, hex.EncodeToString(hash[:16])+".descriptors"), made, nil
}

// has reports whether there is an entry for the file at path, good or not.
func (c *cache) has(path string) bool {
	name, _, err := c.entry(path)
	if err != nil {
		return false
	}
	_, err = os.Stat(name)
	return err == nil
}

// get returns the descriptors of an entry, if they are there and can be trusted.
func (c *cache) get(name string, made [sha256.Size]byte) (Descriptors, bool) {
	data, err := os.ReadFile(name)
	if err != nil {
		return Descriptors{}, false
	}
	return decodeEntry(data, made, c.width)
}

// put keeps descriptors as an entry.
func (c *cache) put(name string, made [sha256.Size]byte, d Descriptors) error {
	err := atomicfile.Write(name, func(w io.Writer) error {
		_, err := w.Write(encodeEntry(d, made))
		return err
	})
	if err != nil {
		return fmt.Errorf("%w: %w", errCache, err)
	}
	return nil
}

// encodeEntry is an entry: the magic, what it was made from, the warning and the numbers,
// each after its length, and a checksum of all that.
func encodeEntry(d Descriptors, made [sha256.Size]byte) []byte {
	out := make([]byte, 0, len(cacheMagic)+2*sha256.Size+12+len(d.Warning)+4*len(d.Values))
	out = append(append(out, cacheMagic...), made[:]...)
	out = append(binary.LittleEndian.AppendUint32(out, uint32(len(d.Warning))), d.Warning...)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(d.Values)))
	out, _ = binary.Append(out, binary.LittleEndian, d.Values) // numbers of a fixed size have a form
	sum := sha256.Sum256(out)
	return append(out, sum[:]...)
}

// decodeEntry reads an entry, unless anything about it is not as it should be.
func decodeEntry(data []byte, made [sha256.Size]byte, width int) (Descriptors, bool) {
	body := len(data) - sha256.Size
	if body < 0 {
		return Descriptors{}, false
	}
	if sum := sha256.Sum256(data[:body]); !bytes.Equal(sum[:], data[body:]) {
		return Descriptors{}, false
	}
	rest, ok := bytes.CutPrefix(data[:body], []byte(cacheMagic))
	if ok {
		rest, ok = bytes.CutPrefix(rest, made[:])
	}
	if !ok || len(rest) < 4 {
		return Descriptors{}, false
	}
	letters, rest := int(binary.LittleEndian.Uint32(rest)), rest[4:]
	if len(rest) < letters+8 {
		return Descriptors{}, false
	}
	d := Descriptors{Warning: string(rest[:letters])}
	values, rest := binary.LittleEndian.Uint64(rest[letters:]), rest[letters+8:]
	if uint64(len(rest)) != 4*values || values%uint64(width) != 0 {
		return Descriptors{}, false
	}
	d.Values = make([]float32, values)
	_, err := binary.Decode(rest, binary.LittleEndian, d.Values)
	return d, err == nil
}

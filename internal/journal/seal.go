package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"slices"

	"suffice/internal/release"
)

// castagnoli tells any few bits that changed.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal is the end of a line: a checksum of the object without it.
func seal(line []byte) []byte {
	return fmt.Appendf(nil, `,"sum":"%08x"}`, crc32.Checksum(line, castagnoli))
}

// sealed is a line, an object, with its checksum.
func sealed(line []byte) []byte {
	return append(line[:len(line)-1:len(line)-1], seal(line)...)
}

var sealLength = len(seal(nil))

// unsealed is a line without its checksum, or the error that it is not what was written.
func (j *Journal[K, V]) unsealed(line []byte, number int) ([]byte, error) {
	line = bytes.TrimSpace(line)
	at := len(line) - sealLength
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(`,"sum":"`)) {
		switch {
		case number == 1:
			j.plain = !bytes.Contains(line, []byte(`,"format-version":`))
		case !j.plain:
			return nil, fmt.Errorf("%s:%d: the line has no checksum; delete it, and its %s is made again", j.path, number, j.kind.Result)
		}
		if j.plain {
			return line, nil
		}
		at = 0
	}
	object := slices.Concat(line[:at], []byte{'}'})
	if at == 0 || !bytes.Equal(line[at:], seal(object)) {
		if number == 1 {
			return nil, fmt.Errorf("%s:1: the line of settings was changed: its checksum is wrong; begin a new state file", j.path)
		}
		return nil, fmt.Errorf("%s:%d: the line was changed: its checksum is wrong; delete it, and its %s is made again", j.path, number, j.kind.Result)
	}
	return object, nil
}

// checkVersions refuses files of another format, and results of another program, which may
// be others for the same settings.
func (j *Journal[K, V]) checkVersions(have map[string]json.RawMessage) error {
	if version := string(have["format-version"]); version != "" && version != fmt.Sprint(formatVersion) {
		return fmt.Errorf("%s is a state file of version %s, but this program knows version %d; use the program that wrote it, or name another file", j.path, version, formatVersion)
	}
	var program string
	if have["program"] != nil && json.Unmarshal(have["program"], &program) != nil {
		return j.notOurs()
	}
	if ours := release.Version(); program != "" && release.Differ(program, ours) {
		return fmt.Errorf("%s has %ss of suffice %q, but this is %q; use that version, or name another file", j.path, j.kind.Result, program, ours)
	}
	return nil
}

package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"
)

// The binary form of a statistic:
//
//	"sfst", version (2 bytes), length of the kind (2 bytes), the kind, the payload,
//	CRC-32C of all that (4 bytes)
//
// all numbers little-endian. A payload has whole numbers and float64 numbers of 8 bytes,
// and lists with their lengths before them.
const (
	magic       = "sfst"
	wireVersion = 1
)

var (
	errInconsistent = errors.New("the statistics of a block contradict themselves")

	castagnoli = crc32.MakeTable(crc32.Castagnoli)

	kindsMutex sync.RWMutex
	kinds      = map[string]func() Statistic{}
)

// Register makes a kind of statistic known to [Decode]. It is for the packages that define
// one, when the program starts.
func Register(kind string, blank func() Statistic) {
	kindsMutex.Lock()
	defer kindsMutex.Unlock()
	kinds[kind] = blank
}

// Encode returns the binary form of a statistic, which any version of this package that
// reads it takes for the same numbers, bit for bit.
func Encode(s Statistic) ([]byte, error) {
	data := append([]byte(magic), 0, 0, 0, 0)
	binary.LittleEndian.PutUint16(data[4:], wireVersion)
	binary.LittleEndian.PutUint16(data[6:], uint16(len(s.Kind())))
	data, err := s.AppendBinary(append(data, s.Kind()...))
	if err != nil {
		return nil, err
	}
	return sealed(data), nil
}

// sealed is data with its checksum.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data[:len(data):len(data)], crc32.Checksum(data, castagnoli))
}

// Decode returns the statistic whose binary form data is.
func Decode(data []byte) (Statistic, error) {
	if len(data) < 12 || string(data[:4]) != magic {
		return nil, errors.New("these are not the statistics of a block of rows")
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if version := binary.LittleEndian.Uint16(data[4:]); version != wireVersion {
		return nil, fmt.Errorf("the statistics of a block have version %d, but this program reads version %d", version, wireVersion)
	}
	if crc32.Checksum(body, castagnoli) != sum {
		return nil, errors.New("the statistics of a block are damaged: their checksum is another; send them again")
	}
	length := int(binary.LittleEndian.Uint16(data[6:]))
	if 8+length > len(body) {
		return nil, errors.New("the statistics of a block are cut short")
	}
	kind := string(body[8 : 8+length])
	kindsMutex.RLock()
	blank := kinds[kind]
	kindsMutex.RUnlock()
	if blank == nil {
		return nil, fmt.Errorf("there are no statistics of kind %q in this program", kind)
	}
	s := blank()
	if err := s.UnmarshalBinary(body[8+length:]); err != nil {
		return nil, err
	}
	return s, nil
}

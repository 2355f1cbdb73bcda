package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"suffice/internal/wire"
)

// The binary forms of a statistic's state and of a partial sum:
//
//	"sfst", version (2 bytes), length of the kind (2 bytes), the kind, the state, CRC-32C
//	"sfsu", version (2 bytes), CRC-32C of the state's form (4 bytes), the sums, CRC-32C
//
// all numbers little-endian, the last four bytes being the checksum of all before them. A
// state and sums have whole numbers and float64 numbers of 8 bytes.
const (
	stateMagic  = "sfst"
	sumMagic    = "sfsu"
	wireVersion = 2
)

// ErrInconsistent says that a state or sums cannot be what a statistic has written.
var ErrInconsistent = errors.New("the statistics of a block contradict themselves")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Kinds tells how to read the state of each kind of statistic.
type Kinds map[string]func(*wire.Reader) (Statistic, error)

// Encode returns the binary form of a statistic's state.
func Encode(s Statistic) ([]byte, error) {
	to := header(stateMagic)
	to = binary.LittleEndian.AppendUint16(to, uint16(len(s.Kind())))
	to, err := s.AppendBinary(append(to, s.Kind()...))
	if err != nil {
		return nil, err
	}
	return sealed(to), nil
}

// Decode returns the statistic whose binary form data is, of one of the given kinds.
func Decode(data []byte, kinds ...Kinds) (Statistic, error) {
	body, err := opened(data, stateMagic)
	if err != nil {
		return nil, err
	}
	if len(body) < 2 || len(body) < 2+int(binary.LittleEndian.Uint16(body)) {
		return nil, errors.New("the statistics of a block are cut short")
	}
	length := 2 + int(binary.LittleEndian.Uint16(body))
	kind := string(body[2:length])
	for _, known := range kinds {
		if read := known[kind]; read != nil {
			r := wire.Read(body[length:])
			s, err := read(r)
			if err = errors.Join(err, r.Err()); err != nil {
				return nil, err
			}
			return s, nil
		}
	}
	return nil, fmt.Errorf("there are no statistics of kind %q in this program", kind)
}

// EncodeSum returns the binary form of a partial sum of s.
func EncodeSum(s Statistic, sum Partial) ([]byte, error) {
	state, err := Encode(s)
	if err != nil {
		return nil, err
	}
	to, err := sum.AppendBinary(append(header(sumMagic), state[len(state)-4:]...))
	if err != nil {
		return nil, err
	}
	return sealed(to), nil
}

// DecodeSum returns the partial sum whose binary form data is. It fails where that is one
// of another statistic, or at another state.
func DecodeSum(s Statistic, data []byte) (Partial, error) {
	body, err := opened(data, sumMagic)
	if err != nil {
		return nil, err
	}
	state, err := Encode(s)
	if err != nil {
		return nil, err
	}
	if len(body) < 4 || string(body[:4]) != string(state[len(state)-4:]) {
		return nil, ErrOther(s)
	}
	sum := s.Zero()
	return sum, sum.UnmarshalBinary(body[4:])
}

func header(magic string) []byte {
	return binary.LittleEndian.AppendUint16([]byte(magic), wireVersion)
}

// sealed is data with its checksum.
func sealed(data []byte) []byte {
	return binary.LittleEndian.AppendUint32(data, crc32.Checksum(data, castagnoli))
}

// opened is what is between the header and the checksum.
func opened(data []byte, magic string) ([]byte, error) {
	if len(data) < 10 || string(data[:4]) != magic {
		return nil, errors.New("these are not the statistics of a block of rows")
	}
	body, sum := data[:len(data)-4], binary.LittleEndian.Uint32(data[len(data)-4:])
	if version := binary.LittleEndian.Uint16(data[4:]); version != wireVersion {
		return nil, fmt.Errorf("the statistics of a block have version %d, but this program reads version %d", version, wireVersion)
	}
	if crc32.Checksum(body, castagnoli) != sum {
		return nil, errors.New("the statistics of a block are damaged: their checksum is another; send them again")
	}
	return body[6:], nil
}

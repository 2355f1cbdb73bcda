package aggregate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"reflect"
	"slices"
	"strings"
)

// The binary forms of a statistic's state, of a function of the target and of a partial sum:
//
//	"sfst", version (2 bytes), length of the kind (2 bytes), the kind, the state, CRC-32C
//	"sffn", version (2 bytes), length of the kind (2 bytes), the kind, its parameters, CRC-32C
//	"sfsu", version (2 bytes), CRC-32C of the state's form (4 bytes), the sums, CRC-32C
//
// all numbers little-endian, the last four bytes being the checksum of all before them. The
// state and the sums are exported fields, as binary.go writes them; where sums add up,
// those of [Totals].
const (
	stateMagic    = "sfst"
	functionMagic = "sffn"
	sumMagic      = "sfsu"
	wireVersion   = 6
)

// ErrInconsistent says that a state or sums cannot be what a statistic has written.
var ErrInconsistent = errors.New("the statistics of a block contradict themselves")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Consistent is ErrInconsistent unless all conditions hold.
func Consistent(conditions ...bool) error {
	if slices.Contains(conditions, false) {
		return ErrInconsistent
	}
	return nil
}

// Kinds are statistics without a state, one of each kind.
type Kinds []Statistic

// Encode returns the binary form of a statistic's state.
func Encode(s Statistic) []byte { return encode(stateMagic, s) }

// kinded is what goes from one process to another under the name of its kind.
type kinded interface{ Kind() string }

func encode(magic string, v kinded) []byte {
	to := binary.LittleEndian.AppendUint16(header(magic), uint16(len(v.Kind())))
	return sealed(AppendBinary(append(to, v.Kind()...), v))
}

// Decode returns the statistic whose binary form data is, of one of the given kinds.
func Decode(data []byte, kinds ...Kinds) (Statistic, error) {
	kind, state, err := kindOf(data, stateMagic)
	if err != nil {
		return nil, err
	}
	kind, isWeighted := strings.CutPrefix(kind, weightedKind)
	s, err := read(kind, state, slices.Concat(kinds...))
	if isWeighted && err == nil {
		s = &weighted{s}
	}
	return s, err
}

// kindOf takes the kind off a binary form.
func kindOf(data []byte, magic string) (kind string, rest []byte, err error) {
	body, err := opened(data, magic)
	if err != nil {
		return "", nil, err
	}
	if len(body) < 2 || len(body) < 2+int(binary.LittleEndian.Uint16(body)) {
		return "", nil, errors.New("the statistics of a block are cut short")
	}
	length := 2 + int(binary.LittleEndian.Uint16(body))
	return string(body[2:length]), body[length:], nil
}

// read makes one of a known kind.
func read[T kinded](kind string, state []byte, known []T) (v T, err error) {
	for _, one := range known {
		if one.Kind() == kind {
			made := reflect.New(reflect.TypeOf(one).Elem()).Interface().(T)
			if err := ReadBinary(state, made); err != nil {
				return v, err
			}
			return made, nil
		}
	}
	return v, fmt.Errorf("there are no statistics of kind %q in this program", kind)
}

// EncodeAligned returns the binary form of numbers that are aligned with n rows: of a function
// where they are one of a target that is [Elsewhere], so that it has the same size whatever n
// is; of all numbers where they are here.
func EncodeAligned(a Aligned, n int) []byte { return encode(functionMagic, describe(a, n)) }

// DecodeAligned returns the numbers whose binary form data is, for n rows with the given
// target and weights, or some of them; the weights are nil where there are none. The function is
// one of the given kinds.
func DecodeAligned(data []byte, n int, target, weights Aligned, kinds ...Functions) (Aligned, error) {
	kind, parameters, err := kindOf(data, functionMagic)
	if err != nil {
		return nil, err
	}
	f, err := read(kind, parameters, append(slices.Concat(kinds...), &values{}, &asItIs{}, &weightUnit{}))
	if err != nil {
		return nil, err
	}
	if v, ok := f.(*values); ok {
		return InMemory{v.Values}, v.check(n)
	}
	if _, ok := f.(*weightUnit); ok {
		if target = weights; weights == nil {
			return nil, errors.New("the rows were to count by their weights, but have none; the rows must stay the same until all is done")
		}
	}
	if takes := f.Takes(); takes >= 0 && takes != target.Width() {
		return nil, fmt.Errorf("a function of %d numbers was asked for, but the target of a row has %d", takes, target.Width())
	}
	return Apply(f, target), nil
}

// EncodeSum returns the binary form of a partial sum of s.
func EncodeSum(s Statistic, sum Partial) []byte {
	return sealed(AppendBinary(sumHeader(s), sent(sum)))
}

// sent is what is sent of a sum.
func sent(sum Partial) any {
	sum = plainSum(sum)
	if t, ok := sum.(interface{ totals() *Totals }); ok {
		return t.totals()
	}
	return sum
}

// sumHeader tells the state that sums are taken at.
func sumHeader(s Statistic) []byte {
	state := Encode(s)
	return append(header(sumMagic), state[len(state)-4:]...)
}

// DecodeSum returns the partial sum whose binary form data is. It fails where that is one
// of another statistic, or at another state.
func DecodeSum(s Statistic, data []byte) (Partial, error) {
	body, err := opened(data, sumMagic)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, sumHeader(s)) || len(body) < 4 {
		return nil, ErrOther(s)
	}
	sum := s.Zero()
	if err := ReadBinary(body[4:], sent(sum)); err != nil {
		return nil, err
	}
	return sum, nil
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

package cluster

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"suffice/internal/cells"
)

// Frame is what goes from one process to another. Its form is little-endian:
//
//	"sffr", version (2 bytes), kind (1), 0 (1), part (4), length (8), the data, CRC-32 (4)
//
// The checksum is that of all bytes before, as zlib has it.
type Frame struct {
	Kind Kind
	Part int // the number of the part that it is about, from 0
	Data []byte
}

// Kind says what a frame is.
type Kind byte

// The kinds of frames.
const (
	Asks     Kind = 'Q' // a question, for the parts that follow
	AtPath   Kind = 'P' // a part: the path of a file
	InBytes  Kind = 'B' // a part: the length of its name (4 bytes), the name, and a file as it is
	Together Kind = 'G' // how many parts follow that are neighbours (4 bytes), from this one on
	Answers  Kind = 'A' // an answer
	Merged   Kind = 'M' // in its place: the sums are in the answer of the last neighbour
	Problem  Kind = 'X' // the answer that something is wrong with the question or the data
	HasParts Kind = 'N' // the names of all parts, each ended by a zero byte
	Gives    Kind = 'E' // an engine gives up, and says why
	Tells    Kind = 'T' // an engine tells how far it is with a question
)

const (
	frameMagic   = "sffr"
	frameVersion = 3
	frameHeader  = 20
)

var errNoFrame = errors.New("these are not frames of suffice; the other program may be of another version, or write to its standard output")

// WriteTo writes the frame at once.
func (f Frame) WriteTo(w io.Writer) (int64, error) {
	head := make([]byte, 0, frameHeader)
	head = binary.LittleEndian.AppendUint16(append(head, frameMagic...), frameVersion)
	head = binary.LittleEndian.AppendUint32(append(head, byte(f.Kind), 0), uint32(f.Part))
	head = binary.LittleEndian.AppendUint64(head, uint64(len(f.Data)))
	sum := crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, f.Data)
	var n int64
	for _, part := range [][]byte{head, f.Data, binary.LittleEndian.AppendUint32(nil, sum)} {
		written, err := w.Write(part)
		if n += int64(written); err != nil {
			return n, err
		}
	}
	return n, nil
}

// ReadFrame reads a frame. It returns io.EOF where there are no more, and
// io.ErrUnexpectedEOF where one is cut short.
func ReadFrame(r io.Reader) (Frame, error) {
	head := make([]byte, frameHeader)
	if _, err := io.ReadFull(r, head); err != nil {
		return Frame{}, err
	}
	if string(head[:4]) != frameMagic || head[7] != 0 {
		return Frame{}, errNoFrame
	}
	if version := binary.LittleEndian.Uint16(head[4:]); version != frameVersion {
		return Frame{}, fmt.Errorf("a frame has version %d, but this program reads version %d; use the same suffice everywhere", version, frameVersion)
	}
	length := binary.LittleEndian.Uint64(head[12:])
	if length > math.MaxInt64 {
		return Frame{}, errNoFrame
	}
	// The length may be damaged: memory grows with what comes.
	var data bytes.Buffer
	if _, err := io.CopyN(&data, r, int64(length)); err != nil {
		return Frame{}, cells.CutOff(err)
	}
	var sum [4]byte
	if _, err := io.ReadFull(r, sum[:]); err != nil {
		return Frame{}, cells.CutOff(err)
	}
	if crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, data.Bytes()) != binary.LittleEndian.Uint32(sum[:]) {
		return Frame{}, errors.New("a frame is damaged: its checksum is another")
	}
	return Frame{Kind: Kind(head[6]), Part: int(binary.LittleEndian.Uint32(head[8:])), Data: data.Bytes()}, nil
}

// pack puts a head, as JSON, and pieces of bytes one after the other, each with its length
// (8 bytes) before it.
func pack(head any, pieces ...[]byte) ([]byte, error) {
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, piece := range append([][]byte{text}, pieces...) {
		data = append(binary.LittleEndian.AppendUint64(data, uint64(len(piece))), piece...)
	}
	return data, nil
}

var errPack = errors.New("a question or an answer is cut short or damaged")

// unpack reads the head and returns the pieces.
func unpack(data []byte, head any) ([][]byte, error) {
	var all [][]byte
	for len(data) > 0 {
		if len(data) < 8 {
			return nil, errPack
		}
		length := binary.LittleEndian.Uint64(data)
		if data = data[8:]; length > uint64(len(data)) {
			return nil, errPack
		}
		all, data = append(all, data[:length]), data[length:]
	}
	if len(all) == 0 || json.Unmarshal(all[0], head) != nil {
		return nil, errPack
	}
	return all[1:], nil
}

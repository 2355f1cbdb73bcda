package engine

import (
	"encoding/binary"
	"encoding/json"
	"errors"
)

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

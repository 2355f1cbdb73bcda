package export

import "encoding/binary"

// message is a protocol buffer in the making. Each field is a key, which holds its
// number and how it is stored, and a value.
type message []byte

const (
	asVarint = 0 // a whole number, seven bits a byte
	asBytes  = 2 // a length, then as many bytes
)

// number adds a field with a whole number.
func (m *message) number(field, value int) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|asVarint)
	*m = binary.AppendUvarint(*m, uint64(value))
}

// bytes adds a field with bytes.
func (m *message) bytes(field int, value []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|asBytes)
	*m = binary.AppendUvarint(*m, uint64(len(value)))
	*m = append(*m, value...)
}

// text adds a field with a text.
func (m *message) text(field int, value string) { m.bytes(field, []byte(value)) }

// within adds a field with a message of its own.
func (m *message) within(field int, fill func(*message)) {
	var part message
	fill(&part)
	m.bytes(field, part)
}

package engine

import (
	"encoding/binary"
	"encoding/json"
)

// starts are the rows that parts begin with, from 0 on, and last how many there are in all. In a
// question they are how many each part has, in as few bytes as these take: 3 or 4 a part.
type starts []int

// MarshalJSON implements json.Marshaler.
func (s starts) MarshalJSON() ([]byte, error) {
	var sizes []byte
	for k := 1; k < len(s); k++ {
		sizes = binary.AppendUvarint(sizes, uint64(s[k]-s[k-1]))
	}
	return json.Marshal(sizes)
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *starts) UnmarshalJSON(text []byte) error {
	var sizes []byte
	if err := json.Unmarshal(text, &sizes); err != nil {
		return err
	}
	*s = starts{0}
	for len(sizes) > 0 {
		rows, length := binary.Uvarint(sizes)
		next := (*s)[len(*s)-1] + int(rows)
		if length <= 0 || next < (*s)[len(*s)-1] {
			return errPack
		}
		*s, sizes = append(*s, next), sizes[length:]
	}
	return nil
}

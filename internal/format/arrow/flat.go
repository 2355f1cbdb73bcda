package arrow

import "encoding/binary"

// flat is a table of a FlatBuffer: fields at places that its virtual table tells. Whatever lies
// outside of the buffer is as if it were absent.
type flat struct {
	buf []byte
	at  int // 0 where there is none
}

// root is the outermost table.
func root(buf []byte) flat {
	f := flat{buf: buf}
	return f.follow(0)
}

// bytes are so many at a place, or zeros.
func (f flat) bytes(at, size int) []byte {
	if at < 0 || at+size > len(f.buf) {
		return make([]byte, 8)
	}
	return f.buf[at:]
}

func (f flat) u16(at int) int { return int(binary.LittleEndian.Uint16(f.bytes(at, 2))) }

func (f flat) i32(at int) int { return int(int32(binary.LittleEndian.Uint32(f.bytes(at, 4)))) }

func (f flat) i64(at int) int64 { return int64(binary.LittleEndian.Uint64(f.bytes(at, 8))) }

// follow is the table that a place points to.
func (f flat) follow(at int) flat {
	to := at + f.i32(at)
	if to <= 0 || to+4 > len(f.buf) {
		return flat{}
	}
	return flat{f.buf, to}
}

// place of field k; 0 where the table does not have it.
func (f flat) place(k int) int {
	if f.at == 0 {
		return 0
	}
	virtual := f.at - f.i32(f.at)
	if virtual < 0 || 4+2*k+2 > f.u16(virtual) {
		return 0
	}
	if offset := f.u16(virtual + 4 + 2*k); offset > 0 {
		return f.at + offset
	}
	return 0
}

func (f flat) has(k int) bool { return f.place(k) > 0 }

func (f flat) table(k int) flat {
	if at := f.place(k); at > 0 {
		return f.follow(at)
	}
	return flat{}
}

func (f flat) octet(k int) int {
	if at := f.place(k); at > 0 && at < len(f.buf) {
		return int(f.buf[at])
	}
	return 0
}

func (f flat) shortOr(k, otherwise int) int {
	if at := f.place(k); at > 0 {
		return f.u16(at)
	}
	return otherwise
}

func (f flat) intOr(k, otherwise int) int {
	if at := f.place(k); at > 0 {
		return f.i32(at)
	}
	return otherwise
}

func (f flat) long(k int) int64 {
	if at := f.place(k); at > 0 {
		return f.i64(at)
	}
	return 0
}

// vector is where the elements of a vector of that size begin, and how many there are.
func (f flat) vector(k, size int) (at, n int) {
	field := f.place(k)
	if field == 0 {
		return 0, 0
	}
	at = field + f.i32(field)
	if n = f.i32(at); at <= 0 || n < 0 || n > (len(f.buf)-at-4)/size {
		return 0, 0
	}
	return at + 4, n
}

// tables are those of a vector.
func (f flat) tables(k int) []flat {
	at, n := f.vector(k, 4)
	all := make([]flat, n)
	for i := range all {
		all[i] = f.follow(at + 4*i)
	}
	return all
}

func (f flat) text(k int) string {
	at, n := f.vector(k, 1)
	return string(f.buf[at : at+n])
}

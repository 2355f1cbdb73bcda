package linalg

import "sync"

// buffer is scratch memory kept between calls. Its smallest size is one that the
// runtime aligns to a page, so that vectors in it do not straddle cache lines.
type buffer struct{ data []float64 }

const smallestBuffer = 1 << 13

var buffers = sync.Pool{New: func() any { return &buffer{} }}

// scratch returns a buffer of n numbers of any value; release it after use.
func scratch(n int) *buffer {
	b := buffers.Get().(*buffer)
	if cap(b.data) < n {
		b.data = make([]float64, max(n, smallestBuffer))
	}
	b.data = b.data[:n]
	return b
}

func (b *buffer) release() { buffers.Put(b) }

package linalg

import (
	"math/bits"
	"sync"
)

// lent holds the memory of matrices that were given back, by the bits of its size.
var lent [64]sync.Pool

// Borrow returns a matrix with any numbers in it, in memory that [Return] has given back
// where there is some. Large matrices that are made again and again live in it: fresh
// memory costs a page fault for every 512 numbers, and two where they are read first.
// The rows of large ones begin at cache lines, and not all at the same place of a page, so
// there may be gaps between them.
func Borrow(r, c int) Matrix {
	stride := roundUp(c, 8)
	if stride%64 == 0 {
		stride += 8
	}
	n := r * stride
	kept, _ := lent[bits.Len(uint(n))].Get().(*[]float64)
	if kept == nil || cap(*kept) < n {
		data := make([]float64, n)
		kept = &data
	}
	return Matrix{Rows: r, Cols: c, Stride: stride, Data: (*kept)[:n]}
}

// Return gives back the memory of matrices that Borrow has made. They must not be used
// any more.
func Return(matrices ...Matrix) {
	for _, a := range matrices {
		if data := a.Data; cap(data) > 0 {
			lent[bits.Len(uint(len(data)))].Put(&data)
		}
	}
}

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

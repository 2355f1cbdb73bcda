package linalg

import "testing"

// What is borrowed has its size and is nobody else's, whatever was given back before.
func TestBorrow(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {3, 0}, {40, 41}, {41, 40}, {7, 200}, {300, 300}} {
		a, b := Borrow(size[0], size[1]), Borrow(size[0], size[1])
		if a.Rows != size[0] || a.Cols != size[1] || a.Stride < a.Cols || len(a.Data) < a.Rows*a.Stride {
			t.Fatalf("borrowed %d by %d, stride %d, for %v", a.Rows, a.Cols, a.Stride, size)
		}
		for i := range a.Rows {
			for j := range a.Cols {
				a.Set(i, j, 1)
				b.Set(i, j, 2)
			}
		}
		for i := range a.Rows {
			for j := range a.Cols {
				if a.At(i, j) != 1 {
					t.Fatal("two loans share memory")
				}
			}
		}
		Return(a, b)
	}
	Return(Matrix{})
}

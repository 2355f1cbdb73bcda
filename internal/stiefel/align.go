package stiefel

import (
	"math"

	"suffice/internal/linalg"
)

// Align turns the rows of w among themselves so that they are nearest to those of another
// frame of as many: Q w with the orthogonal Q of the least |Q w - to| (Procrustes).
func Align(w, to linalg.Matrix) (linalg.Matrix, error) {
	cross := linalg.TimesT(to, w) // its polar factor is Q
	values, v, err := linalg.Leading(linalg.Times(cross.Transposed(), cross), w.Rows)
	if err != nil {
		return w, err
	}
	u := linalg.TimesT(v, cross) // rows: left singular vectors times singular values
	for i := linalg.CountAbove(values, 1e-24); i < u.Rows; i++ {
		fill(u, i) // where the frames have nothing in common, any turn will do
	}
	if err := Orthonormalize(u); err != nil {
		return w, err
	}
	return linalg.Times(linalg.Times(u.Transposed(), v), w), nil
}

// fill sets row i to the unit vector that is least within the rows before.
func fill(u linalg.Matrix, i int) {
	best, least := 0, math.Inf(1)
	for j := range u.Cols {
		var within float64
		for k := range i {
			within += u.At(k, j) * u.At(k, j) / linalg.Dot(u.Row(k), u.Row(k))
		}
		if within < least {
			best, least = j, within
		}
	}
	clear(u.Row(i))
	u.Set(i, best, 1)
}

// Angle is the largest principal angle between the row spaces of two frames, in radians:
// no direction of one is further from the other.
func Angle(a, b linalg.Matrix) (float64, error) {
	outside := linalg.Times(linalg.TimesT(a, b), b)
	linalg.Scale(-1, outside)
	linalg.Add(outside, a) // a - (a bᵀ) b, which is exact for small angles
	values, _, err := linalg.Leading(linalg.TimesT(outside, outside), a.Rows)
	if err != nil {
		return 0, err
	}
	return math.Asin(min(1, math.Sqrt(max(0, values[0])))), nil
}

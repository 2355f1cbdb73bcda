package surf

import "math"

// refine places a keypoint between the places and sizes that were tried, at the top of
// the quadric through the differences about the largest determinant:
//
//	offset = -H⁻¹ g,  strength = D + ½ gᵀ offset
//
// with the gradient g and the Hessian H of the determinants in column, row and size
// (Brown and Lowe 2002). It reports false where the quadric has its top far away,
// as on ridges.
func (b *band) refine(layer, at int) (Keypoint, bool) {
	gradient, hessian := b.derivatives(layer, at)
	offset, ok := solve(hessian, gradient)
	if !ok {
		return Keypoint{}, false
	}
	strength := b.layers[layer][at]
	for i := range offset {
		offset[i] = -offset[i]
		if !(math.Abs(offset[i]) <= farthest) {
			return Keypoint{}, false
		}
		strength += gradient[i] * offset[i] / 2
	}
	column, row := at%b.columns, at/b.columns+b.first-1
	size, spacing := b.sizes[layer], b.sizes[1]-b.sizes[0]
	return Keypoint{
		X:         (float64(column) + offset[0]) * float64(b.step),
		Y:         (float64(row) + offset[1]) * float64(b.step),
		Scale:     scaleOf(float64(size) + offset[2]*float64(spacing)),
		Strength:  strength,
		Laplacian: laplacian(b.sums, size, column*b.step, row*b.step),
	}, true
}

// farthest is how far the top may be from the largest determinant, in places or sizes.
// At ½, where the top belongs to a neighbour, one keypoint in seven is lost and
// those that are left repeat less often (docs/surf.md).
const farthest = 1

// derivatives returns the gradient and the Hessian by central differences.
func (b *band) derivatives(layer, at int) (g [3]float64, h [3][3]float64) {
	move := [3]int{1, b.columns, 0}
	value := func(i, j, step, other int) float64 { // determinant after steps along axes i and j
		size := layer
		if i == 2 {
			size += step
		}
		if j == 2 {
			size += other
		}
		return b.layers[size][at+step*move[i]+other*move[j]]
	}
	centre := b.layers[layer][at]
	for i := range 3 {
		before, after := value(i, i, -1, 0), value(i, i, 1, 0)
		g[i] = (after - before) / 2
		h[i][i] = after - 2*centre + before
		for j := range i {
			h[i][j] = (value(i, j, 1, 1) - value(i, j, 1, -1) - value(i, j, -1, 1) + value(i, j, -1, -1)) / 4
			h[j][i] = h[i][j]
		}
	}
	return g, h
}

// solve returns the x with a·x = b by Cramer's rule, or false where a is singular.
func solve(a [3][3]float64, b [3]float64) (x [3]float64, ok bool) {
	whole := determinant(a)
	if whole == 0 {
		return x, false
	}
	for i := range x {
		part := a
		for j := range b {
			part[j][i] = b[j]
		}
		x[i] = determinant(part) / whole
	}
	return x, true
}

func determinant(a [3][3]float64) float64 {
	return a[0][0]*(a[1][1]*a[2][2]-a[1][2]*a[2][1]) -
		a[0][1]*(a[1][0]*a[2][2]-a[1][2]*a[2][0]) +
		a[0][2]*(a[1][0]*a[2][1]-a[1][1]*a[2][0])
}

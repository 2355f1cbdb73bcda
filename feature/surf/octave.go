package surf

import "suffice/internal/linalg"

// octave looks for keypoints with filters of a few sizes, on a grid of pixels.
type octave struct {
	sums          *integral
	sizes         []int // of the filters, evenly spaced
	step          int   // pixels between the places of the grid
	columns, rows int   // of the grid
	threshold     float64
}

func newOctave(sums *integral, o Options, number int) *octave {
	step := o.Step << number
	oct := &octave{sums: sums, step: step, threshold: o.Threshold, columns: places(sums.width, step), rows: places(sums.height, step)}
	for i := range o.Intervals {
		if size := filterSize(number, i); size <= min(sums.width, sums.height) {
			oct.sizes = append(oct.sizes, size)
		}
	}
	return oct
}

// places is how many pixels of a line are on a grid that begins with the first.
func places(length, step int) int {
	return (length + step - 1) / step
}

// find returns the keypoints of the octave in the order of bands of rows. The bands
// are small, so that what is kept of a large picture is little beside the picture.
func (o *octave) find() []Keypoint {
	const together = 32 // rows of the grid
	if len(o.sizes) < 3 {
		return nil
	}
	found := make([][]Keypoint, (o.rows+together-1)/together)
	linalg.Parallel(o.rows, together, func(from, to int) {
		found[from/together] = o.band(from, to).find()
	})
	var all []Keypoint
	for _, some := range found {
		all = append(all, some...)
	}
	return all
}

// band is the determinants at some rows of the grid, and one more on either side.
type band struct {
	*octave
	first, end int         // rows of the grid where keypoints are looked for
	layers     [][]float64 // one a filter size: rows first-1 to end, of octave.columns each; 0 where the filter does not fit
}

func (o *octave) band(first, end int) *band {
	b := &band{octave: o, first: first, end: end}
	rows := end - first + 2
	all := make([]float64, len(o.sizes)*rows*o.columns)
	scratch := newColumns(o.sums.width)
	for i, size := range o.sizes {
		layer := all[i*rows*o.columns : (i+1)*rows*o.columns]
		b.layers = append(b.layers, layer)
		for r := range rows {
			y := (first - 1 + r) * o.step
			if y < size/2 || y+size/2 >= o.sums.height {
				continue
			}
			scratch.sum(o.sums, size, y)
			scratch.determinants(layer[r*o.columns:(r+1)*o.columns], size, o.step)
		}
	}
	return b
}

// find returns the local maxima over place and size that pass the threshold.
func (b *band) find() []Keypoint {
	var points []Keypoint
	for i := 1; i+1 < len(b.sizes); i++ {
		fits := b.sizes[i+1] / 2 // the largest of the three filters must fit at all neighbours
		left := (fits+b.step-1)/b.step + 1
		right := (b.sums.width-1-fits)/b.step - 1
		for row := b.first; row < b.end; row++ {
			if (row-1)*b.step < fits || (row+1)*b.step+fits >= b.sums.height {
				continue
			}
			start := (row - b.first + 1) * b.columns
			for column := left; column <= right; column++ {
				at := start + column
				if b.layers[i][at] < b.threshold || !b.isLargest(i, at) {
					continue
				}
				if point, ok := b.refine(i, at); ok {
					points = append(points, point)
				}
			}
		}
	}
	return points
}

// isLargest tells whether a determinant is the largest of the 27 about it. Of equal
// ones the last counts, so that a symmetric blob between two places is found once.
func (b *band) isLargest(layer, at int) bool {
	value := b.layers[layer][at]
	for i := layer - 1; i <= layer+1; i++ {
		for row := at - b.columns; row <= at+b.columns; row += b.columns {
			for j, v := range b.layers[i][row-1 : row+2] {
				later := i > layer || i == layer && row+j-1 > at
				if v > value || v == value && later {
					return false
				}
			}
		}
	}
	return true
}

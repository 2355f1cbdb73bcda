package surf

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The filters of 9 pixels as they are drawn in the paper, Figure 2: + is 1, = is -2
// for the pure derivative and -1 for the mixed one.
const (
	paperYY = `
..+++++..
..+++++..
..+++++..
..=====..
..=====..
..=====..
..+++++..
..+++++..
..+++++..`
	paperXY = `
.........
.+++.===.
.+++.===.
.+++.===.
.........
.===.+++.
.===.+++.
.===.+++.
.........`
)

func parseMask(text string, minus float64) [][]float64 {
	var mask [][]float64
	for _, line := range strings.Fields(text) {
		row := make([]float64, len(line))
		for x, c := range line {
			row[x] = map[rune]float64{'.': 0, '+': 1, '=': minus}[c]
		}
		mask = append(mask, row)
	}
	return mask
}

// masks returns the filters of a size for derivatives along y and for the mixed one,
// cell by cell: lobes grow with the size, and stay a pixel apart.
func masks(size int) (yy, xy [][]float64) {
	lobe, half := size/3, size/2
	for y := -half; y <= half; y++ {
		yyRow, xyRow := make([]float64, size), make([]float64, size)
		for x := -half; x <= half; x++ {
			if x > -lobe && x < lobe {
				yyRow[x+half] = 1
				if 2*max(y, -y) < lobe {
					yyRow[x+half] = -2
				}
			}
			if x != 0 && y != 0 && max(x, -x, y, -y) <= lobe {
				xyRow[x+half] = 1
				if x*y < 0 {
					xyRow[x+half] = -1
				}
			}
		}
		yy, xy = append(yy, yyRow), append(xy, xyRow)
	}
	return yy, xy
}

func TestMasksAreThePapers(t *testing.T) {
	yy, xy := masks(9)
	for y := range 9 {
		for x := range 9 {
			if want := parseMask(paperYY, -2)[y][x]; yy[y][x] != want {
				t.Errorf("D_yy at (%d, %d) is %g, want %g", x, y, yy[y][x], want)
			}
			if want := parseMask(paperXY, -1)[y][x]; xy[y][x] != want {
				t.Errorf("D_xy at (%d, %d) is %g, want %g", x, y, xy[y][x], want)
			}
		}
	}
}

func TestFilterSizesAreThePapers(t *testing.T) {
	for octave, want := range [][]int{{9, 15, 21, 27}, {15, 27, 39, 51}, {27, 51, 75, 99}, {51, 99, 147, 195}} {
		for interval, size := range want {
			if got := filterSize(octave, interval); got != size {
				t.Errorf("octave %d, interval %d: %d, want %d", octave, interval, got, size)
			}
		}
	}
}

// convolve applies masks at a pixel, the transposed D_yy being D_xx.
func convolve(g Gray, size, x, y int) (xx, yy, xy float64) {
	maskYY, maskXY := masks(size)
	for v := range size {
		for u := range size {
			light := float64(g.Light[(y+v-size/2)*g.Width+x+u-size/2])
			xx += light * maskYY[u][v]
			yy += light * maskYY[v][u]
			xy += light * maskXY[v][u]
		}
	}
	return xx, yy, xy
}

func TestResponsesAreConvolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := filterSize(rapid.IntRange(0, 1).Draw(t, "octave"), rapid.IntRange(0, 3).Draw(t, "interval"))
		g := drawPicture(t, size, size+9)
		x := rapid.IntRange(size/2, g.Width-1-size/2).Draw(t, "x")
		y := rapid.IntRange(size/2, g.Height-1-size/2).Draw(t, "y")
		sums, scratch := sumUp(g), newColumns(g.Width)
		scratch.sum(sums, size, y)
		xx, yy, xy := scratch.second(size, x)
		wantXX, wantYY, wantXY := convolve(g, size, x, y)
		if xx != wantXX || yy != wantYY || xy != wantXY {
			t.Errorf("(%g, %g, %g), by convolution (%g, %g, %g)", xx, yy, xy, wantXX, wantYY, wantXY)
		}
		if sign := laplacian(sums, size, x, y); float64(sign)*(wantXX+wantYY) < 0 {
			t.Errorf("laplacian %d, by convolution %g", sign, wantXX+wantYY)
		}
	})
}

// All determinants of a band are those of convolutions, and 0 where filters do not fit.
func TestBandsHoldDeterminants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPicture(t, 27, 40)
		o := newOctave(sumUp(g), Options{Threshold: 1, Intervals: 4, Step: rapid.IntRange(1, 3).Draw(t, "step")}, 0)
		first := rapid.IntRange(0, o.rows-1).Draw(t, "first")
		b := o.band(first, rapid.IntRange(first+1, o.rows).Draw(t, "end"))
		i, row := rapid.IntRange(0, 3).Draw(t, "layer"), rapid.IntRange(0, b.end-b.first+1).Draw(t, "row")
		size, y := o.sizes[i], (first-1+row)*o.step
		for column := range o.columns {
			x, want := column*o.step, 0.0
			if min(x, y) >= size/2 && x+size/2 < g.Width && y+size/2 < g.Height {
				area := float64(size * size)
				xx, yy, xy := convolve(g, size, x, y)
				want = (xx*yy - .9*.9*xy*xy) / (area * area)
			}
			if got := b.layers[i][row*o.columns+column]; math.Abs(got-want) > 1e-13 {
				t.Fatalf("size %d at (%d, %d): %g, by convolution %g", size, x, y, got, want)
			}
		}
	})
}

package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	pick "suffice/internal/sampling"
)

// colouring is what the colour of points means: a value, a class, or nothing.
type colouring struct {
	label     string
	shade     []float64
	low, high float64 // the range of the colours
	class     []int
	marks     []mark // of each class
	ranks     []int  // of each class among those that have a mark of their own; below 0 for others
	named     []namedMark
}

type namedMark struct {
	name string
	mark mark
}

// mostClasses have a mark of their own; the rest are "other".
const mostClasses = 40

func newColouring(shade []float64, class []int, classes []string, background, label string) (*colouring, error) {
	c := &colouring{label: label, shade: shade, class: class}
	switch {
	case class != nil && shade != nil:
		return nil, fmt.Errorf("points have a class or a shade, not both")
	case class != nil:
		return c, c.chooseMarks(classes, background)
	case shade != nil:
		if err := checkPoints(shade); err != nil {
			return nil, err
		}
		c.low, c.high = apart(inner(shade)) // so that a few far out do not take all colours for themselves
	}
	return c, nil
}

func (c *colouring) plain() bool { return c.shade == nil && c.class == nil }

// rows is how many points have a colour.
func (c *colouring) rows() int { return max(len(c.shade), len(c.class)) }

// spanMeans makes the range of the colours that of the means in hexagons, which vary less
// than the values.
func (c *colouring) spanMeans(all ...*hexagons) {
	if c.shade == nil || len(all) == 0 {
		return
	}
	c.low, c.high = all[0].means()
	for _, h := range all[1:] {
		low, high := h.means()
		c.low, c.high = math.Min(c.low, low), math.Max(c.high, high)
	}
	c.low, c.high = apart(c.low, c.high)
}

// chooseMarks gives the largest classes marks, in the order of their names.
func (c *colouring) chooseMarks(classes []string, background string) error {
	sizes := make([]int, len(classes))
	for i, k := range c.class {
		if k < 0 || k >= len(classes) {
			return fmt.Errorf("point %d has class %d of %d", i+1, k, len(classes))
		}
		sizes[k]++
	}
	shown := slices.DeleteFunc(pick.Descending(sizes), func(k int) bool {
		return sizes[k] == 0 || background != "" && classes[k] == background
	})
	shown = shown[:min(mostClasses, len(shown))]
	slices.Sort(shown)
	c.marks, c.ranks = make([]mark, len(classes)), make([]int, len(classes))
	for k := range c.marks {
		c.marks[k], c.ranks[k] = markOf(-1), -1
	}
	for rank, k := range shown {
		c.marks[k], c.ranks[k] = markOf(rank), rank
		c.enter(classes[k], c.marks[k])
	}
	others := slices.DeleteFunc(pick.All(len(sizes)), func(k int) bool { return sizes[k] == 0 || slices.Contains(shown, k) })
	switch len(others) {
	case 0:
	case 1: // it has a name
		c.enter(classes[others[0]], markOf(-1))
	default:
		c.enter(fmt.Sprintf("%d others", len(others)), markOf(-1))
	}
	return nil
}

func (c *colouring) enter(name string, m mark) {
	c.named = append(c.named, namedMark{printable(name), m})
}

// key explains the colours, of points or of hexagons, in columns of so many lines.
func (c *colouring) key(asHexagons bool, lines int) key {
	switch {
	case c.class != nil:
		k := legend{title: printable(c.label), lines: lines}
		for _, n := range c.named {
			k.entries = append(k.entries, entry{n.name, n.mark.sample(asHexagons)})
		}
		return k
	case c.shade != nil:
		return bar{label: printable(c.label), low: c.low, high: c.high, marks: spaced(keyLine*vg.Length(lines), true).Ticks(c.low, c.high)}
	}
	return nil
}

// other reports whether a point is grey.
func (c *colouring) other(i int) bool { return c.class != nil && c.ranks[c.class[i]] < 0 }

func (c *colouring) ofValue(v float64) color.NRGBA { return shade((v - c.low) / (c.high - c.low)) }

// of is the colour of point i.
func (c *colouring) of(i int) color.NRGBA {
	switch {
	case c.class != nil:
		return c.marks[c.class[i]].colour
	case c.shade != nil:
		return c.ofValue(c.shade[i])
	}
	return palette[0]
}

// draw draws point i.
func (c *colouring) draw(canvas draw.Canvas, i int, at vg.Point, radius vg.Length) {
	if c.class != nil {
		c.marks[c.class[i]].draw(canvas, at, max(1.1, radius))
		return
	}
	plain := c.of(i)
	if c.shade == nil {
		plain.A = 150 // where points overlap, it gets darker
	}
	canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: plain, Radius: radius, Shape: draw.CircleGlyph{}}, at)
}

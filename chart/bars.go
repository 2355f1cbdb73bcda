package chart

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"suffice/internal/humanize"
	"suffice/internal/linalg"
	pick "suffice/internal/sampling"
)

// Bars is a panel of horizontal bars with names, the largest at the top, whatever
// their sign: the weights of a component, say. The smaller ones are only counted.
type Bars struct {
	Title  string
	NameX  string
	Names  []string
	Values []float64
	Most   int // bars drawn; 0 means 20

	From, To []float64 // of each bar, the ends of its interval, which is drawn across it; none means none

	Low, High float64 // values that the axis has to hold beside those of the bars
}

const (
	barLine     = 17 * vg.Length(1) // height of a bar with its gap
	barLetters  = 24                // of a name
	defaultBars = 20
)

func (b Bars) prepare() (*prepared, error) {
	if len(b.Values) == 0 || len(b.Names) != len(b.Values) {
		return nil, fmt.Errorf("%d names and %d values do not make bars", len(b.Names), len(b.Values))
	}
	if len(b.From) != len(b.To) || len(b.From) > 0 && len(b.From) != len(b.Values) {
		return nil, fmt.Errorf("%d and %d ends of intervals do not go with %d bars", len(b.From), len(b.To), len(b.Values))
	}
	if !linalg.Finite(slices.Concat(b.Values, b.From, b.To)) {
		return nil, errors.New("a bar has no finite length")
	}
	drawn, rest := b.choose()
	p := newSideways(b.Title, b.NameX)
	p.Add(drawn)
	lines := drawn.mark(p, rest)
	p.X.Min, p.X.Max = drawn.reach(b.Low, b.High)
	p.Y.Min, p.Y.Max = -float64(lines)+.4, .6
	return &prepared{plot: p, height: max(panelHeight, barLine*vg.Length(lines)+80)}, nil
}

// bars are those that are drawn, one below the other from 0 down.
type bars struct {
	names    []string
	values   []float64
	from, to []float64 // the ends of intervals, where there are any
}

// choose takes the largest, and returns how many more there are. A single one more is
// drawn too.
func (b Bars) choose() (drawn bars, rest int) {
	most := cmp.Or(b.Most, defaultBars)
	order := pick.All(len(b.Values))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(math.Abs(b.Values[j]), math.Abs(b.Values[i])) })
	if len(order) > most+1 {
		rest, order = len(order)-most, order[:most]
	}
	names := distinct(b.Names, barLetters) // of all, so that one has the same name in every panel
	for _, j := range order {
		drawn.names, drawn.values = append(drawn.names, names[j]), append(drawn.values, b.Values[j])
		if len(b.From) > 0 {
			drawn.from, drawn.to = append(drawn.from, b.From[j]), append(drawn.to, b.To[j])
		}
	}
	return drawn, rest
}

// mark names the bars, and returns how many lines that takes.
func (b bars) mark(p *plot.Plot, rest int) int {
	names := b.names
	if rest > 0 {
		names = append(slices.Clone(names), fmt.Sprintf("and %d smaller", rest))
	}
	marks := make([]plot.Tick, len(names))
	for k, name := range names {
		marks[k] = plot.Tick{Value: -float64(k), Label: name}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(marks)
	return len(names)
}

// reach is the range of the axis, with room for the number at the end of each bar.
func (b bars) reach(low, high float64) (from, to float64) {
	all := slices.Concat(b.values, b.from, b.to)
	low, high = min(0, low, slices.Min(all)), max(0, high, slices.Max(all))
	if low == high {
		return -1, 1
	}
	room := (high - low) * .24
	if low < 0 {
		low -= room
	}
	if high > 0 {
		high += room
	}
	return low, high
}

// number is the length of a bar in as many digits as can be seen.
func (b bars) number(v float64) string {
	if largest := linalg.Largest(b.values); largest >= .1 && largest < 1000 {
		return fmt.Sprintf("%.3f", math.Round(v*1000)/1000+0) // no negative zero
	}
	return humanize.Number(v, 3)
}

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	thick := min(8, (y(0)-y(-1))*.36)
	for k, v := range b.values {
		from, to, at := x(0), x(v), y(-float64(k))
		kind, letters, aside := palette[0], lettering(9, draw.XLeft, draw.YCenter), vg.Length(3)
		if v < 0 {
			kind, letters, aside = palette[1], lettering(9, draw.XRight, draw.YCenter), -3
		}
		c.SetColor(kind)
		c.Fill(vg.Rectangle{Min: vg.Point{X: min(from, to), Y: at - thick}, Max: vg.Point{X: max(from, to), Y: at + thick}}.Path())
		if len(b.from) > 0 {
			end := x(b.to[k])
			if v < 0 {
				end = x(b.from[k])
			}
			b.interval(c, x(b.from[k]), x(b.to[k]), at, thick/2)
			to = end
		}
		c.FillText(letters, vg.Point{X: to + aside, Y: at}, b.number(v))
	}
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: .5}, x(0), c.Min.Y, x(0), c.Max.Y)
}

// interval draws a line with ends across a bar.
func (b bars) interval(c draw.Canvas, from, to, at, half vg.Length) {
	style := draw.LineStyle{Color: ink, Width: 1}
	c.StrokeLine2(style, from, at, to, at)
	for _, end := range []vg.Length{from, to} {
		c.StrokeLine2(style, end, at-half, end, at+half)
	}
}

package chart

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"suffice/internal/termtext"
)

// everyPanel has each kind of panel, with few and with many points.
func everyPanel() Figure {
	x, y, z, class := cloudOf(400, 3)
	many, more, third, classes := cloudOf(6000, mostClasses+2)
	names := numbered(mostClasses + 2)
	return Figure{Title: "Every panel", Note: "a note", Panels: []Panel{
		Points{Title: "classes", X: x, Y: y, Class: class, Classes: names[:3], ShadeLabel: "kind"},
		Points{Title: "many", X: many, Y: more},
		Points{Title: "many classes", X: many, Y: more, Class: classes, Classes: names},
		Points{Title: "many shades", X: many, Y: more, Shade: third, ShadeLabel: "a label beside its bar"},
		Pairs{Title: "pairs", Columns: [][]float64{x, y, z}, Names: []string{"z1", "z2", "z3"}, Class: class, Classes: names[:3], Background: "input 2"},
		Pairs{Columns: [][]float64{many, more, third}, Names: []string{"z1", "z2", "z3"}},
		Bars{Title: "weights", NameX: "weight", Names: numbered(30), Values: x[:30]},
		Points{Title: "summary", NameX: "z1", NameY: "y", X: x, Y: z, Smooth: true},
		Shares{Title: "shares", NameX: "z1", X: x, Class: class, Classes: names[:3]},
		Histograms{Title: "spread", NameX: "z1", Groups: []Group{{Name: "one", Values: x}, {Name: "two", Values: y}}},
		Line{Title: "trace", NameX: "step", NameY: "score", X: []float64{1, 2, 3}, Y: []float64{1, 3, 2}, Stage: []int{0, 1, 1}, Stages: []string{"first step", "pass"}},
		someCurves(),
	}}
}

// Points at 1, 2 and 50 keep apart on the axis of their logarithms, those of 1 to 3 on a
// plain one.
func TestCrowdedCurvesHaveLogarithms(t *testing.T) {
	for _, test := range []struct {
		x    []float64
		want bool
	}{
		{[]float64{1, 2, 5, 10, 20, 50}, true},
		{[]float64{1, 2, 3}, false},
		{[]float64{0, 2, 5, 100}, false},
		{[]float64{48, 49, 50, 1000}, false}, // crowded either way
	} {
		c := Curves{Curves: []Curve{{Name: "a", X: test.x, Mean: test.x}}}
		p, err := c.prepare()
		if err != nil {
			t.Fatal(err)
		}
		_, got := p.plot.X.Scale.(plot.LogScale)
		if got != test.want || p.plot.X.Min >= test.x[0] || p.plot.X.Max <= test.x[len(test.x)-1] {
			t.Errorf("%v: logarithms %v, from %g to %g", test.x, got, p.plot.X.Min, p.plot.X.Max)
		}
	}
}

// On a logarithmic axis of y there is room for all values, marks are at powers of ten and
// say so, and what is not above 0 is an error.
func TestLogarithmicY(t *testing.T) {
	c := Curves{LogY: true, Low: .002, High: 50, Curves: []Curve{{Name: "a", X: []float64{1000, 1e6}, Mean: []float64{.02, 3}}}}
	p, err := c.prepare()
	if err != nil {
		t.Fatal(err)
	}
	if y := p.plot.Y; y.Min >= .002 || y.Min < .001 || y.Max <= 50 || y.Max > 100 {
		t.Errorf("from %g to %g", y.Min, y.Max)
	}
	var names []string
	for _, mark := range p.plot.Y.Tick.Marker.Ticks(p.plot.Y.Min, p.plot.Y.Max) {
		if mark.Label != "" {
			names = append(names, mark.Label)
			if value, err := strconv.ParseFloat(mark.Label, 64); err != nil || math.Abs(value/mark.Value-1) > 1e-9 {
				t.Errorf("the mark at %g is called %s", mark.Value, mark.Label)
			}
		}
	}
	if got := strings.Join(names, " "); got != "0.01 0.1 1 10" {
		t.Errorf("marks %s", got)
	}
	if marks := p.plot.X.Tick.Marker.Ticks(1, 2e6); marks[0].Label != "1000" || marks[1].Label != "1,000,000" {
		t.Errorf("marks %v", marks)
	}
	c.Places, c.LogX = []float64{10, 1e7}, true // though three places are not crowded
	if p, err = c.prepare(); err != nil {
		t.Fatal(err)
	}
	if _, ok := p.plot.X.Scale.(plot.LogScale); !ok || p.plot.X.Min >= 10 || p.plot.X.Max <= 1e7 {
		t.Errorf("from %g to %g on %T", p.plot.X.Min, p.plot.X.Max, p.plot.X.Scale)
	}
	for _, bad := range []Curves{
		{LogY: true, Curves: []Curve{{Name: "a", X: []float64{1}, Mean: []float64{0}}}},
		{LogY: true, Curves: []Curve{{Name: "a", X: []float64{1}, Mean: []float64{1}, SD: []float64{2}}}},
		{LogY: true, Low: -1, Curves: c.Curves},
		{LogX: true, Places: []float64{0}, Curves: c.Curves},
	} {
		if _, err := bad.prepare(); err == nil || !strings.Contains(err.Error(), "a logarithmic axis cannot hold") {
			t.Errorf("got %v", err)
		}
	}
}

func someCurves() Curves {
	return Curves{Title: "errors", NameX: "components", NameY: "error", Curves: []Curve{
		{Name: "sca", X: []float64{1, 2, 5}, Mean: []float64{.3, .2, .1}, SD: []float64{.01, .01, .01}, Best: []bool{true, true, false}},
		{Name: "pca", X: []float64{5, 1, 2}, Mean: []float64{.4, .5, .4}},
		{Name: "none", X: []float64{294}, Mean: []float64{.2}, SD: []float64{.02}, Flat: true},
	}}
}

// cloudOf draws n points of some classes about different places.
func cloudOf(n, classes int) (x, y, z []float64, class []int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		k := r.IntN(classes)
		class = append(class, k)
		x = append(x, r.NormFloat64()+float64(k))
		y = append(y, r.NormFloat64()-float64(k%2))
		z = append(z, r.NormFloat64())
	}
	return x, y, z, class
}

func numbered(n int) []string {
	names := make([]string, n)
	for k := range names {
		names[k] = fmt.Sprintf("input %d", k)
	}
	return names
}

// The same figure gives the same bytes in every format.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	for _, format := range Formats() {
		one, other := everyPanel(), everyPanel()
		if format == PNG { // dots of a tall page take time, and come from the same drawing
			one.Panels, other.Panels = one.Panels[:3], other.Panels[:3]
		}
		if !bytes.Equal(write(t, one, format), write(t, other, format)) {
			t.Errorf("another %s of the same figure", format)
		}
	}
	if !bytes.HasPrefix(write(t, someFigure(), PDF), []byte("%PDF")) {
		t.Error("no PDF")
	}
}

// What has a name can be read in the picture.
func TestNamesInPicture(t *testing.T) {
	text := string(write(t, everyPanel(), SVG))
	for _, want := range []string{
		"2 others", ">kind<", "and 10 smaller", "first step", "one (400)", ">none<", "worse by a t-test", ">294<",
		"6000 rows, counted in hexagons", "a note. ", ">share of rows<", "line: the mean along the component", ">z3<", "a label beside its bar",
	} {
		if got := strings.Contains(text, want); got != (want != ">294<") { // a level has no place on the axis
			t.Errorf("the picture has %q: %v", want, got)
		}
	}
}

func TestPanelErrors(t *testing.T) {
	x := []float64{1, 2}
	for want, panel := range map[string]Panel{
		"there are no curves":     Curves{},
		`curve "a" has no points`: Curves{Curves: []Curve{{Name: "a"}}},
		`curve "a" has 1 values of x, 2 means, 0 deviations and 0 marks`:    Curves{Curves: []Curve{{Name: "a", X: x[:1], Mean: x}}},
		`curve "a" has the value NaN at point 1`:                            Curves{Curves: []Curve{{Name: "a", X: x[:1], Mean: []float64{math.NaN()}}}},
		"point 2 has class 3 of 2":                                          Points{X: x, Y: x, Class: []int{0, 3}, Classes: []string{"a", "b"}},
		"points have a class or a shade, not both":                          Points{X: x, Y: x, Shade: x, Class: []int{0, 0}, Classes: []string{"a"}},
		"2 values of x and 0 classes":                                       Shares{X: x},
		"point 2 has class 1 of 1":                                          Shares{X: x, Class: []int{0, 1}, Classes: []string{"a"}},
		"2 columns and 2 names do not make pairs; there are at least three": Pairs{Columns: [][]float64{x, x}, Names: []string{"a", "b"}},
		"b against a: 2 values of x, 1 of y and 0 for the colour":           Pairs{Columns: [][]float64{x, x[:1], x}, Names: []string{"a", "b", "c"}},
		"1 names and 2 values do not make bars":                             Bars{Names: []string{"a"}, Values: x},
		"a bar has no finite length":                                        Bars{Names: []string{"a"}, Values: []float64{math.Inf(1)}},
		"there are no values":                                               Histograms{Groups: []Group{{Name: "a"}}},
		`group "a" has the value NaN at place 1`:                            Histograms{Groups: []Group{{Name: "a", Values: []float64{math.NaN()}}}},
		"there are no points":                                               Line{},
		"2 values of x, 2 of y and 1 stages":                                Line{X: x, Y: x, Stage: []int{0}, Stages: []string{"a"}},
		"point 2 has stage 1 of 1":                                          Line{X: x, Y: x, Stage: []int{0, 1}, Stages: []string{"a"}},
	} {
		var out bytes.Buffer
		if err := (Figure{Panels: []Panel{panel}}).Write(&out, SVG); err == nil || err.Error() != "panel 1: "+want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Values that are all the same, or a single one, can be drawn.
func TestDegeneratePanels(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	same := slices.Repeat([]float64{7}, 6000)
	for _, panel := range []Panel{
		Points{X: same, Y: same}, Points{X: same[:1], Y: same[:1], Shade: same[:1]}, Points{X: same, Y: same, Shade: same},
		Pairs{Columns: [][]float64{same, same, same}, Names: []string{"a", "b", "c"}},
		Bars{Names: []string{""}, Values: []float64{0}},
		Histograms{Groups: []Group{{Values: same}, {Name: "empty"}}},
		Line{X: same[:1], Y: []float64{0}, Stage: []int{0}, Stages: []string{"a"}},
		Curves{Curves: []Curve{{Name: "none", Mean: []float64{0}, Flat: true}}},
		Curves{Curves: []Curve{{Name: "a", X: same[:1], Mean: same[:1]}}},
		Shares{X: same, Class: make([]int, len(same)), Classes: []string{"a"}}, Shares{X: []float64{1, 2}, Class: []int{0, 1}, Classes: []string{"a", "b"}},
		Points{X: same[:9], Y: same[:9], Smooth: true}, Points{X: same, Y: same, Smooth: true},
		Points{X: []float64{1, 2, 3, 4, 5, 6}, Y: same[:6], Smooth: true, Small: true},
		Points{Title: "\x00\n<&>日本", NameX: "日本語", X: same[:2], Y: same[:2], Class: []int{0, 1}, Classes: []string{"<b>", "\x07"}},
	} {
		for _, format := range Formats() {
			text := write(t, Figure{Panels: []Panel{panel}}, format)
			if format == SVG && bytes.Contains(text, []byte("NaN")) {
				t.Errorf("%T: NaN in the drawing", panel)
			}
		}
	}
}

// Every point but those far out is in the hexagon whose middle is nearest, and is counted
// once.
func TestHexagonsAreNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 50).Draw(t, "n")
		x := rapid.SliceOfN(rapid.Float64Range(-1e3, 1e3), n, n).Draw(t, "x")
		y := rapid.SliceOfN(rapid.Float64Range(-1, 1), n, n).Draw(t, "y")
		cloud, err := newCloud(x, y, &colouring{}, grain{across: 10, flatness: .7})
		if err != nil {
			t.Fatal(err)
		}
		h := cloud.bins
		far := func(k int, u, v float64) float64 {
			row, column := k/h.columns, k%h.columns
			return math.Hypot(u-float64(column)-float64(row%2)/2, (v-float64(row))*math.Sqrt(3)/2)
		}
		for i := range x {
			if slices.Contains(cloud.far, i) {
				continue // stands at the border
			}
			u, v := (x[i]-h.left)/h.across, (y[i]-h.low)/h.up
			got := far(h.nearest(u, v), u, v)
			for k := range h.count {
				if least := far(k, u, v); least < got-1e-9 {
					t.Fatalf("point %d is %g from its hexagon, but %g from another", i, got, least)
				}
			}
		}
		var total float64
		for _, count := range h.count {
			total += count
		}
		if total != float64(n-len(cloud.far)) {
			t.Fatalf("%g points of %d, of which %d are far out", total, n, len(cloud.far))
		}
	})
}

// The range of the colours leaves out what a hundredth of the points have.
func TestMeans(t *testing.T) {
	h := &hexagons{count: []float64{500, 0, 1, 498, 1}, sum: []float64{500, 0, -99, 996, 99}}
	if low, high := h.means(); low != 1 || high != 2 {
		t.Errorf("from %g to %g", low, high)
	}
	h = &hexagons{count: []float64{3}, sum: []float64{6}}
	if low, high := h.means(); low != 2 || high != 2 {
		t.Errorf("from %g to %g", low, high)
	}
}

// Marks on an axis never look alike, however far from 0.
func TestMarksDiffer(t *testing.T) {
	differ := func(t rapid.TB, low, high float64) {
		marks := steps(low, high)
		for i := 1; i < len(marks); i++ {
			if marks[i].Label == marks[i-1].Label {
				t.Fatalf("from %v to %v: two marks %s", low, high, marks[i].Label)
			}
		}
	}
	differ(t, 1.3351440429692969e+11, 1.3351440429693034e+11) // numbers as coarse as the step
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e12, 1e12).Draw(t, "low")
		high := low + math.Pow(10, rapid.Float64Range(-6, 12).Draw(t, "range"))
		if high <= low {
			t.Skip("no range")
		}
		differ(t, low, high)
	})
	marks := spaced(panelWidth, false).Ticks(1e6+.001, 1e6+.004)
	var labels []string
	for _, mark := range marks {
		labels = append(labels, mark.Label)
	}
	if got := strings.Join(labels, " "); got != "1,000,000.0010  1,000,000.0020  1,000,000.0030  1,000,000.0040" {
		t.Errorf("marks %q", got)
	}
}

func TestCutMiddle(t *testing.T) {
	for _, test := range []struct {
		name    string
		letters int
		want    string
	}{
		{"short", 5, "short"}, {"mean_of_band_17", 9, "mean…d_17"}, {"naïve_été_value", 6, "naï…ue"},
	} {
		if got := termtext.CutMiddle(test.name, test.letters); got != test.want {
			t.Errorf("%s, not %s", got, test.want)
		}
	}
	same := []string{"aaaaaaaaaaaaaaaa1zzzzzzzzzzzzzzz", "aaaaaaaaaaaaaaaa2zzzzzzzzzzzzzzz", "b"}
	if got := distinct(same, 12); got[0] == got[1] || !strings.HasSuffix(got[0], "#1") || got[2] != "b" {
		t.Errorf("%q", got)
	}
}

// The largest classes have marks of which no two are alike; the rest are grey.
func TestMarksOfClasses(t *testing.T) {
	var class []int
	for k := range mostClasses + 3 {
		class = append(class, slices.Repeat([]int{k}, 1+k)...)
	}
	c, err := newColouring(nil, class, numbered(mostClasses+3), "", "")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[mark]bool{}
	for k, m := range c.marks {
		if (m.colour == grey) != (k < 3) || (c.ranks[k] < 0) != (k < 3) {
			t.Errorf("class %d is grey: %v", k, m.colour == grey)
		}
		seen[m] = true
	}
	if len(seen) != mostClasses+1 || len(c.named) != mostClasses+1 || c.named[mostClasses].name != "3 others" {
		t.Errorf("%d marks, names %v", len(seen), c.named)
	}
}

// No two of the twenty colours are closer, with any kind of colour vision, than the closest
// two of the seven of Okabe and Ito are, in Ottosson's Oklab (2020). What people see who lack
// a kind of cone is by Machado, Oliveira and Fernandes (2009), Table 1, severity 1.0.
func TestColoursAreApart(t *testing.T) {
	visions := [][3][3]float64{
		{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	}
	least := func(colours int) float64 {
		closest := math.Inf(1)
		for _, vision := range visions {
			for i := range colours {
				for j := range i {
					a, b := oklab(vision, i), oklab(vision, j)
					closest = math.Min(closest, math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]))
				}
			}
		}
		return closest
	}
	if seven, twenty := least(7), least(20); len(palette) != 20 || twenty < .98*seven {
		t.Errorf("%d colours, the closest %.4f apart, those of Okabe and Ito %.4f", len(palette), twenty, seven)
	}
}

// oklab is colour k as it is seen, in a space where distances are differences that people see.
func oklab(vision [3][3]float64, k int) [3]float64 {
	times := func(m [3][3]float64, v [3]float64) (out [3]float64) {
		for i := range m {
			out[i] = m[i][0]*v[0] + m[i][1]*v[1] + m[i][2]*v[2]
		}
		return out
	}
	var light [3]float64
	for c, v := range []uint8{palette[k].R, palette[k].G, palette[k].B} {
		if light[c] = float64(v) / 255; light[c] <= .04045 {
			light[c] /= 12.92
		} else {
			light[c] = math.Pow((light[c]+.055)/1.055, 2.4)
		}
	}
	seen := times(vision, light)
	for c, v := range seen {
		seen[c] = math.Max(0, math.Min(1, v))
	}
	cones := times([3][3]float64{
		{0.4122214708, 0.5363325363, 0.0514459929}, {0.2119034982, 0.6806995451, 0.1073969566}, {0.0883024619, 0.2817188376, 0.6299787005},
	}, seen)
	for c, v := range cones {
		cones[c] = math.Cbrt(v)
	}
	return times([3][3]float64{
		{0.2104542553, 0.7936177850, -0.0040720468}, {1.9779984951, -2.4285922050, 0.4505937099}, {0.0259040371, 0.7827717662, -0.8086757660},
	}, cones)
}

// Names of classes stand inside the plot, beside each other, each at a row of its class
// where there is room.
func TestCentres(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		room := vg.Rectangle{Max: vg.Point{X: 300, Y: 200}}
		var taken []vg.Rectangle
		for range rapid.IntRange(1, 40).Draw(t, "names") {
			wanted := vg.Point{X: vg.Length(rapid.Float64Range(0, 300).Draw(t, "x")), Y: vg.Length(rapid.Float64Range(0, 200).Draw(t, "y"))}
			half := vg.Point{X: vg.Length(rapid.Float64Range(4, 48).Draw(t, "half")), Y: 7}
			at, ok := free(room, taken, wanted, half)
			if !ok {
				continue
			}
			for _, box := range taken {
				if overlap(box, at, half) {
					t.Fatalf("%v hides %v", at, box)
				}
			}
			box := vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}
			if box.Min.X < -1e-9 || box.Min.Y < -1e-9 || box.Max.X > 300+1e-9 || box.Max.Y > 200+1e-9 {
				t.Fatalf("%v is outside", box)
			}
			taken = append(taken, box)
		}
	})
	x, y, _, class := cloudOf(300, 3)
	c, err := newColouring(nil, class, numbered(3), "", "")
	if err != nil {
		t.Fatal(err)
	}
	cloud, err := newCloud(x, y, c, panelGrain)
	if err != nil {
		t.Fatal(err)
	}
	found := centresOf(cloud)
	if len(found) != 3 {
		t.Fatalf("%d names", len(found))
	}
	for _, centre := range found {
		at := slices.Index(x, centre.x)
		if at < 0 || y[at] != centre.y || c.named[c.ranks[class[at]]].name != centre.name {
			t.Errorf("%+v is at no row of its class", centre)
		}
	}
}

// A key of many entries has columns that have room beside the panel.
func TestKeyColumns(t *testing.T) {
	for n, columns := range map[int]int{1: 1, 12: 1, 13: 1, 20: 2, 40: 4} {
		l := legend{lines: panelLines, title: "kind"}
		for _, name := range numbered(n) {
			l.entries = append(l.entries, entry{name: name})
		}
		lines, _, _, height := l.shape()
		if got := len(l.columns()) - 1; got != columns || height*vg.Length(lines)+keyLine > panelHeight-50 {
			t.Errorf("%d entries: %d columns of %d lines", n, got, lines)
		}
	}
}

// Lines of a note are no wider than the room, and lose no word.
func TestWrap(t *testing.T) {
	note := strings.Repeat("some words of a note ", 20)
	lines := wrap(noteLetters(), note, 200)
	for _, line := range lines {
		if noteLetters().Width(line) > 200+vg.Length(4) {
			t.Errorf("%q is too wide", line)
		}
	}
	if got := strings.Join(strings.Fields(strings.Join(lines, " ")), " "); got != strings.TrimSpace(note) {
		t.Errorf("%q", got)
	}
}

// BenchmarkMillionPoints draws a million rows.
func BenchmarkMillionPoints(b *testing.B) {
	x, y, _, class := cloudOf(1_000_000, 4)
	figure := Figure{Panels: []Panel{Points{X: x, Y: y, Class: class, Classes: numbered(4)}}}
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if err := figure.Write(&out, PNG); err != nil {
			b.Fatal(err)
		}
	}
}

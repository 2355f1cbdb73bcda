package chart

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"suffice/internal/termtext"
)

// liberation is the font of all pictures. It has the letters of Latin, Greek, Cyrillic and
// Hebrew scripts.
var liberation = font.Font{Typeface: "Liberation", Variant: "Sans"}

// letters measure and draw text. A letter that the font lacks takes a square: as wide as
// Chinese letters and emoji are where the viewer of an SVG has them, and as the box that
// stands for it elsewhere.
type letters struct{ text.Plain }

func newLetters() letters { return letters{text.Plain{Fonts: plot.DefaultTextHandler.Cache()}} }

// Box implements text.Handler.
func (l letters) Box(line string, f font.Font) (width, height, depth vg.Length) {
	_, height, depth = l.Plain.Box(line, f)
	face := l.Fonts.Lookup(f, f.Size)
	for _, run := range runs(face, line) {
		width += run.width
	}
	return width, height, depth
}

// Draw implements text.Handler.
func (l letters) Draw(c vg.Canvas, line string, style text.Style, at vg.Point) {
	ours, _, _ := l.Box(line, style.Font)
	plain, _, _ := l.Plain.Box(line, style.Font)
	aside := (ours - plain) * vg.Length(style.XAlign)
	sin, cos := math.Sincos(style.Rotation)
	l.Plain.Draw(c, line, style, at.Add(vg.Point{X: aside * vg.Length(cos), Y: aside * vg.Length(sin)}))
}

// run is some letters of a line that the font has, or one that it lacks.
type run struct {
	letters string
	lacking bool
	width   vg.Length
}

func runs(face font.Face, line string) []run {
	var all []run
	from := 0
	flush := func(to int) {
		if to > from {
			all = append(all, run{letters: line[from:to], width: face.Width(line[from:to])})
		}
	}
	for at, letter := range line {
		if has(face, letter) {
			continue
		}
		flush(at)
		_, size := utf8.DecodeRuneInString(line[at:])
		from = at + size
		all = append(all, run{letters: line[at:from], lacking: true, width: face.Font.Size})
	}
	flush(len(line))
	return all
}

// has reports whether a font has a letter. Those beyond the basic plane, such as emoji, do
// not fit into the fonts of a PDF.
func has(face font.Face, letter rune) bool {
	var buffer sfnt.Buffer
	at, err := face.Face.GlyphIndex(&buffer, letter)
	return err == nil && at != 0 && letter <= 0xFFFF
}

// printable is a name on one line, without the invisible marks that choose between forms of
// a letter.
func printable(name string) string {
	return termtext.Printable(strings.Map(func(letter rune) rune {
		if unicode.Is(unicode.Variation_Selector, letter) {
			return -1
		}
		return letter
	}, name))
}

// boxing is a canvas that draws a box for each letter that the font lacks, and remembers it.
type boxing struct {
	vg.Canvas
	lacking map[rune]bool
}

// FillString implements vg.Canvas.
func (b boxing) FillString(face font.Face, at vg.Point, line string) {
	for _, run := range runs(face, line) {
		if run.lacking {
			b.lacking[[]rune(run.letters)[0]] = true
			b.box(at, face.Font.Size)
		} else {
			b.Canvas.FillString(face, at, run.letters)
		}
		at.X += run.width
	}
}

// box draws the outline of a letter that is not there.
func (b boxing) box(at vg.Point, size vg.Length) {
	b.Push()
	defer b.Pop()
	b.SetLineWidth(size / 14)
	b.SetLineDash(nil, 0)
	left, right, top := at.X+.14*size, at.X+.86*size, at.Y+.72*size
	b.Stroke(closed([]vg.Point{{X: left, Y: at.Y}, {X: right, Y: at.Y}, {X: right, Y: top}, {X: left, Y: top}}))
}

// remembered are the letters that boxes stand for.
func (b boxing) remembered() string { return string(slices.Sorted(maps.Keys(b.lacking))) }

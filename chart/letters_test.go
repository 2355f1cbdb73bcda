package chart

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// named is a figure with names as its title, its axes, its classes and its bars.
func named(names ...string) Figure {
	class := make([]int, len(names))
	x := make([]float64, len(names))
	for k := range names {
		class[k], x[k] = k, float64(k)
	}
	all := strings.Join(names, ", ")
	return Figure{Title: all, Note: all, Panels: []Panel{
		Points{Title: all, NameX: all, NameY: all, X: x, Y: x, Class: class, Classes: names, ShadeLabel: all},
		Bars{Names: names, Values: x},
	}}
}

// readPDF returns what a PDF shows in letters, as a reader finds it: the strings of its
// content, which are UTF-16.
func readPDF(t *testing.T, file []byte) string {
	t.Helper()
	var out strings.Builder
	for _, stream := range regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`).FindAllSubmatch(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		if err != nil {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			continue
		}
		for _, written := range regexp.MustCompile(`(?s) Td \((.*?)\) Tj ET`).FindAllSubmatch(content, -1) {
			plain := regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(written[1], func(escaped []byte) []byte {
				if escaped[1] == 'r' {
					return []byte("\r")
				}
				return escaped[1:]
			})
			units := make([]uint16, len(plain)/2)
			for k := range units {
				units[k] = binary.BigEndian.Uint16(plain[2*k:])
			}
			out.WriteString(string(utf16.Decode(units)) + "\n")
		}
	}
	return out.String()
}

// A PDF has the letters of every script that our font has, to be read, searched and copied.
func TestLettersOfPDF(t *testing.T) {
	names := []string{"Größe", "Français", "€", "naïve – dash", "łódź", "Ωμέγα", "Мир", `(a\b)`}
	file := write(t, named(names...), PDF)
	got := readPDF(t, file)
	for _, name := range names {
		if strings.Count(got, name) < 5 { // title, note, panel, key and bar
			t.Errorf("%q is %d times in the PDF", name, strings.Count(got, name))
		}
	}
	if !bytes.Contains(file, []byte("/ToUnicode")) || !bytes.Contains(file, []byte("/FontFile2")) {
		t.Error("the font or the way back to letters is not in the file")
	}
	if len(file) > 200_000 { // the letters that are used, not the whole font
		t.Errorf("%d bytes", len(file))
	}
}

// What a PNG or a PDF cannot show is told, each letter once, and the rest is drawn; an SVG
// leaves it to the viewer.
func TestLackingLetters(t *testing.T) {
	figure := named("湿度 %", "❤️", "温度", "plain", "🙂", "عربي")
	for format, want := range map[Format]string{PNG: "برعي❤度温湿🙂", PDF: "برعي❤度温湿🙂", SVG: ""} {
		var file bytes.Buffer
		got, err := figure.Draw(&file, format)
		if err != nil || got != want {
			t.Errorf("%s lacks %q, want %q (%v)", format, got, want, err)
		}
		if format == PDF && !strings.Contains(readPDF(t, file.Bytes()), "plain") {
			t.Error("a name is not in the PDF")
		}
		if format == SVG && !strings.Contains(file.String(), ">湿度 %<") {
			t.Error("a name is not in the SVG")
		}
	}
}

// Text is as wide as its letters, of which those that the font lacks are squares, and no
// letter is lost.
func TestRuns(t *testing.T) {
	face := plot.DefaultTextHandler.Cache().Lookup(liberation, 10)
	rapid.Check(t, func(t *rapid.T) {
		line := rapid.String().Draw(t, "line")
		var again strings.Builder
		for _, run := range runs(face, line) {
			again.WriteString(run.letters)
			if run.lacking && run.width != 10 || run.width < 0 {
				t.Fatalf("%+v", run)
			}
		}
		if again.String() != line {
			t.Fatalf("%q became %q", line, again.String())
		}
	})
}

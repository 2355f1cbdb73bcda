package cells

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// ByteOrderMark begins some files in UTF-8.
var ByteOrderMark = []byte("\xef\xbb\xbf")

// DecodeText makes text of the file that is UTF-16, or has lines that end in CR alone, look
// like any other: UTF-8 in lines that end in LF.
func (in *File) DecodeText() error {
	head, err := in.Head()
	if err != nil {
		return err
	}
	if utf16 := utf16Of(head); utf16 != nil {
		in.Reader = bufio.NewReaderSize(transform.NewReader(in.Reader, utf16.NewDecoder()), LookAhead)
		in.live = nil // what is at hand is no longer known
		if head, err = in.Head(); err != nil {
			return err
		}
	}
	if bytes.HasPrefix(head, ByteOrderMark) {
		if _, err := in.Discard(len(ByteOrderMark)); err != nil {
			return in.Failed(err)
		}
	}
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		in.Reader = bufio.NewReaderSize(lineEnds{in.Reader}, LookAhead)
		in.live = nil
	}
	return nil
}

// utf16Of is the UTF-16 that a text begins in, or nil. Without a mark of the order of bytes it
// is told by the zeros that half of the bytes of most letters are.
func utf16Of(head []byte) encoding.Encoding {
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)
	}
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i%2]++
		}
	}
	pairs := len(head) / 2
	switch {
	case pairs < 2:
	case zeros[0] == 0 && 4*zeros[1] > 3*pairs:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case zeros[1] == 0 && 4*zeros[0] > 3*pairs:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	}
	return nil
}

// lineEnds makes CR LF of a file that has no other line ends.
type lineEnds struct{ source io.Reader }

func (l lineEnds) Read(p []byte) (int, error) {
	n, err := l.source.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// windows1252 are the letters 0x80 to 0x9f; the others are as in Unicode.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")

// ToUTF8 is a text in UTF-8. Bytes that are not are taken as Windows-1252, of which
// Latin-1 is a part: it is what they most often are, and different texts stay different.
func ToUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	var out []byte
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			r = rune(text[0])
			if r < 0xa0 {
				r = windows1252[r-0x80]
			}
		}
		out = utf8.AppendRune(out, r)
		text = text[size:]
	}
	return out
}

// ValidText is a text with marks for what is not UTF-8, so that models can hold it.
func ValidText(value []byte) []byte {
	return []byte(strings.ToValidUTF8(string(value), "\uFFFD"))
}

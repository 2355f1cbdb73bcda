package arff

import (
	"strconv"
	"unicode/utf8"

	"suffice/internal/cells"
)

// quoted appends a value in quotes to dst; the window is at the opening one. A backslash
// stands before a quote, a percent sign or a backslash that belongs to the value, and
// begins \n, \r, \t and \u001E.
func (r *Reader) quoted(dst []byte) ([]byte, error) {
	quote := r.Buf[r.Pos]
	r.Pos++
	for {
		c, err := r.Peek()
		switch {
		case err != nil:
			return nil, err
		case c == '\n':
			return nil, cells.BadValue("a value in quotes does not end on its line; close the quote (" + string(quote) + "), or write \\n for a line end")
		case len(dst) > cells.MaxValue:
			return nil, cells.ErrLongValue
		}
		r.Pos++
		switch c {
		case quote:
			return dst, r.afterQuote()
		case '\\':
			if dst, err = r.escape(dst); err != nil {
				return nil, err
			}
		default:
			dst = append(dst, c)
		}
	}
}

// escape appends what a backslash and the bytes after it stand for.
func (r *Reader) escape(dst []byte) ([]byte, error) {
	c, err := r.Peek()
	if err != nil || c == '\n' {
		return dst, err // quoted says that the value does not end
	}
	r.Pos++
	switch c {
	case 'n':
		return append(dst, '\n'), nil
	case 'r':
		return append(dst, '\r'), nil
	case 't':
		return append(dst, '\t'), nil
	case 'u':
		return r.codePoint(dst)
	}
	return append(dst, c), nil
}

// codePoint appends the letter of the four hexadecimal digits after \u.
func (r *Reader) codePoint(dst []byte) ([]byte, error) {
	for r.End-r.Pos < 4 && !r.Drained {
		if err := r.Fill(); err != nil {
			return nil, err
		}
	}
	digits := string(r.Buf[r.Pos:min(r.Pos+4, r.End)])
	if code, err := strconv.ParseUint(digits, 16, 16); err == nil && len(digits) == 4 {
		r.Pos += 4
		return utf8.AppendRune(dst, rune(code)), nil
	}
	return append(dst, 'u'), nil
}

// afterQuote makes sure that a value ends at its closing quote.
func (r *Reader) afterQuote() error {
	c, err := r.Peek()
	if err == nil && c > ' ' && c != ',' && c != '{' && c != '}' && c != '%' {
		err = cells.BadValue(`text after the closing quote of a value; write a backslash before quotes that belong to the value`)
	}
	return err
}

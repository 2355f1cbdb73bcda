package table

import (
	"strconv"
	"unicode/utf8"
)

// quoted appends a value in quotes to dst; the window is at the opening one. A backslash
// stands before a quote, a percent sign or a backslash that belongs to the value, and
// begins \n, \r, \t and \u001E.
func (r *arffReader) quoted(dst []byte) ([]byte, error) {
	quote := r.buf[r.pos]
	r.pos++
	for {
		c, err := r.peek()
		switch {
		case err != nil:
			return nil, err
		case c == '\n':
			return nil, badValue("a value in quotes does not end on its line; close the quote (" + string(quote) + "), or write \\n for a line end")
		case len(dst) > maxValue:
			return nil, errLongValue
		}
		r.pos++
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
func (r *arffReader) escape(dst []byte) ([]byte, error) {
	c, err := r.peek()
	if err != nil || c == '\n' {
		return dst, err // quoted says that the value does not end
	}
	r.pos++
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
func (r *arffReader) codePoint(dst []byte) ([]byte, error) {
	for r.end-r.pos < 4 && !r.drained {
		if err := r.fill(); err != nil {
			return nil, err
		}
	}
	digits := string(r.buf[r.pos:min(r.pos+4, r.end)])
	if code, err := strconv.ParseUint(digits, 16, 16); err == nil && len(digits) == 4 {
		r.pos += 4
		return utf8.AppendRune(dst, rune(code)), nil
	}
	return append(dst, 'u'), nil
}

// afterQuote makes sure that a value ends at its closing quote.
func (r *arffReader) afterQuote() error {
	c, err := r.peek()
	if err == nil && c > ' ' && c != ',' && c != '{' && c != '}' && c != '%' {
		err = badValue(`text after the closing quote of a value; write a backslash before quotes that belong to the value`)
	}
	return err
}

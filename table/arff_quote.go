package table

import (
	"strconv"
	"unicode/utf8"
)

// quoted appends a value in quotes to dst; the window is at the opening one. A backslash
// stands before a quote, a percent sign or a backslash that belongs to the value, and
// begins \n, \r, \t and \u001E.
func (w *window) quoted(dst []byte) ([]byte, error) {
	quote := w.buf[w.pos]
	w.pos++
	for {
		c, err := w.peek()
		switch {
		case err != nil:
			return nil, err
		case c == '\n':
			return nil, badValue("a value in quotes does not end on its line; close the quote (" + string(quote) + "), or write \\n for a line end")
		case len(dst) > maxValue:
			return nil, errLongValue
		}
		w.pos++
		switch c {
		case quote:
			return dst, w.afterQuote()
		case '\\':
			if dst, err = w.escape(dst); err != nil {
				return nil, err
			}
		default:
			dst = append(dst, c)
		}
	}
}

// escape appends what a backslash and the bytes after it stand for.
func (w *window) escape(dst []byte) ([]byte, error) {
	c, err := w.peek()
	if err != nil || c == '\n' {
		return dst, err // quoted says that the value does not end
	}
	w.pos++
	switch c {
	case 'n':
		return append(dst, '\n'), nil
	case 'r':
		return append(dst, '\r'), nil
	case 't':
		return append(dst, '\t'), nil
	case 'u':
		return w.codePoint(dst)
	}
	return append(dst, c), nil
}

// codePoint appends the letter of the four hexadecimal digits after \u.
func (w *window) codePoint(dst []byte) ([]byte, error) {
	for w.end-w.pos < 4 && !w.drained {
		if err := w.fill(); err != nil {
			return nil, err
		}
	}
	digits := string(w.buf[w.pos:min(w.pos+4, w.end)])
	if code, err := strconv.ParseUint(digits, 16, 16); err == nil && len(digits) == 4 {
		w.pos += 4
		return utf8.AppendRune(dst, rune(code)), nil
	}
	return append(dst, 'u'), nil
}

// afterQuote makes sure that a value ends at its closing quote.
func (w *window) afterQuote() error {
	c, err := w.peek()
	if err == nil && c > ' ' && c != ',' && c != '{' && c != '}' && c != '%' {
		err = badValue(`text after the closing quote of a value; write a backslash before quotes that belong to the value`)
	}
	return err
}

package jsonlines

import (
	"strconv"

	"suffice/internal/cells"
)

// object reads the keys and values of an object after its bracket. Its path is there
// already.
func (r *Reader) object(depth int) error {
	if depth > maxDepth {
		return r.problem("objects are nested more than %d deep", maxDepth)
	}
	before := len(r.path)
	for first := true; ; first = false {
		c, err := r.peek()
		if err != nil {
			return err
		}
		switch {
		case c == '}' && first:
			r.Pos++
			return nil
		case c != '"':
			return r.problem("a key in quotes is missing before %s", cells.Shown(string(c)))
		}
		key, err := r.text()
		if err != nil {
			return err
		}
		if depth > 0 {
			r.path = append(r.path, '.')
		}
		r.path = append(r.path, key...)
		if err := r.expect(':'); err != nil {
			return err
		}
		if err := r.value(depth); err != nil {
			return err
		}
		r.path = r.path[:before]
		if c, err = r.peek(); err != nil {
			return err
		}
		if c != ',' && c != '}' {
			return r.problem("a comma or } is missing before %s", cells.Shown(string(c)))
		}
		if r.Pos++; c == '}' {
			return nil
		}
	}
}

// value reads what stands at the path.
func (r *Reader) value(depth int) error {
	c, err := r.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		r.Pos++
		return r.object(depth + 1)
	case '[':
		r.Pos++
		return r.array(depth + 1)
	case '"':
		text, err := r.text()
		if err != nil {
			return err
		}
		return r.store(func(c *cells.Column) float64 { return wordOrGap(c, cells.Trim(text), r.Line) })
	}
	token, err := r.bare()
	if err != nil {
		return err
	}
	return r.bareValue(token)
}

// bareValue stores a number, true, false or null.
func (r *Reader) bareValue(token []byte) error {
	switch string(token) {
	case "true", "false":
		return r.store(func(c *cells.Column) float64 { return c.Word(token, r.Line) })
	case "null":
		return r.store(func(c *cells.Column) float64 { return c.Missing(nil, r.Line) })
	}
	if !isNumber(token) {
		return r.problem("%s is not a value of JSON; put texts in quotes, and write null where a value is missing", cells.Shown(string(token)))
	}
	v, ok := cells.ParseNumber(token)
	if !ok {
		return errBadNumber
	}
	c, err := r.column()
	if err != nil || c.Slot < 0 {
		return err
	}
	r.entries = append(r.entries, entry{c, c.Number(v, token, r.Line)})
	return nil
}

// wordOrGap is a word's cell; an empty text is no value.
func wordOrGap(c *cells.Column, text []byte, line int) float64 {
	if len(text) == 0 {
		return c.Missing(nil, line)
	}
	return c.Word(text, line)
}

// array reads a list after its bracket. Texts become one, with semicolons between them,
// as targets that are labels have them; other values become columns a[0], a[1], ….
func (r *Reader) array(depth int) error {
	if depth > maxDepth {
		return r.problem("lists are nested more than %d deep", maxDepth)
	}
	c, err := r.peek()
	if err != nil {
		return err
	}
	if c == ']' { // of whatever
		r.Pos++
		return nil
	}
	if c == '"' {
		return r.texts()
	}
	before := len(r.path)
	for i := 0; ; i++ {
		r.path = append(strconv.AppendInt(append(r.path, '['), int64(i), 10), ']')
		if err := r.value(depth); err != nil {
			return err
		}
		r.path = r.path[:before]
		if last, err := r.afterElement(); last || err != nil {
			return err
		}
	}
}

// texts reads a list of texts.
func (r *Reader) texts() error {
	r.list = r.list[:0]
	for {
		if c, err := r.peek(); err != nil {
			return err
		} else if c != '"' {
			return r.problem("a list of texts has something else in it; use texts only, or numbers only")
		}
		text, err := r.text()
		if err != nil {
			return err
		}
		if len(r.list) > 0 {
			r.list = append(r.list, ';')
		}
		if r.list = append(r.list, text...); len(r.list) > maxToken {
			return errLongToken
		}
		if last, err := r.afterElement(); err != nil {
			return err
		} else if last {
			return r.store(func(c *cells.Column) float64 { return wordOrGap(c, r.list, r.Line) })
		}
	}
}

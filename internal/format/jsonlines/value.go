package jsonlines

import "strconv"

// object reads the keys and values of an object, whose path is there already.
func (r *Reader) object(depth int) error {
	if depth > maxDepth {
		return r.Problemf("", "objects are nested more than %d deep", maxDepth)
	}
	before := len(r.path)
	return r.members(func(key []byte) error {
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
		return nil
	})
}

// value reads what stands at the path.
func (r *Reader) value(depth int) error {
	c, err := r.peek()
	if err != nil {
		return err
	}
	switch c {
	case '{':
		return r.object(depth + 1)
	case '[':
		r.Pos++
		return r.array(depth + 1)
	}
	v, err := r.scalar("")
	if err != nil {
		return err
	}
	return r.store(v)
}

// array reads a list after its bracket. Texts become one, with semicolons between them,
// as targets that are labels have them; other values become columns a[0], a[1], ….
func (r *Reader) array(depth int) error {
	if depth > maxDepth {
		return r.Problemf("", "lists are nested more than %d deep", maxDepth)
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
			return r.Problemf("", "a list of texts has something else in it; use texts only, or numbers only")
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
			return r.store(scalar{token: r.list})
		}
	}
}

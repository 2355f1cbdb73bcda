package npy

import (
	"strconv"
	"strings"
)

// literal parses what a header is written in: Python's dictionaries, tuples, lists,
// strings, whole numbers, True, False and None.
type literal struct{ rest string }

const maxDepth = 8

func parseLiteral(text string) (any, error) {
	l := literal{text}
	value, err := l.value(0)
	if err != nil {
		return nil, err
	}
	if l.space(); l.rest != "" {
		return nil, ErrHeader
	}
	return value, nil
}

func (l *literal) space() { l.rest = strings.TrimLeft(l.rest, " \t\r\n\x00") }

// take removes a mark from the start, if it is there.
func (l *literal) take(mark string) bool {
	l.space()
	rest, ok := strings.CutPrefix(l.rest, mark)
	l.rest = rest
	return ok
}

func (l *literal) value(depth int) (any, error) {
	if depth > maxDepth {
		return nil, ErrHeader
	}
	switch {
	case l.take("{"):
		return l.dictionary(depth)
	case l.take("("):
		return l.list(")", depth)
	case l.take("["):
		return l.list("]", depth)
	case l.take("True"):
		return true, nil
	case l.take("False"):
		return false, nil
	case l.take("None"):
		return nil, nil
	case l.take("'"):
		return l.text('\'')
	case l.take(`"`):
		return l.text('"')
	}
	end := 0
	for end < len(l.rest) && '0' <= l.rest[end] && l.rest[end] <= '9' {
		end++
	}
	n, ok := whole(l.rest[:end])
	if !ok {
		return nil, ErrHeader
	}
	l.rest = strings.TrimPrefix(l.rest[end:], "L") // as Python 2 wrote them
	return n, nil
}

func (l *literal) dictionary(depth int) (any, error) {
	all := map[string]any{}
	for !l.take("}") {
		key, err := l.value(depth + 1)
		if err != nil {
			return nil, err
		}
		name, ok := key.(string)
		if !ok || !l.take(":") {
			return nil, ErrHeader
		}
		if all[name], err = l.value(depth + 1); err != nil {
			return nil, err
		}
		if !l.take(",") && !strings.HasPrefix(l.rest, "}") {
			return nil, ErrHeader
		}
	}
	return all, nil
}

func (l *literal) list(end string, depth int) (any, error) {
	all := []any{}
	for !l.take(end) {
		value, err := l.value(depth + 1)
		if err != nil {
			return nil, err
		}
		all = append(all, value)
		if !l.take(",") && !strings.HasPrefix(l.rest, end) {
			return nil, ErrHeader
		}
	}
	return all, nil
}

// text reads a string up to its quote.
func (l *literal) text(quote byte) (string, error) {
	var b strings.Builder
	for i := 0; i < len(l.rest); i++ {
		switch c := l.rest[i]; c {
		case quote:
			l.rest = l.rest[i+1:]
			return b.String(), nil
		case '\\':
			letter, _, tail, err := strconv.UnquoteChar(l.rest[i:], quote)
			if err != nil {
				return "", ErrHeader
			}
			b.WriteRune(letter)
			i = len(l.rest) - len(tail) - 1
		default:
			b.WriteByte(c)
		}
	}
	return "", ErrHeader
}

// whole reads digits.
func whole(digits string) (int, bool) {
	n, err := strconv.ParseUint(digits, 10, 63)
	return int(n), err == nil
}

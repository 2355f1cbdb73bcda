package delimited

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// chunk is a run of whole records of delimited text. It ends in a line end, whether the
// file does or not.
type chunk struct {
	text []byte
	line int  // the first of it, counted from 1
	cut  bool // it is the start of one record that is too long
}

// chunkSize is about how long chunks are: their text and their cells fit together into
// the second-level cache of a core.
const chunkSize = 1 << 18

// maxRecord bounds what a file without line ends can take.
const maxRecord = 32 << 20

var errLongRecord = errors.New("a row begins here that is longer than 32 MiB; are line ends or a closing quote missing?")

// chunker cuts delimited text into chunks, each of which can be parsed without the
// others.
type chunker struct {
	source io.Reader
	dialect
	size int
	line int         // of what comes next
	rest []byte      // what was read, but is not whole
	err  error       // of the source
	idle func() bool // the source has paused
}

// next returns the next chunk in the memory of buffer, which grows where it must; io.EOF
// after the last.
func (c *chunker) next(buffer []byte) (chunk, error) {
	text := buffer[:0]
	text = append(text, c.rest...)
	c.rest = c.rest[:0]
	for size := max(c.size, len(text)); ; size = min(2*size, maxRecord) {
		text = c.fill(text, size)
		if errors.Is(c.err, io.EOF) && len(text) > 0 {
			if text[len(text)-1] != '\n' {
				text = append(text, '\n')
			}
			return c.take(text, len(text)), nil
		}
		if end := c.lastEnd(text); end > 0 {
			return c.take(text, end), nil
		}
		if c.err != nil {
			return chunk{}, c.err
		}
		if size == maxRecord {
			c.err = io.EOF // what follows is not looked at, nor read ahead by every core
			return chunk{append(text, '\n'), c.line, true}, nil
		}
	}
}

// fill reads until there is that much text, or no more, or until the source pauses after
// a record.
func (c *chunker) fill(text []byte, size int) []byte {
	if c.err == nil {
		text = slices.Grow(text, max(0, size+1-len(text))) // and a line end
	}
	for len(text) < size && c.err == nil {
		if c.idle != nil && c.idle() && c.lastEnd(text) > 0 {
			break
		}
		var n int
		n, c.err = c.source.Read(text[len(text):size])
		text = text[:len(text)+n]
	}
	return text
}

// take makes a chunk of the text before end, and keeps what follows.
func (c *chunker) take(text []byte, end int) chunk {
	taken := chunk{text: text[:end], line: c.line}
	c.rest = append(c.rest, text[end:]...)
	c.line += bytes.Count(taken.text, []byte("\n"))
	return taken
}

// lastEnd finds where the last whole record ends; 0 where none does. The text begins with
// a record. A line end is within a quoted field where the number of quotes before it is
// odd. That is wrong only after a misplaced quote, which the scanner finds before it
// meets the consequences.
func (d dialect) lastEnd(text []byte) int {
	if bytes.IndexByte(text, '"') < 0 {
		return bytes.LastIndexByte(text, '\n') + 1
	}
	end, quotes := 0, 0
	for from := 0; ; {
		length := bytes.IndexByte(text[from:], '\n')
		if length < 0 {
			return end
		}
		line := text[from : from+length+1]
		from += len(line)
		if quotes%2 != 0 || !d.comments || !isComment(line) {
			quotes += bytes.Count(line, []byte(`"`))
		}
		if quotes%2 == 0 {
			end = from
		}
	}
}

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"slices"
	"strings"

	"suffice/internal/aggregate"
	"suffice/internal/cells"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/table"
)

// shelf keeps parts that were read, as many as there is memory for, so that the next question
// need not read them again.
type shelf struct {
	parts []*loaded // in the order in which they were read
}

// loaded is a part that was read, with what is chosen from it.
type loaded struct {
	key   string
	how   string // it was read
	bytes int64
	table *table.Table // nil where there are no rows

	wanted string         // what the choice was made for
	choice *table.Choice  // of the rows that count
	truth  *output.Target // of these

	complete *table.Choice // with the rows of weight 0
	weights  []float64     // of the rows that count; nil where all count the same
}

// rows is how many the choice has, or the table where nothing is chosen.
func (l *loaded) rows() int {
	switch {
	case l.table == nil:
		return 0
	case l.wanted == "":
		return l.table.Len()
	case l.choice == nil:
		return 0
	}
	return l.choice.X.Len()
}

// load is a part, as it was kept or read anew, with what the question chooses from it.
func (s *shelf) load(ctx context.Context, p part, q *question, most int64) (*loaded, error) {
	how, err := howOf(q)
	if err != nil {
		return nil, err
	}
	key, err := keyOf(p)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(s.parts, func(l *loaded) bool { return l.key == key && l.how == how })
	if at < 0 {
		s.makeRoom(most, how)
		l, err := read(ctx, p, q)
		if err != nil {
			return nil, err
		}
		l.key, l.how = key, how
		s.parts, at = append(s.parts, l), len(s.parts)
	}
	l := s.parts[at]
	return l, l.choose(q)
}

// makeRoom forgets parts until another of the size of the last would fit: those that were read in
// another way, and then those that were read last. Questions go over the parts in the same order, so that
// whoever forgets the first ones would never have the next.
func (s *shelf) makeRoom(most int64, how string) {
	var taken, last int64
	for _, l := range s.parts {
		taken, last = taken+l.bytes, l.bytes
	}
	for len(s.parts) > 0 && taken+last > most {
		at := slices.IndexFunc(s.parts, func(l *loaded) bool { return l.how != how })
		if at < 0 {
			at = len(s.parts) - 1
		}
		taken -= s.parts[at].bytes
		s.parts[at].close()
		s.parts = slices.Delete(s.parts, at, at+1)
	}
}

func (s *shelf) close() {
	for _, l := range s.parts {
		l.close()
	}
}

func (l *loaded) close() {
	if l.table != nil {
		_ = l.table.Close()
	}
}

// howOf tells a way to read parts from others.
func howOf(q *question) (string, error) {
	wanted := q.Wanted
	wanted.Fill, wanted.Classes, wanted.Missing = nil, nil, ""
	how, err := json.Marshal([]any{q.chooses(), q.Reading, q.Roles, wanted})
	return string(how), err
}

// keyOf tells a part from others.
func keyOf(p part) (string, error) {
	if !p.isPath {
		return fmt.Sprintf("%d %q %d %x", p.number, p.name, len(p.content), crc32.ChecksumIEEE(p.content)), nil
	}
	if IsGenerated(p.name) {
		return fmt.Sprintf("%d %q", p.number, p.name), nil
	}
	file, err := os.Stat(p.path())
	if err != nil {
		return "", cells.CannotRead(p.path(), err)
	}
	return fmt.Sprintf("%d %q %d %s", p.number, p.name, file.Size(), file.ModTime()), nil
}

// path is where the file is; engines write file:/a/b or file:///a/b for /a/b.
func (p part) path() string {
	if path, ok := strings.CutPrefix(p.name, "file:"); ok {
		return "/" + strings.TrimLeft(path, "/")
	}
	return p.name
}

// read reads a part.
func read(ctx context.Context, p part, q *question) (*loaded, error) {
	options := q.Reading
	if q.chooses() {
		options = q.Wanted.Reading(options)
	} else {
		options = q.Roles.Reading(options)
	}
	var t *table.Table
	var err error
	switch {
	case p.isPath && IsGenerated(p.name):
		t, err = ReadGenerated(ctx, p.name, options)
	case p.isPath:
		t, err = table.ReadFile(ctx, p.path(), options)
	default:
		t, err = table.Read(ctx, bytes.NewReader(p.content), p.name, options)
	}
	if at, ok := errors.AsType[*table.Error](err); ok && at.Problem == cells.NoRows {
		return &loaded{}, nil // engines write parts without rows
	}
	if err != nil {
		return nil, err
	}
	const number = 8
	return &loaded{table: t, bytes: number * int64(t.Len()) * int64(t.Width())}, nil
}

// choose finds in the part what the question wants of it.
func (l *loaded) choose(q *question) error {
	if !q.chooses() || l.table == nil {
		return nil
	}
	text, err := json.Marshal(q.Wanted)
	if err != nil || l.wanted == string(text) {
		return err
	}
	l.choice, l.truth, l.complete, l.weights = nil, nil, nil, nil
	choice, err := l.table.Apply(q.Wanted)
	if _, none := errors.AsType[*table.NoneComplete](err); none || err == nil && choice.Y == nil {
		l.wanted = string(text)
		return nil
	}
	if err != nil {
		return err
	}
	if l.truth, err = l.weigh(choice); err == nil {
		l.wanted = string(text)
	}
	return err
}

// target is the numbers of the target, row by row, as functions of it take them: a class is
// its place among all classes.
func (l *loaded) target(w table.Wanted) (aggregate.InMemory, error) {
	y := l.truth
	if y.Kind != output.KindClass {
		width := max(1, len(y.Names))
		return aggregate.InMemory{Matrix: linalg.Of(len(y.Values)/width, width, y.Values)}, nil
	}
	place := make([]int, len(y.Classes))
	for k, name := range y.Classes {
		place[k] = slices.Index(w.Classes, name)
	}
	numbers := make([]float64, len(y.Class))
	for i, class := range y.Class {
		if place[class] < 0 {
			return aggregate.InMemory{}, &table.Error{Source: l.table.Source(), Row: l.choice.RowOf(i) + 1, Column: w.Target[0], Problem: fmt.Sprintf("class %q was not there before; the rows must stay the same until all is done", y.Classes[class])}
		}
		numbers[i] = float64(place[class])
	}
	return aggregate.InMemory{Matrix: linalg.Of(len(numbers), 1, numbers)}, nil
}

package cluster

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"suffice"
	"suffice/internal/aggregate"
	"suffice/internal/parts"
	"suffice/table"
)

// What is asked of a part.
const (
	taskOutline = "outline" // what its columns are
	taskSpread  = "spread"  // some numbers of columns, of which to find medians
	taskPrepare = "prepare" // how many rows it has for a choice, and what only all parts together tell
	taskJudge   = "judge"   // how well a model predicts its rows
	taskBeside  = "beside"  // a column that its rows are divided by
	taskSum     = "sum"     // a statistic over its rows
)

// question is what is asked of all parts.
type question struct {
	Task    string
	Reading table.Options   // but for what is of one machine
	Roles   table.Roles     // of an outline
	Spread  *parts.SpreadOf `json:",omitempty"`
	Wanted  table.Wanted    // of tasks that are about a choice
	Beside  *dividing       `json:",omitempty"`
	Columns []int           `json:",omitempty"` // of the inputs, that a sum is of; all where there are none
	First   starts          // the row that each part begins with, and how many there are in all

	state     []byte              // of the statistic, or the model
	statistic aggregate.Statistic // once it was read
	model     *suffice.Projection

	beside [][]byte // what stands beside the rows

	id string // tells it from others
}

// chooses reports whether it is about columns that are chosen, and not about all.
func (q *question) chooses() bool { return q.Task != taskOutline && q.Task != taskSpread }

func (q question) packed() ([]byte, error) { return pack(q, append([][]byte{q.state}, q.beside...)...) }

// readQuestion reads what packed has written.
func readQuestion(data []byte) (*question, error) {
	q := &question{id: idOf(data)}
	pieces, err := unpack(data, q)
	if err != nil {
		return nil, err
	}
	if len(pieces) == 0 {
		return nil, errPack
	}
	q.state, q.beside = pieces[0], pieces[1:]
	switch q.Task {
	case taskOutline, taskSpread, taskPrepare, taskJudge, taskBeside, taskSum:
		return q, nil
	}
	return nil, fmt.Errorf("the question is of kind %q, which this program does not know; use the same suffice everywhere", q.Task)
}

// idOf tells a question from others.
func idOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// answerHead is what comes before the sums of an answer.
type answerHead struct {
	Question string // by its idOf
	Rows     int    // that the part has, or the parts
	Parts    int    `json:",omitempty"` // neighbours that it is of, up to this one; 0 for one
}

// problem is an error of the data or of the question, and where it is.
type problem struct {
	Question  string
	Source    string `json:",omitempty"`
	Line, Row int    `json:",omitempty"`
	Column    string `json:",omitempty"`
	Text      string
}

// problemOf makes an answer of an error, worded as the program that the worker is part of
// has it.
func problemOf(id string, err error, words func(table.Remedy) string) problem {
	if words == nil {
		words = table.Remedy.String
	}
	if at, ok := errors.AsType[*table.Error](err); ok {
		p := problem{Question: id, Source: at.Source, Line: at.Line, Row: at.Row, Column: at.Column, Text: at.Problem}
		if remedy := at.Remedy.In(words); remedy != "" {
			p.Text += "; " + remedy
		}
		return p
	}
	var said interface {
		In(words func(table.Remedy) string) string
	}
	if errors.As(err, &said) {
		return problem{Question: id, Text: said.In(words)}
	}
	return problem{Question: id, Text: err.Error()}
}

// err is the error that it was.
func (p problem) err() error {
	if p.Source == "" {
		return errors.New(p.Text)
	}
	return &table.Error{Source: p.Source, Line: p.Line, Row: p.Row, Column: p.Column, Problem: p.Text}
}

// part is a part as it is sent to a worker.
type part struct {
	number  int
	name    string
	content []byte // of a file, where it is not at the path that its name is
	isPath  bool
}

func readPart(f Frame) (part, error) {
	if f.Kind == AtPath {
		return part{number: f.Part, name: string(f.Data), isPath: true}, nil
	}
	if len(f.Data) < 4 || uint64(binary.LittleEndian.Uint32(f.Data)) > uint64(len(f.Data)-4) {
		return part{}, errPack
	}
	end := 4 + int(binary.LittleEndian.Uint32(f.Data))
	return part{number: f.Part, name: string(f.Data[4:end]), content: f.Data[end:]}, nil
}

// frame is the part as it is sent.
func (p part) frame() Frame {
	if p.isPath {
		return Frame{AtPath, p.number, []byte(p.name)}
	}
	data := binary.LittleEndian.AppendUint32(nil, uint32(len(p.name)))
	return Frame{InBytes, p.number, append(append(data, p.name...), p.content...)}
}

// starts are the rows that parts begin with, from 0 on, and last how many there are in all. In a
// question they are how many each part has, in as few bytes as these take: 3 or 4 a part.
type starts []int

// MarshalJSON implements json.Marshaler.
func (s starts) MarshalJSON() ([]byte, error) {
	var sizes []byte
	for k := 1; k < len(s); k++ {
		sizes = binary.AppendUvarint(sizes, uint64(s[k]-s[k-1]))
	}
	return json.Marshal(sizes)
}

// UnmarshalJSON implements json.Unmarshaler.
func (s *starts) UnmarshalJSON(text []byte) error {
	var sizes []byte
	if err := json.Unmarshal(text, &sizes); err != nil {
		return err
	}
	*s = starts{0}
	for len(sizes) > 0 {
		rows, length := binary.Uvarint(sizes)
		next := (*s)[len(*s)-1] + int(rows)
		if length <= 0 || next < (*s)[len(*s)-1] {
			return errPack
		}
		*s, sizes = append(*s, next), sizes[length:]
	}
	return nil
}

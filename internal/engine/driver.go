package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"suffice/internal/blocks"
	"suffice/internal/remote"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Opened is a table whose rows are elsewhere, with what is chosen from it. Its X sums by
// asking, and its Y is with the rows.
type Opened struct {
	Table  *table.Table  // its columns, without rows
	Choice *table.Choice // of these
}

// Describe asks what the columns of the table are.
func Describe(ctx context.Context, e Engine, source string, options table.Options, roles table.Roles) (*table.Table, error) {
	outlines := make([]*table.Outline, len(e.Parts()))
	q := &question{Task: taskOutline, Reading: readingOf(options), Roles: roles}
	err := ask(ctx, e, q, func(part int, _ answerHead, result []byte) error {
		return json.Unmarshal(result, &outlines[part])
	})
	if err != nil {
		return nil, err
	}
	return table.JoinOutlines(source, outlines)
}

// Open asks what the table is, and chooses inputs and a target from it as [table.Table.Choose]
// does.
func Open(ctx context.Context, e Engine, source string, options table.Options, roles table.Roles) (*Opened, error) {
	t, err := Describe(ctx, e, source, options, roles)
	if err != nil {
		return nil, err
	}
	choice, wanted, err := t.ChooseElsewhere(roles)
	if err != nil {
		return nil, err
	}
	o := &Opened{Table: t, Choice: choice}
	return o, o.prepare(ctx, e, options, wanted)
}

// Apply asks for what a model wants of the table.
func Apply(ctx context.Context, e Engine, source string, options table.Options, wanted table.Wanted) (*Opened, error) {
	return nil, errors.ErrUnsupported
}

// prepare asks what only all parts together tell: how many rows each has, the classes, and
// what stands for missing values.
func (o *Opened) prepare(ctx context.Context, e Engine, options table.Options, wanted table.Wanted) error {
	d := &Rows{Inputs: o.Choice.X, engine: e, question: question{Task: taskSum, Reading: readingOf(options), First: []int{0}}}
	var classes []string
	sums, present := make([]float64, d.Width()), make([]int, d.Width())
	q := &question{Task: taskPrepare, Reading: readingOf(options), Wanted: wanted}
	err := ask(ctx, e, q, func(part int, _ answerHead, result []byte) error {
		var p prepared
		if err := json.Unmarshal(result, &p); err != nil {
			return errPack
		}
		d.question.First = append(d.question.First, d.Len()+p.Rows)
		classes = append(classes, p.Classes...)
		if p.Rows > 0 && (len(p.Sums) != len(sums) || len(p.Present) != len(sums)) {
			return errPack
		}
		for k := range p.Sums {
			sums[k], present[k] = sums[k]+p.Sums[k], present[k]+p.Present[k]
		}
		return nil
	})
	if err != nil {
		return err
	}
	if wanted.Missing == table.MeanForMissing {
		for k := range sums {
			sums[k] /= float64(max(1, present[k]))
		}
		wanted.Fill = sums
		o.Choice.FillWith(sums)
	}
	if err := o.check(d.Len()); err != nil {
		return err
	}
	target := &output.Target{Names: wanted.Target, Columns: wanted.Target, Kind: wanted.Kind}
	if wanted.Kind == output.KindClass {
		target.Classes = o.Table.ClassesOf(wanted.Target[0], classes)
		wanted.Classes = target.Classes
	}
	d.question.Wanted = wanted
	o.Choice.X = d
	if o.Choice.Y, err = remote.Open(ctx, d, target, 0); err != nil {
		return err
	}
	return o.Table.CheckLearnable(o.Choice.Y)
}

// check says where rows are too few, and warns of those that are left out.
func (o *Opened) check(n int) error {
	if dropped := o.Table.Len() - n; dropped > 0 {
		o.Choice.Warnings = append(o.Choice.Warnings, o.Table.DroppedRows(dropped))
	}
	if n < 2 {
		return &table.Error{Source: o.Table.Source(), Problem: fmt.Sprintf("only %d of %d rows have all values, but at least 2 are needed; exclude columns that miss many", n, o.Table.Len())}
	}
	return nil
}

// Rows are inputs that are elsewhere. They are summed over by asking.
type Rows struct {
	table.Inputs // names and levels
	engine       Engine
	question     question // but for the statistic

	Asked func(kind string) // told before a question is asked; may be nil
}

var _ blocks.Aggregator = (*Rows)(nil)

// Len is the number of rows.
func (r *Rows) Len() int { return r.question.First[len(r.question.First)-1] }

// Block fails: the rows are elsewhere.
func (r *Rows) Block(context.Context, int, int, []float64) ([]float64, error) {
	return nil, errors.New("this reads rows one by one, which are elsewhere; use another method, or one machine")
}

var _ rows.Source = (*Rows)(nil)

// Aggregate sums a statistic over all rows.
func (r *Rows) Aggregate(ctx context.Context, s blocks.Statistic, y ...blocks.Aligned) (blocks.Partial, error) {
	if r.Asked != nil {
		r.Asked(s.Kind())
	}
	q := r.question
	q.state = blocks.Encode(s)
	for _, one := range y {
		q.beside = append(q.beside, blocks.EncodeAligned(one, r.Len()))
	}
	var sum blocks.Partial
	err := ask(ctx, r.engine, &q, func(part int, head answerHead, result []byte) error {
		if want := q.First[part+1] - q.First[part]; head.Rows != want {
			return fmt.Errorf("part %d has %d rows, but had %d before; the rows must stay what they are during a fit", part+1, head.Rows, want)
		}
		one, err := blocks.DecodeSum(s, result)
		if err != nil {
			return err
		}
		if sum == nil {
			sum = one
			return nil
		}
		return sum.Merge(one)
	})
	return sum, err
}

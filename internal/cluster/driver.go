package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"suffice"
	"suffice/internal/aggregate"
	"suffice/internal/parts"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Describe asks what the columns of the table are, and once more where some parts leave open what
// is day and what is month in dates, and others tell.
func Describe(ctx context.Context, e Engine, source string, options table.Options, roles table.Roles) (*table.Table, error) {
	outlines, err := outline(ctx, e, options, roles)
	if err != nil {
		return nil, err
	}
	asks := &asker{ctx, e, options, roles}
	if open := parts.OpenDates(outlines); len(open) > 0 {
		maps.Copy(open, options.DatesOf)
		options.DatesOf = open
		if outlines, err = outline(ctx, e, options, roles); err != nil {
			return nil, err
		}
	}
	return tables.Join(source, options, outlines, asks)
}

// outline asks for the outlines of the parts.
func outline(ctx context.Context, e Engine, options table.Options, roles table.Roles) ([]*parts.Outline, error) {
	outlines := make([]*parts.Outline, len(e.Parts()))
	q := &question{Task: taskOutline, Reading: options, Roles: roles}
	err := ask(ctx, e, q, func(part int, _ answerHead, result []byte) error {
		if json.Unmarshal(result, &outlines[part]) != nil || outlines[part] != nil && (outlines[part].Rows < 0 || outlines[part].Rows > mostRows) {
			return errPack
		}
		return nil
	})
	return outlines, err
}

// asker asks the parts of a table for what needs their rows, as long as the context of its
// description lasts.
type asker struct {
	ctx     context.Context
	engine  Engine
	options table.Options
	roles   table.Roles // of the outlines
}

// Prepare gives a choice inputs that sum by asking, and an output that is with the rows. So are
// their weights, by which [Rows.Weighted] counts; rows of weight 0 are left out.
func (a *asker) Prepare(t *table.Table, choice *table.Choice, roles table.Roles, wanted table.Wanted) error {
	c := &choosing{engine: a.engine, table: t, reading: a.options, roles: roles, wanted: wanted, Choice: choice}
	return c.prepare(a.ctx)
}

// choosing is a choice at work.
type choosing struct {
	*table.Choice
	engine  Engine
	table   *table.Table
	reading table.Options
	roles   table.Roles
	wanted  table.Wanted

	first   []int // the row that each part begins with
	classes []string
	sums    []float64 // of inputs
	present []int     // rows that they are of
	weights []*weighing

	firstOfAll []int // first, with the rows of weight 0
}

// prepare asks what only all parts together tell: how many rows each has, the classes, and
// what stands for missing values.
func (c *choosing) prepare(ctx context.Context) error {
	c.first, c.firstOfAll, c.sums, c.present = []int{0}, []int{0}, make([]float64, c.X.Width()), make([]int, c.X.Width())
	medians := c.wanted.Missing == table.MedianForMissing
	if medians {
		c.wanted.Missing = table.MeanForMissing // of the parts: the same rows are left out
	}
	q := &question{Task: taskPrepare, Reading: c.reading, Wanted: c.wanted}
	if err := ask(ctx, c.engine, q, c.take); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	of := &output.Target{Names: c.wanted.Target, Columns: c.wanted.Target, Kind: c.wanted.Kind}
	if c.wanted.Kind == output.KindClass {
		of.Classes = tables.ClassesOf(c.table, c.wanted.Target[0], c.classes)
		c.wanted.Classes = of.Classes
	}
	if c.wanted.Missing == table.MeanForMissing && c.wanted.Fill == nil {
		if err := c.fill(ctx, medians); err != nil {
			return err
		}
	}
	if listed := c.wanted.Listed; listed != nil {
		of.Names = listed.Labels
	}
	x := &Rows{Inputs: c.X, engine: c.engine, target: of, group: c.roles.Group, time: c.roles.Time, block: c.roles.Block, every: c.roles.Every, question: question{Task: taskSum, Reading: c.reading, Wanted: c.wanted, First: c.first}}
	x.weighing = c.weighing()
	var err error
	if c.Y, err = target.Open(ctx, x, of, 0); err != nil {
		return err
	}
	c.X = x
	return nil
}

// weighing is what all parts tell of the weights.
func (c *choosing) weighing() *weighing {
	counts := make([]int, len(c.weights))
	for k := range counts {
		counts[k] = c.first[k+1] - c.first[k]
	}
	return joined(c.weights, counts)
}

// fill finds what stands for missing values.
func (c *choosing) fill(ctx context.Context, medians bool) (err error) {
	fill := make([]float64, len(c.sums))
	for k := range c.sums {
		fill[k] = finite(c.sums[k]) / float64(max(1, c.present[k]))
	}
	if medians {
		if fill, err = c.medians(ctx); err != nil {
			return err
		}
	}
	c.wanted.Fill = fill
	tables.FillWith(c.Choice, fill)
	return nil
}

// take takes what a part tells.
func (c *choosing) take(part int, _ answerHead, result []byte) error {
	var p prepared
	if err := json.Unmarshal(result, &p); err != nil {
		return errPack
	}
	first := tables.FirstRows(c.table)
	if p.Rows < 0 || p.Rows > p.All || p.All > first[part+1]-first[part] || p.All > 0 && (len(p.Sums) != len(c.sums) || len(p.Present) != len(c.sums)) {
		return errPack
	}
	if weighs := c.wanted.Weights != "" && p.Rows > 0; weighs != (p.Weights != nil) || weighs && !p.Weights.possible() {
		return errPack
	}
	c.first, c.weights = append(c.first, c.first[len(c.first)-1]+p.Rows), append(c.weights, p.Weights)
	c.firstOfAll = append(c.firstOfAll, c.firstOfAll[len(c.firstOfAll)-1]+p.All)
	c.classes = append(c.classes, p.Classes...)
	for k := range p.Sums {
		c.sums[k], c.present[k] = c.sums[k]+p.Sums[k], c.present[k]+p.Present[k]
	}
	return nil
}

// check says where rows are too few, and warns of those that are left out.
func (c *choosing) check() error {
	warnings, err := tables.CheckRows(c.table, c.firstOfAll[len(c.firstOfAll)-1], c.first[len(c.first)-1], c.wanted.Weights)
	c.Warnings = append(c.Warnings, warnings...)
	return err
}

// Rows are inputs that are elsewhere. They are summed over by asking.
type Rows struct {
	table.Inputs       // names and levels
	engine             Engine
	target             *output.Target // without values
	question           question       // but for the statistic
	weighing           *weighing      // what is known of the weights; nil where all count the same
	group, time, block string         // columns that rows are divided by
	every              string         // length of the stretches that groups and blocks are

	Asked func(kind string) // told before a question is asked; may be nil
}

var _ aggregate.Aggregator = (*Rows)(nil)

// Len is the number of rows.
func (r *Rows) Len() int { return r.question.First[len(r.question.First)-1] }

// PickColumns implements aggregate.Picker.
func (r *Rows) PickColumns(which []int) aggregate.Aggregator {
	own := *r
	own.Inputs = aggregate.Columns(r.Inputs, which).(table.Inputs)
	if own.question.Columns = which; r.question.Columns != nil {
		own.question.Columns = sampling.Pick(r.question.Columns, which)
	}
	return &own
}

// Block fails: the rows are elsewhere.
func (r *Rows) Block(context.Context, int, int, []float64) ([]float64, error) {
	return nil, errors.New("this reads rows one by one, which are elsewhere; use another method, or one machine")
}

var _ rows.Source = (*Rows)(nil)

// Aggregate sums a statistic over all rows.
func (r *Rows) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	if r.Asked != nil {
		r.Asked(s.Kind())
	}
	q := r.question
	q.state = aggregate.Encode(s)
	for _, one := range y {
		q.beside = append(q.beside, aggregate.EncodeAligned(one, r.Len()))
	}
	return merged(ctx, r.engine, &q, func(data []byte) (aggregate.Partial, error) { return aggregate.DecodeSum(s, data) })
}

// Draw takes as many rows as that, at random, or all where there are no more: inputs, target,
// groups and times in memory, for what cannot be asked for in sums.
func (r *Rows) Draw(ctx context.Context, most int, seed uint64) (d *suffice.Data, err error) {
	by := draws{most, seed}
	which := by.of(r.Len())
	taken, err := aggregate.Take(ctx, r, which)
	if err != nil {
		return nil, err
	}
	d = suffice.NewData(inMemory{taken, r}, nil)
	if d.Y, err = target.Bring(ctx, r, r.target, which); err != nil {
		return nil, err
	}
	if r.weighing != nil {
		weights, err := aggregate.TakeAligned(ctx, r, aggregate.OwnWeights(r), which)
		if err != nil {
			return nil, err
		}
		if d.X, err = rows.WithWeights(d.X, weights.Data); err != nil {
			return nil, err
		}
	}
	if d.Group, err = r.groups(ctx, r.group, by); err != nil {
		return nil, err
	}
	if d.Block, err = r.groups(ctx, r.block, by); err != nil {
		return nil, err
	}
	if r.time != "" {
		d.Time, err = r.beside(ctx, dividing{Column: r.time, Time: true, Drawn: by})
	}
	return d, err
}

// inMemory is rows that were taken, with the names and levels of all.
type inMemory struct {
	rows.Source
	from *Rows
}

// draws says which rows are drawn.
type draws struct {
	Most int
	Seed uint64
}

// of is these rows of n, in their order.
func (d draws) of(n int) []int {
	return sampling.AtMost(n, d.Most, sampling.Random(d.Seed, 0xe1))
}

func (m inMemory) Names() []string               { return m.from.Names() }
func (m inMemory) Levels() map[string]rows.Level { return m.from.Levels() }

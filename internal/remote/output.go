package remote

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Output is an output whose values are where the rows are. It knows of itself what
// an Output in memory works out when it is made.
type Output struct {
	x      rows.Source
	target *output.Target // without its values
	values *Values
	counts []float64     // of labels: the rows that have each
	sizes  []int         // of classes
	vary   int           // columns of the target that do
	check  error         // what makes it impossible to learn from
	drawn  linalg.Matrix // targets of some rows of numbers, to find ranks with
	limits limits
}

// limits are sizes that tests set lower.
type limits struct {
	held   int // rows of outputs that are taken
	edges  int // rows that give edges, to find ranks with
	within int // numbers between two edges that may be asked for
}

// Held is up to how many rows are taken to the one who fits, to be an output in memory.
const Held = 1 << 16

// Open makes an output of a target that is where the rows of x are. The target says what it
// is, and has no values. Outputs of no more than held rows are taken from there; 0 means
// [Held].
//
// The target of a row is a number or several, the place of a class among the classes, or 0
// and 1 for each label: what a [output.Target] has as Values or Class.
func Open(ctx context.Context, x rows.Source, target *output.Target, held int) (output.Output, error) {
	return open(ctx, x, target, limits{cmp.Or(held, Held), 1 << 12, 1 << 20})
}

func open(ctx context.Context, x rows.Source, target *output.Target, l limits) (output.Output, error) {
	width, err := widthOf(target)
	if err != nil {
		return nil, err
	}
	if x.Len() <= l.held {
		return TakeTarget(ctx, x, target, draw.All(x.Len()))
	}
	y := &Output{x: x, target: target, values: &Values{Columns: width}, limits: l}
	return y, y.look(ctx)
}

// TakeTarget is the given rows of a target that is where those of x are, as an output in memory.
func TakeTarget(ctx context.Context, x rows.Source, target *output.Target, which []int) (output.Output, error) {
	width, err := widthOf(target)
	if err != nil {
		return nil, err
	}
	values, err := blocks.TakeAligned(ctx, x, blocks.Elsewhere{Source: x, Columns: width}, which)
	if err != nil {
		return nil, err
	}
	return withValues(target, values).Output()
}

// widthOf is how many numbers the target of a row has.
func widthOf(t *output.Target) (int, error) {
	switch t.Kind {
	case output.KindNumber, output.KindClass:
		return 1, nil
	case output.KindNumbers, output.KindLabels:
		return max(1, len(t.Names)), nil
	}
	return 0, fmt.Errorf("outputs of kind %s cannot stay where the rows are; take numbers, classes or labels, or a table in memory", t.Kind)
}

// withValues is a target with the values of some rows.
func withValues(t *output.Target, values linalg.Matrix) *output.Target {
	own := *t
	if t.Kind != output.KindClass {
		own.Values = values.Data
		return &own
	}
	own.Class = whole(values.Data)
	return &own
}

func whole(values []float64) []int {
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = int(v)
	}
	return out
}

// look asks for what an output has to know of itself.
func (y *Output) look(ctx context.Context) error {
	raw := y.raw()
	seen, err := blocks.Sum[*survey](ctx, y.x, &surveyOf{raw.Width()}, raw)
	switch {
	case err != nil:
		return err
	case seen.Bad.Found:
		y.check = output.NotFinite{Row: seen.Bad.Row, Value: seen.Bad.Value}
		return nil
	case y.Kind() == output.KindClass:
		return y.lookAtClasses(ctx)
	case y.Kind() == output.KindLabels:
		y.counts = seen.Sum
	}
	if y.Kind().Numeric() {
		if err := y.lookAtNumbers(ctx, seen); err != nil || y.check != nil {
			return err
		}
	}
	y.check = output.ErrConstant
	for j := range seen.Low {
		if seen.varies(j) {
			y.vary++
			y.check = nil
		}
	}
	return nil
}

// mostClasses is how many there may be.
const mostClasses = 1 << 12

func (y *Output) lookAtClasses(ctx context.Context) error {
	found, err := blocks.Sum[*levels](ctx, y.x, &levelsOf{mostClasses}, y.raw())
	if err != nil {
		return err
	}
	switch y.values.Classes, y.sizes = found.Values, found.Counts; {
	case found.Many:
		y.check = fmt.Errorf("more than %d classes are too many; choose another target", mostClasses)
	case len(found.Values) < 2:
		y.check = output.ErrConstant
	}
	return nil
}

// raw is the target as it is.
func (y *Output) raw() blocks.Elsewhere {
	return blocks.Elsewhere{Source: y.x, Columns: y.values.Columns}
}

// Len implements output.Output.
func (y *Output) Len() int { return y.x.Len() }

// Kind implements output.Output.
func (y *Output) Kind() output.Kind { return y.target.Kind }

// Signed implements output.Output.
func (y *Output) Signed() bool { return y.Kind() == output.KindLabels }

// Check implements output.Output.
func (y *Output) Check() error { return y.check }

// Names implements output.Named.
func (y *Output) Names() []string {
	if y.target.Columns != nil {
		return y.target.Columns
	}
	return y.target.Names
}

// CountClasses implements output.Classified: it is 0 where the output is no class.
func (y *Output) CountClasses() int { return len(y.values.Classes) }

// className is the name of a class.
func (y *Output) className(c int) string {
	if c >= 0 && c < len(y.target.Classes) {
		return y.target.Classes[c]
	}
	return strconv.Itoa(c)
}

// CountVarying is how many columns of numbers or labels have different ones.
func (y *Output) CountVarying() int { return y.vary }

// some is the output of the given rows alone, in memory.
func (y *Output) some(ctx context.Context, which []int) (output.Output, error) {
	raw, err := blocks.TakeAligned(ctx, y.x, y.raw(), which)
	if err != nil {
		return nil, err
	}
	return y.part(raw), nil
}

// part is the output of rows whose target is given.
func (y *Output) part(raw linalg.Matrix) output.Output {
	return y.known().part(y.Kind(), y.Names(), raw)
}

// known is what there is to know of the output to compare rows.
func (y *Output) known() known { return known{y.values, y.Signed(), y.counts, y.Len()} }

// known is what there is to know of an output to compare rows by their targets.
type known struct {
	Values *Values
	Labels bool      // the target is labels,
	Counts []float64 // of which so many rows have each,
	Of     int       // of so many
}

func (k known) Complete() error {
	labels := 0
	if k.Labels {
		labels = k.Values.Columns
	}
	for _, count := range k.Counts {
		if !(count >= 0 && count <= float64(k.Of)) {
			return blocks.ErrInconsistent
		}
	}
	return blocks.Consistent(len(k.Counts) == labels, !k.Labels || len(k.Values.Classes) == 0 && k.Of >= 1)
}

// kind is that of the output.
func (k known) kind() output.Kind {
	switch {
	case k.Labels:
		return output.KindLabels
	case len(k.Values.Classes) > 0:
		return output.KindClass
	}
	return output.KindNumbers // one or several
}

// part is the output of rows whose target is given.
func (k known) part(kind output.Kind, names []string, raw linalg.Matrix) output.Output {
	p := output.Part{Kind: kind, Names: names, Width: raw.Cols, Of: k.Of, Counts: k.Counts}
	if kind == output.KindClass {
		p.Class = whole(raw.Data)
		return p.Output()
	}
	values := linalg.New(raw.Rows, raw.Cols)
	k.Values.Of(values, raw)
	p.Values = values.Data
	return p.Output()
}

// Measured reports whether an output has a distance, as numbers have.
func Measured(y output.Output) bool {
	_, here := y.(output.Metric)
	far, elsewhere := y.(*Output)
	return here || elsewhere && far.Kind().Numeric()
}

// CheckKernel is [output.CheckKernel] of an output that is here.
func CheckKernel(y output.Output) error {
	if _, elsewhere := y.(*Output); elsewhere {
		return nil
	}
	return output.CheckKernel(y)
}

// Comparable reports whether the rows of an output can be compared by a kernel.
func Comparable(y output.Output) bool {
	return CheckKernel(y) == nil
}

// mostHere is how many outputs are brought here at most. Tables of more rows are looked at by those
// drawn, unless these are all alike.
const mostHere = 1 << 16

// Here is y in memory, unless it is of too many rows.
func Here(ctx context.Context, y output.Output) (output.Output, error) {
	if y, ok := y.(*Output); ok && y.Len() > mostHere {
		return nil, fmt.Errorf("%d rows are too many to bring here; if other values of the target are so rare that none is among the rows drawn, make a table of the rows that have them and some of the others, with a column of weights", y.Len())
	}
	return All(ctx, y)
}

// All is y in memory, for one who holds all rows too.
func All(ctx context.Context, y output.Output) (output.Output, error) {
	if y, ok := y.(*Output); ok {
		return y.some(ctx, draw.All(y.Len()))
	}
	return y, nil
}

// Enough is y in memory, or as many rows of it as are brought here, drawn at random.
func Enough(ctx context.Context, y output.Output) (output.Output, error) {
	if y, ok := y.(*Output); ok {
		return y.some(ctx, draw.Many(y.Len(), mostHere, rand.New(rand.NewPCG(1, 0xe0))))
	}
	return y, nil
}

// Some is [output.Some] for outputs that may be elsewhere: the given rows of y alone, in
// memory, compared with each other as they are in y.
func Some(ctx context.Context, y output.Output, which []int) (output.Output, error) {
	if y, ok := y.(*Output); ok {
		return y.some(ctx, which)
	}
	return output.Some(y, which), nil
}

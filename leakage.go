package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"suffice/internal/crossfit"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// An input that is made of the target, or known only after it, predicts it nearly without error, and
// so looks like a triumph (target leakage). Whether it is one only people know: so it is asked.

const (
	leakRows     = 1000  // that are looked at
	leakLeast    = 30    // rows, of which anything can be said
	leakShare    = .985  // of the variance of the ranks of a number, or of the rows of classes, that a column predicts alone
	leakSum      = .9995 // of the variance that the sum of a few predicts: exactly, but for rounding
	leakColumns  = 1000  // that are looked at
	leakSummands = 3
	leakApart    = .995 // of the pairs of rows with and without the usual value of a column, in which those with it have the larger target, or the smaller
	leaksSaid    = 3
	besideEach   = 3 // rows on either side by which a row is predicted from one column
)

// Leaks are questions about inputs that give the target away: one that predicts nearly all of it, a
// few that add up to it, or one whose usual value parts large from small ones.
func (d *Data) Leaks(ctx context.Context, seed uint64) (questions []string, err error) {
	if d.Len() < leakLeast || !d.paired() {
		return nil, nil
	}
	which := sampling.AtMost(d.Len(), leakRows, sampling.Random(seed, 0x9e7))
	x, y, err := target.Take(ctx, d.X, d.Y, which)
	if err != nil {
		return nil, err
	}
	if kind := y.Kind(); kind != output.KindNumber && kind != output.KindClass {
		return nil, nil
	}
	targets, err := crossfit.NewTargets(ctx, y, nil)
	if err != nil {
		return nil, err
	}
	values, err := target.Dense(ctx, x)
	if err != nil {
		return nil, err
	}
	l := &leaks{x: values, columns: rows.Columns(x), numbers: targets.Kind.Numeric(), name: "the target"}
	if names := output.Names(y); len(names) == 1 {
		l.name = strconv.Quote(names[0])
	} else if names := output.Names(d.Y); len(names) == 1 {
		l.name = strconv.Quote(names[0])
	}
	l.y = targets.Matrix
	if len(l.columns) > leakColumns {
		l.columns = l.columns[:leakColumns]
	}
	if questions = l.single(sampling.Random(seed, 0x9e8).Perm(l.x.Rows)); len(questions) == 0 && l.numbers {
		questions = append(l.sums(), l.apart()...)
	}
	return questions[:min(len(questions), leaksSaid)], ctx.Err()
}

type leaks struct {
	x, y    linalg.Matrix
	columns []rows.Column
	numbers bool // the target is one, and not classes
	name    string
}

// single asks about columns that predict the target alone, the best first.
func (l *leaks) single(order []int) (questions []string) {
	y := l.y.Clone()
	if l.numbers {
		ranked(y)
		standardise(y, farOut)
	}
	type found struct {
		name  string
		share float64
	}
	var all []found
	for _, c := range l.columns {
		if share := l.alone(y, c, order); share >= leakShare {
			all = append(all, found{c.Name, share})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.share, a.share) })
	for _, f := range all {
		questions = append(questions, fmt.Sprintf("Check: %q alone predicts %s of %s: is it known before %s is?", f.name, percent(math.Floor(1000*f.share)/1000), l.name, l.name))
	}
	return questions
}

// alone is the share of the target that is predicted of each row by others with values of the column
// near to its own: of the variance of numbers, and of the rows of classes.
func (l *leaks) alone(y linalg.Matrix, c rows.Column, order []int) float64 {
	n := l.x.Rows
	values := valuesOf(l.x, c)
	order = slices.Clone(order)
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	if values[order[0]] == values[order[n-1]] {
		return 0
	}
	var wrong, all float64
	sum := make([]float64, y.Cols)
	for at, i := range order {
		from, to := at, at+1
		for from > 0 && values[order[from-1]] == values[i] && at-from < 20 {
			from--
		}
		for to < n && values[order[to]] == values[i] && to-at < 20 {
			to++
		}
		if to-from <= besideEach && len(c.Places) == 1 {
			from, to = max(0, at-besideEach), min(n, at+besideEach+1)
			if beside := min(at-from, to-1-at); beside > 0 { // as many on either side
				from, to = at-beside, at+beside+1
			}
		}
		clear(sum)
		for _, k := range order[from:to] {
			if k != i {
				linalg.Axpy(1/float64(max(1, to-from-1)), y.Row(k), sum)
			}
		}
		if l.numbers {
			v := y.At(i, 0)
			wrong, all = wrong+(v-sum[0])*(v-sum[0]), all+v*v
			continue
		}
		if all++; y.At(i, metrics.Largest(sum)) != 1 || to-from < 2 {
			wrong++
		}
	}
	if !l.numbers && wrong > .1*l.unusual() {
		return 0
	}
	return 1 - wrong/all
}

// unusual is how many rows are not of the most frequent class.
func (l *leaks) unusual() float64 {
	most := 0.
	for j := range l.y.Cols {
		count := 0.
		for i := range l.y.Rows {
			count += l.y.At(i, j)
		}
		most = max(most, count)
	}
	return float64(l.y.Rows) - most
}

// sums asks about a few columns that add up to a number, by least squares: those that tell most of
// what is left, one after the other.
func (l *leaks) sums() []string {
	x, left := l.x.Clone(), l.y.Clone()
	standardise(x, math.Inf(1))
	standardise(left, math.Inf(1))
	y := left.Clone()
	var chosen []int
	share := 0.
	for len(chosen) < min(leakSummands, x.Cols) && share < leakSum {
		best, most := -1, 0.
		for j := range x.Cols {
			if slices.Contains(chosen, j) {
				continue
			}
			without := columnsOf(x, []int{j})
			if len(chosen) > 0 {
				lessRegression(without, columnsOf(x, chosen))
			}
			square := linalg.Dot(without.Data, without.Data)
			if product := linalg.Dot(without.Data, left.Data); square > 1e-6*float64(x.Rows) && product*product/square > most {
				best, most = j, product*product/square
			}
		}
		if best < 0 {
			return nil
		}
		chosen = append(chosen, best)
		share = l.explained(x, y, chosen, left)
	}
	if share < leakSum {
		return nil
	}
	for k := 0; k < len(chosen) && len(chosen) > 1; { // leave out what is not needed
		fewer := slices.Delete(slices.Clone(chosen), k, k+1)
		if l.explained(x, y, fewer, left) >= leakSum {
			chosen = fewer
		} else {
			k++
		}
	}
	slices.Sort(chosen)
	var names []string
	for _, j := range chosen {
		for _, c := range l.columns {
			if slices.Contains(c.Places, j) {
				names = append(names, c.Name)
			}
		}
	}
	return []string{fmt.Sprintf("Check: %s together make %s exactly (%s): are they known before %s is?", humanize.Quoted(names), l.name, percent(math.Floor(1e4*share)/1e4), l.name)}
}

// explained is the share of y that columns tell by least squares, and sets what they leave.
func (l *leaks) explained(x, y linalg.Matrix, chosen []int, left linalg.Matrix) float64 {
	copy(left.Data, y.Data)
	lessRegression(left, columnsOf(x, chosen))
	return 1 - linalg.Dot(left.Data, left.Data)/linalg.Dot(y.Data, y.Data)
}

// apart asks about a column whose usual value, such as 0, parts large targets from small ones.
func (l *leaks) apart() (questions []string) {
	const fewest = .1 // of the rows on either side
	y := l.y.Clone()
	ranked(y)
	n := l.x.Rows
	for _, c := range l.columns {
		if len(c.Places) > 1 {
			continue
		}
		values := l.x.Columns(c.Places[0], c.Places[0]+1).Clone().Data
		usual, times := mostFrequent(values)
		with, without := float64(times), float64(n-times)
		if with < fewest*float64(n) || without < fewest*float64(n) || distinctValues(slices.Clone(values)) < 3 {
			continue
		}
		var sum float64
		for i, v := range values {
			if v == usual {
				sum += y.At(i, 0) + 1
			}
		}
		above := (sum - with*(with+1)/2) / (with * without) // Mann and Whitney
		if above >= leakApart || above <= 1-leakApart {
			side := map[bool]string{true: "large", false: "small"}[above > .5]
			questions = append(questions, fmt.Sprintf("Check: %q is %g just where %s is %s: is it known before %s is?", c.Name, usual, l.name, side, l.name))
		}
	}
	return questions
}

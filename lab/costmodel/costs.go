package costmodel

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/internal/cluster"
)

// Run is a fit that was measured.
type Run struct {
	Inputs, Workers int
	Seconds         float64 // of all
	Questions       []cluster.Question
}

// Asked are the kinds of its questions.
func (r Run) Asked() (kinds []string) {
	for _, q := range r.Questions {
		kinds = append(kinds, q.Kind)
	}
	return kinds
}

// Asking is how long the questions took; the rest is the driver's own work.
func (r Run) Asking() (seconds float64) {
	for _, q := range r.Questions {
		seconds += q.Seconds
	}
	return seconds
}

// Costs are what questions cost, and which of them a fit asks.
type Costs struct {
	Kinds  []Kind   `json:"kinds"`
	Asked  []string `json:"asked"`  // the kinds of the questions of a fit, in order
	Own    Curve    `json:"own"`    // seconds of the driver's own work
	Job    float64  `json:"job"`    // seconds of a question that nobody works
	Crowd  float64  `json:"crowd"`  // how many times as long work takes where all cores work
	Spread float64  `json:"spread"` // standard deviation of the logarithm of a part's seconds
}

// Kind is what a question of one kind costs.
type Kind struct {
	Name     string            `json:"name"`
	Row      Curve             `json:"row"`      // seconds of a worker
	Part     float64           `json:"part"`     // seconds of a worker, beside those of its rows
	Drawn    float64           `json:"drawn"`    // seconds of a worker for a byte of rows that are drawn
	Question Curve             `json:"question"` // bytes
	Answer   Curve             `json:"answer"`   // bytes of a part; of all parts together where rows are drawn
	Gives    cluster.AnswersOf `json:"gives"`
	Merge    float64           `json:"merge"` // seconds of the driver for a byte
}

// Curve is how a cost grows with the d inputs: c₁ d + c₀ + c₂ d², with no c below 0. Sums over
// products of inputs grow with d², products with directions with d, and kernels of components
// not at all. With one width alone that was measured, it is in proportion to d.
type Curve [3]float64

// At is the cost with so many inputs.
func (c Curve) At(inputs int) float64 {
	d := float64(inputs)
	return c[0]*d + c[1] + c[2]*d*d
}

func terms(inputs int) []float64 { return []float64{float64(inputs), 1, float64(inputs * inputs)} }

// Measured are the costs that runs show: of rows by those with one worker, and the crowd by the
// others. The questions are those of the last run with one worker.
func Measured(runs []Run) (*Costs, error) {
	c := &Costs{Crowd: 1}
	alone, crowded := divided(runs)
	if len(alone) == 0 {
		return nil, errors.New("costs need a fit with one worker")
	}
	var own points
	var outside, questions float64
	for _, r := range alone {
		own.add(terms(r.Inputs), r.Seconds-r.Asking())
		c.Asked = r.Asked()
		for _, q := range r.Questions {
			outside, questions = outside+q.Seconds-work(q), questions+1
		}
	}
	c.Own, c.Job = Curve(own.leastSquares(3)), max(0, outside/questions)
	for _, r := range runs {
		for _, q := range r.Questions {
			if c.kind(q.Kind) == nil {
				c.Kinds = append(c.Kinds, kindOf(q.Kind, alone))
			}
		}
	}
	_, c.Spread = c.unlike(alone)
	if len(crowded) > 0 {
		c.Crowd, _ = c.unlike(crowded)
	}
	return c, nil
}

// divided are the runs with one worker, and those with more.
func divided(runs []Run) (alone, crowded []Run) {
	for _, r := range runs {
		if r.Workers == 1 {
			alone = append(alone, r)
		} else {
			crowded = append(crowded, r)
		}
	}
	return alone, crowded
}

// work is the seconds of all parts.
func work(q cluster.Question) (seconds float64) {
	for _, p := range q.Parts {
		seconds += p.Seconds
	}
	return seconds
}

// drawn are the bytes of rows that a part of the question gives.
func drawn(q cluster.Question, p cluster.Part) float64 {
	if q.Gives != cluster.AnswersDrawn {
		return 0
	}
	return float64(p.Bytes)
}

// kindOf is what questions of a kind cost.
func kindOf(name string, runs []Run) Kind {
	k := Kind{Name: name}
	var rows, question, answer points
	var merge, bytes float64
	for _, r := range runs {
		for _, q := range r.Questions {
			if q.Kind != name {
				continue
			}
			all, largest := 0, 0
			for _, p := range q.Parts {
				all, largest = all+p.Bytes, max(largest, p.Bytes)
				if n := float64(p.Rows); n > 0 { // seconds of a row: Row + Part / rows + Drawn bytes / rows
					rows.add(append(terms(r.Inputs), 1/n, drawn(q, p)/n), p.Seconds/n)
				}
			}
			if k.Gives = q.Gives; k.Gives == cluster.AnswersDrawn {
				largest = all
			}
			question.add(terms(r.Inputs), float64(q.Bytes))
			answer.add(terms(r.Inputs), float64(largest))
			merge, bytes = merge+q.Merge, bytes+float64(all)
		}
	}
	work := rows.leastSquares(5)
	k.Row, k.Part, k.Drawn = Curve(work[:3]), work[3], work[4]
	k.Question, k.Answer, k.Merge = Curve(question.leastSquares(3)), Curve(answer.leastSquares(3)), merge/max(1, bytes)
	return k
}

// kind is what questions of that name cost; nil where none was measured.
func (c *Costs) kind(name string) *Kind {
	if at := slices.IndexFunc(c.Kinds, func(k Kind) bool { return k.Name == name }); at >= 0 {
		return &c.Kinds[at]
	}
	return nil
}

// seconds are those of a worker for a part, with so many bytes of rows that are drawn.
func (k *Kind) seconds(rows, inputs int, drawn float64) float64 {
	return k.Part + float64(rows)*k.Row.At(inputs) + drawn*k.Drawn
}

// RowOf is the seconds of a worker for a row, all questions of a fit together.
func (c *Costs) RowOf(inputs int) (seconds float64) {
	for _, name := range c.Asked {
		seconds += c.kind(name).Row.At(inputs)
	}
	return seconds
}

// unlike is how many times as long as these costs say the parts of runs took in all, and how much the
// logarithm of that differs from part to part, each counted by its seconds.
func (c *Costs) unlike(runs []Run) (times, spread float64) {
	var took, said, weight, sum, squares float64
	for _, r := range runs {
		for _, q := range r.Questions {
			k := c.kind(q.Kind)
			for _, p := range q.Parts {
				expected := k.seconds(p.Rows, r.Inputs, drawn(q, p))
				if took, said = took+p.Seconds, said+expected; p.Seconds > 0 && expected > 0 {
					log := math.Log(p.Seconds / expected)
					weight, sum, squares = weight+expected, sum+expected*log, squares+expected*log*log
				}
			}
		}
	}
	if said == 0 {
		return 1, 0
	}
	mean := sum / weight
	return took / said, math.Sqrt(max(0, squares/weight-mean*mean))
}

// points are what curves go through: the values of their terms, and the cost.
type points struct {
	x [][]float64
	y []float64
}

func (p *points) add(x []float64, y float64) { p.x, p.y = append(p.x, x), append(p.y, y) }

// leastSquares are the factors b of m terms, none below 0, that make Σ (y - x b)² least: each in turn is
// set to the best with the others as they are, until none moves.
func (p *points) leastSquares(m int) []float64 {
	b := make([]float64, m)
	for moved, sweep := true, 0; moved && sweep < 100_000; sweep++ {
		moved = false
		for j := range b {
			var along, square float64 // xⱼᵀ(y - x b), xⱼᵀxⱼ
			for i, x := range p.x {
				left := p.y[i]
				for l, v := range x {
					left -= v * b[l]
				}
				along, square = along+x[j]*left, square+x[j]*x[j]
			}
			if square == 0 {
				continue
			}
			best := max(0, b[j]+along/square)
			moved = moved || math.Abs(best-b[j]) > 1e-9*best
			b[j] = best
		}
	}
	return b
}

// Check fails where costs cannot be simulated with.
func (c *Costs) Check() error {
	if len(c.Asked) == 0 {
		return errors.New("there are no questions")
	}
	for _, name := range c.Asked {
		if c.kind(name) == nil {
			return fmt.Errorf("what a question of kind %q costs is not said", name)
		}
	}
	return nil
}

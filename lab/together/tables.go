// Package together draws tables whose rows belong together, as those of a person, a batch or a time
// do, and tables with an input that gives the target away; and counts how often what is said of
// them is right.
package together

import (
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"

	"suffice"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// Kind is how tables are made.
type Kind struct {
	Name  string
	What  string // it is
	Group Group
	draw  func(*drawing)
}

// Group is what there is to find in tables.
type Group string

// What there is: nothing, a dependence, an input that gives the target away, and none that does though
// one looks like it.
const (
	Nothing Group = "null"
	Real    Group = "real"
	Leak    Group = "leak"
)

// Kinds are all there are.
func Kinds() []Kind {
	return []Kind{
		{"patients", "40 persons of 10 rows, with a level of each in inputs and target", Nothing, patients(40, 10, 10)},
		{"few_patients", "8 persons of 30 rows", Nothing, patients(8, 30, 8)},
		{"patients_classes", "60 persons of 6 rows, two classes", Nothing, then(patients(60, 6, 8), classesAbove(.4))},
		{"near_copies", "three near copies of each of 100 rows", Nothing, func(d *drawing) { d.grouped(100, 3, 10, .05, .3) }},
		{"copies", "three exact copies of each of 100 rows, in random order", Nothing, func(d *drawing) { d.copies((*drawing).noise) }},
		{"walk", "random walks of 300 days", Nothing, func(d *drawing) { d.serial(300, 10, 1, 1) }},
		{"ar9", "400 days, each .9 of the day before and noise", Nothing, ar9},
		{"ar9_classes", "the same, two classes", Nothing, then(ar9, classesAbove(0))},
		{"seasons", "two years, with a season in inputs and target", Nothing, seasons},
		{"batches", "12 batches of 25 rows, 30 inputs", Nothing, batches},

		{"patients_real", "40 persons, and a curve of two inputs", Real, then(patients(40, 10, 10), func(d *drawing) {
			d.add(func(x []float64) float64 { return 1.2 * math.Tanh(x[0]-x[1]) })
		})},
		{"within_real", "40 persons, and what holds within a person alone", Real, then(patients(40, 10, 10), (*drawing).withinPersons)},
		{"ar9_real", "400 days, and the size of x1 + x2", Real, then(ar9, func(d *drawing) {
			for i := range d.y {
				d.y[i] = .6*d.y[i] + 1.2*math.Abs(d.x[i][0]+d.x[i][1])
			}
		})},
		{"batches_real", "12 batches, and a wave of one input", Real, then(batches, func(d *drawing) {
			d.add(func(x []float64) float64 { return 2 * math.Sin(x[0]) })
		})},
		{"copies_real", "copies, and a parabola", Real, func(d *drawing) {
			d.copies(func(d *drawing, x []float64) float64 { return x[0]*x[0] + .5*d.NormFloat64() })
		}},

		{"leak_rounded", "the target, rounded, is an input", Leak, leak(func(_ *drawing, y float64) []float64 { return []float64{math.Round(10*y) / 10} })},
		{"leak_rank_id", "an identifier in the order of the target", Leak, leakOfAll(func(d *drawing) {
			for rank, i := range sampling.Ascending(d.y) {
				d.x[i] = append(d.x[i], 100000+3*float64(rank))
			}
		})},
		{"leak_sum", "two inputs add up to the target", Leak, leak(func(d *drawing, y float64) []float64 {
			part := (.3 + .4*d.Float64()) * y
			return []float64{part, y - part}
		})},
		{"leak_after", "an input is 0 in the lower half of the target", Leak, leakOfAll(func(d *drawing) {
			middle := slices.Sorted(slices.Values(d.y))[len(d.y)/2-1]
			for i, y := range d.y {
				after := math.Abs(d.NormFloat64())
				if y <= middle {
					after = 0
				}
				d.x[i] = append(d.x[i], after)
			}
		})},
		{"leak_class_code", "a code of the class", Leak, leakOfAll(func(d *drawing) {
			for rank, i := range sampling.Ascending(d.y) {
				d.y[i] = float64(3 * rank / len(d.y))
				d.x[i] = append(d.x[i], 10*d.y[i]+float64(d.IntN(3)))
			}
			d.classes = true
		})},
		{"near_leak_honest", "an honest input that tells nearly all", Leak, func(d *drawing) {
			d.independent()
			for i, x := range d.x {
				d.y[i] = 20 + 3*x[0] + .02*d.NormFloat64()
			}
		}},
	}
}

// ByName finds a kind.
func ByName(name string) (Kind, error) {
	all := Kinds()
	at := slices.IndexFunc(all, func(k Kind) bool { return k.Name == name })
	if at < 0 {
		return Kind{}, fmt.Errorf("there is no kind of tables %q", name)
	}
	return all[at], nil
}

// Table draws a table. Its groups or times are told.
func (k Kind) Table(number uint64) (*suffice.Data, error) {
	d := &drawing{Rand: rand.New(rand.NewPCG(number, uint64(crc32.ChecksumIEEE([]byte(k.Name)))))}
	k.draw(d)
	x, err := rows.FromSlices(d.x)
	if err != nil {
		return nil, err
	}
	var y output.Output = output.Numbers(d.y)
	if d.classes {
		class := make([]int, len(d.y))
		for i, v := range d.y {
			class[i] = int(v)
		}
		y = output.Classes(class)
	}
	data := suffice.NewData(x, y)
	data.Group, data.Time = d.group, d.time
	return data, nil
}

// drawing is a table in the making.
type drawing struct {
	*rand.Rand
	x       [][]float64
	y       []float64
	group   []int
	time    []float64
	classes bool // y numbers them
}

func then(first, next func(*drawing)) func(*drawing) {
	return func(d *drawing) { first(d); next(d) }
}

func (d *drawing) noise([]float64) float64 { return d.NormFloat64() }

// normals are so many normal numbers.
func (d *drawing) normals(n int) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = d.NormFloat64()
	}
	return values
}

// add adds something to y.
func (d *drawing) add(f func(x []float64) float64) {
	for i, x := range d.x {
		d.y[i] += f(x)
	}
}

// classesAbove makes two classes of y.
func classesAbove(level float64) func(*drawing) {
	return func(d *drawing) {
		d.classes = true
		for i, v := range d.y {
			d.y[i] = 0
			if v > level {
				d.y[i] = 1
			}
		}
	}
}

// grouped are rows of persons, with a level of each in every input and in y, and noise.
func (d *drawing) grouped(persons, each, inputs int, ofInputs, ofTarget float64) {
	for person := range persons {
		level, of := d.normals(inputs), d.NormFloat64()
		for range each {
			row := d.normals(inputs)
			for j := range row {
				row[j] = level[j] + ofInputs*row[j]
			}
			d.x, d.y, d.group = append(d.x, row), append(d.y, of+ofTarget*d.NormFloat64()), append(d.group, person)
		}
	}
}

func patients(persons, each, inputs int) func(*drawing) {
	return func(d *drawing) { d.grouped(persons, each, inputs, .5, .5) }
}

// withinPersons adds what the third input tells within a person.
func (d *drawing) withinPersons() {
	for _, among := range sampling.Groups(d.group) {
		mean := 0.
		for _, i := range among {
			mean += d.x[i][2] / float64(len(among))
		}
		for _, i := range among {
			d.y[i] += 1.5 * (d.x[i][2] - mean)
		}
	}
}

// copies are three of each of 100 rows, in random order.
func (d *drawing) copies(target func(*drawing, []float64) float64) {
	var x [][]float64
	var y []float64
	for range 100 {
		x = append(x, d.normals(10))
		y = append(y, target(d, x[len(x)-1]))
	}
	for _, k := range d.Perm(300) {
		d.x, d.y, d.group = append(d.x, slices.Clone(x[k/3])), append(d.y, y[k/3]), append(d.group, k/3)
	}
}

// serial are days of inputs and y, each such a share of the day before and such a share of noise.
func (d *drawing) serial(days, inputs int, before, fresh float64) {
	last := d.normals(inputs + 1)
	for day := range days {
		if day > 0 {
			for j, e := range d.normals(inputs + 1) {
				last[j] = before*last[j] + fresh*e
			}
		}
		d.x, d.y, d.time = append(d.x, slices.Clone(last[:inputs])), append(d.y, last[inputs]), append(d.time, float64(day))
	}
}

func ar9(d *drawing) { d.serial(400, 8, .9, math.Sqrt(1-.81)) }

// seasons are two years of days, with a season of its own in each input and in y.
func seasons(d *drawing) {
	const days, inputs = 730, 8
	phases := make([]float64, inputs+1)
	for j := range phases {
		phases[j] = 6 * d.Float64()
	}
	d.serial(days, 0, .9, math.Sqrt(1-.81))
	for day := range days {
		season := 2 * math.Pi * float64(day) / 365.25
		row := d.normals(inputs)
		for j := range row {
			row[j] = .7*row[j] + math.Sin(season+phases[j])
		}
		d.x[day], d.y[day] = row, math.Sin(season+phases[inputs])+.7*d.y[day]
	}
}

func batches(d *drawing) {
	d.grouped(12, 25, 30, 1/1.5, 1/1.5)
	for i := range d.y {
		d.y[i] *= 1.5
		for j := range d.x[i] {
			d.x[i][j] *= 1.5
		}
	}
}

// independent are rows that do not belong together, with a line and a parabola in y.
func (d *drawing) independent() {
	for range 300 {
		row := d.normals(8)
		d.x, d.y = append(d.x, row), append(d.y, 20+3*row[0]+row[1]*row[1]+d.NormFloat64())
	}
}

// leak adds inputs that are made of each y, leakOfAll those that are made of all.
func leak(of func(d *drawing, y float64) []float64) func(*drawing) {
	return leakOfAll(func(d *drawing) {
		for i, y := range d.y {
			d.x[i] = append(d.x[i], of(d, y)...)
		}
	})
}

func leakOfAll(add func(*drawing)) func(*drawing) { return then((*drawing).independent, add) }

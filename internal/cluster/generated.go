package cluster

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"suffice/internal/format/npy"
	"suffice/internal/linalg"
	"suffice/table"
)

// Generated is a table without a file: its name says all that is needed to make its rows,
//
//	generated:rows=100000000,inputs=20,parts=400,seed=1
//
// or those of one of its parts. The inputs x1, x2, … are standard normal, and
//
//	y = z₁² + z₂ + z₃² + z₄² + … + noise e
//
// where e is standard normal too, and z_k, one of dim directions, is the sum of every dim-th input
// from x_k on, divided so that its variance is 1. A row is drawn from the seed and its number alone,
// so that the table is the same in any number of parts.
type Generated struct {
	Rows, Inputs int
	Dim          int
	Noise        float64
	Seed         uint64
	Parts        int
	Part         int // from 1 on; 0 for all rows
}

const generatedName = "generated:"

// Most of what a name can ask for.
const (
	mostRows   = 1 << 40
	mostInputs = 1 << 14
	mostParts  = 1 << 20
)

// usualPart is how many values a part has where the name does not tell how many parts there
// are: 64 MiB of them.
const usualPart = 1 << 23

// IsGenerated reports whether a table or a part of that name has no file.
func IsGenerated(name string) bool { return strings.HasPrefix(name, generatedName) }

// ParseGenerated reads the name of a table or a part.
func ParseGenerated(name string) (Generated, error) {
	g := Generated{Inputs: 20, Dim: 2, Noise: .5, Seed: 1}
	for pair := range strings.SplitSeq(strings.TrimPrefix(name, generatedName), ",") {
		key, value, _ := strings.Cut(pair, "=")
		if problem := g.set(key, value); problem != "" {
			return g, badName(name, problem)
		}
	}
	if g.Parts == 0 && g.Inputs > 0 {
		g.Parts = min(1+g.Rows/max(1, usualPart/(g.Inputs+1)), mostParts)
	}
	if problem := g.problem(); problem != "" {
		return g, badName(name, problem)
	}
	return g, nil
}

func badName(name, problem string) error {
	return fmt.Errorf("%s: %s; write it as %srows=1000000,inputs=20,dim=2,noise=0.5,seed=1,parts=8", name, problem, generatedName)
}

// set takes a part of a name, and says what is wrong with it.
func (g *Generated) set(key, value string) (problem string) {
	whole := map[string]*int{"rows": &g.Rows, "inputs": &g.Inputs, "dim": &g.Dim, "parts": &g.Parts, "part": &g.Part}
	var err error
	switch at := whole[key]; {
	case at != nil:
		*at, err = strconv.Atoi(value)
		if *at < 1 {
			return fmt.Sprintf("%s=%s is not a number from 1 up", key, value)
		}
	case key == "noise":
		g.Noise, err = strconv.ParseFloat(value, 64)
	case key == "seed":
		g.Seed, err = strconv.ParseUint(value, 10, 64)
	default:
		return fmt.Sprintf("%q is none of rows, inputs, dim, noise, seed and parts", key)
	}
	if err != nil {
		return fmt.Sprintf("%s=%s is not a number that it can be", key, value)
	}
	return ""
}

// problem says what is wrong, if anything is.
func (g *Generated) problem() string {
	switch {
	case g.Rows < 2 || g.Rows > mostRows:
		return fmt.Sprintf("rows must be from 2 to %d", mostRows)
	case g.Inputs > mostInputs:
		return fmt.Sprintf("inputs must be from 1 to %d", mostInputs)
	case g.Dim > g.Inputs:
		return fmt.Sprintf("dim=%d is more than the %d inputs", g.Dim, g.Inputs)
	case !(g.Noise >= 0 && g.Noise <= math.MaxFloat64):
		return "noise must be 0 or more"
	case g.Parts > min(g.Rows, mostParts):
		return fmt.Sprintf("parts must be from 1 to %d", min(g.Rows, mostParts))
	case g.Part > g.Parts:
		return fmt.Sprintf("part=%d is more than the %d parts", g.Part, g.Parts)
	}
	return ""
}

// String is the name.
func (g Generated) String() string {
	name := fmt.Sprintf("%srows=%d,inputs=%d,dim=%d,noise=%g,seed=%d,parts=%d", generatedName, g.Rows, g.Inputs, g.Dim, g.Noise, g.Seed, g.Parts)
	if g.Part > 0 {
		name += fmt.Sprintf(",part=%d", g.Part)
	}
	return name
}

// Expand puts the names of its parts in the place of that of a generated table; other names stay.
func Expand(names []string) ([]string, error) {
	all := []string{}
	for _, name := range names {
		if !IsGenerated(name) {
			all = append(all, name)
			continue
		}
		g, err := ParseGenerated(name)
		if err != nil {
			return nil, err
		}
		if g.Part > 0 {
			all = append(all, name)
			continue
		}
		for range g.Parts {
			g.Part++
			all = append(all, g.String())
		}
	}
	return all, nil
}

// InputNames are those of the inputs.
func (g Generated) InputNames() []string {
	names := make([]string, g.Inputs)
	for j := range names {
		names[j] = fmt.Sprintf("x%d", j+1)
	}
	return names
}

// Directions are those that y depends on, as orthonormal rows.
func (g Generated) Directions() linalg.Matrix {
	b := linalg.New(g.Dim, g.Inputs)
	for j := range g.Inputs {
		b.Set(j%g.Dim, j, g.scale(j%g.Dim))
	}
	return b
}

// scale is 1/√m for a direction that is the sum of m inputs.
func (g Generated) scale(k int) float64 {
	return 1 / math.Sqrt(float64((g.Inputs-k+g.Dim-1)/g.Dim))
}

// Open is the rows as a file: records of NumPy.
func (g Generated) Open() io.Reader {
	from, to := 0, g.Rows
	if g.Part > 0 {
		from, to = (g.Part-1)*g.Rows/g.Parts, g.Part*g.Rows/g.Parts
	}
	var head bytes.Buffer
	record := fmt.Sprintf("[('x', '<f8', (%d,)), ('y', '<f8')]", g.Inputs)
	_ = npy.WriteHeader(&head, record, []int{to - from}) // a buffer takes it
	d := &drawing{Generated: g, next: from, to: to, values: make([]float64, g.Inputs+1), z: make([]float64, g.Dim), scales: make([]float64, g.Dim)}
	for k := range d.scales {
		d.scales[k] = g.scale(k)
	}
	d.random = rand.New(&d.source)
	return io.MultiReader(&head, d)
}

// ReadGenerated reads the rows of the table or the part of that name.
func ReadGenerated(ctx context.Context, name string, options table.Options) (*table.Table, error) {
	g, err := ParseGenerated(name)
	if err != nil {
		return nil, err
	}
	options.Format = "npy"
	return table.Read(ctx, g.Open(), name, options)
}

// drawing draws rows, one after the other.
type drawing struct {
	Generated
	next, to int // rows
	source   rand.PCG
	random   *rand.Rand

	z, scales []float64 // of the directions
	values    []float64 // of a row
	row       []byte    // as bytes
	rest      []byte    // of these, which are not read yet
}

// Read implements io.Reader.
func (d *drawing) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(d.rest) == 0 {
			if d.next == d.to {
				break
			}
			d.draw()
		}
		copied := copy(p[n:], d.rest)
		n, d.rest = n+copied, d.rest[copied:]
	}
	if n == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// draw draws the next row.
func (d *drawing) draw() {
	d.source.Seed(d.Seed, uint64(d.next))
	d.next++
	clear(d.z)
	x := d.values[:d.Inputs]
	k := 0
	for j := range x {
		x[j] = d.random.NormFloat64()
		d.z[k] += x[j]
		if k++; k == d.Dim {
			k = 0
		}
	}
	for k, scale := range d.scales {
		d.z[k] *= scale
	}
	d.values[d.Inputs] = SquaresAndOne(d.z) + d.Noise*d.random.NormFloat64()
	d.row = d.row[:0]
	for _, v := range d.values {
		d.row = binary.LittleEndian.AppendUint64(d.row, math.Float64bits(v))
	}
	d.rest = d.row
}

// SquaresAndOne is z₁² + z₂ + z₃² + z₄² + …, of which a straight line sees one direction. A second
// linear term would leave fewer directions than terms; of squares there can be any number.
func SquaresAndOne(z []float64) float64 {
	y := 0.
	for k, v := range z {
		if k == 1 {
			y += v
		} else {
			y += v * v
		}
	}
	return y
}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"suffice/internal/cli"
	"suffice/internal/linalg"
)

// ordinary is a fit as people make it: a table, drawn or real, and options.
type ordinary struct {
	name    string
	draw    func(w *csvWriter, random *rand.Rand) // nil for a real table,
	files   []string                              // whose files these are: itself, and who names its labels
	options []string
}

// ordinaryFits are those of bench default, in their order.
func ordinaryFits() (all []ordinary) {
	for _, size := range [][2]int{{400, 4}, {1000, 10}, {1000, 100}, {10_000, 50}, {100_000, 20}, {5000, 2000}} {
		all = append(all, ordinary{name: fmt.Sprintf("%dx%d", size[0], size[1]), draw: bent(size[0], size[1]), options: []string{"--target", "y"}})
	}
	return append(all,
		ordinary{name: "abalone", files: []string{"abalone.arff.gz"}, options: []string{"--target", "Class_Rings", "--predictor"}},
		ordinary{name: "emotions", files: []string{"emotions.arff.gz", "emotions.xml"}},
		ordinary{name: "one", draw: bent(400, 10), options: []string{"--target", "y", "--dim", "2", "--no-verdict"}},
		ordinary{name: "labels", draw: labelled(1000, 103, 14), options: []string{"--target", "l*", "--kind", "labels", "--dim", "5", "--no-verdict"}},
		// The old name of --intervals, which every version understands.
		ordinary{name: "intervals", draw: bent(1000, 10), options: []string{"--target", "y", "--dim", "2", "--no-verdict", "--bootstrap", "200"}},
	)
}

func ordinaryNames() []string {
	return cli.Names(ordinaryFits(), func(o ordinary) string { return o.name })
}

func ordinaryNamed(name string) (ordinary, error) {
	for _, o := range ordinaryFits() {
		if o.name == name {
			return o, nil
		}
	}
	names := ordinaryNames()
	return ordinary{}, fmt.Errorf("there is no fit %q%s; choose from %s", name, cli.Meant(name, names, ""), strings.Join(names, ", "))
}

// errNoTable says that a real table is not there.
var errNoTable = errors.New("its table is not there")

// at is what suffice fit is told to read and how: the real table in data, or one that is drawn from
// the seed and written to folder, in the place of the one before.
func (o ordinary) at(data, folder string, seed uint) ([]string, error) {
	if o.draw != nil {
		path := filepath.Join(folder, "table.csv")
		return append([]string{path}, o.options...), writeDrawn(path, o.draw, uint64(seed))
	}
	var found []string
	for _, name := range o.files {
		path, err := below(data, name)
		if err != nil {
			return nil, err
		}
		found = append(found, path)
	}
	if len(found) > 1 {
		found = []string{found[0], "--labels", found[1]}
	}
	return append(found, o.options...), nil
}

// below finds a file in a folder, or in one of its folders.
func below(folder, name string) (string, error) {
	for _, pattern := range []string{filepath.Join(folder, name), filepath.Join(folder, "*", name)} {
		if found, err := filepath.Glob(pattern); err == nil && len(found) > 0 {
			return found[0], nil
		}
	}
	return "", fmt.Errorf("%w: %s has no file %s; name another folder with --data", errNoTable, folder, name)
}

func writeDrawn(path string, draw func(*csvWriter, *rand.Rand), seed uint64) (err error) {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	w := csvWriter{Writer: bufio.NewWriter(file)}
	draw(&w, rand.New(rand.NewPCG(seed, 0xdefa)))
	return w.Flush()
}

// csvWriter writes numbers with six digits, as files of people have about as many. Errors are those
// of Flush.
type csvWriter struct {
	*bufio.Writer
	number []byte
}

func (w *csvWriter) header(inputs int, targets ...string) {
	for j := range inputs {
		_, _ = fmt.Fprintf(w, "x%d,", j+1)
	}
	for j, target := range targets {
		w.end(target, j == len(targets)-1)
	}
}

// row writes inputs, which others follow.
func (w *csvWriter) row(x []float64) {
	for _, v := range x {
		w.number = append(strconv.AppendFloat(w.number[:0], v, 'g', 6, 64), ',')
		_, _ = w.Write(w.number)
	}
}

// end writes a target, the last of its line or not.
func (w *csvWriter) end(text string, last bool) {
	_, _ = io.WriteString(w, text)
	_ = w.WriteByte(map[bool]byte{true: '\n', false: ','}[last])
}

// bent draws y = x₁² + x₂ + 0.3 e with standard normal inputs.
func bent(n, d int) func(*csvWriter, *rand.Rand) {
	return func(w *csvWriter, random *rand.Rand) {
		w.header(d, "y")
		for range n {
			x := normal(d, random)
			w.row(x)
			w.end(strconv.FormatFloat(x[0]*x[0]+x[1]+.3*random.NormFloat64(), 'g', 6, 64), true)
		}
	}
}

// labelled draws labels that depend on a few directions z of the inputs: each is there where a
// combination of z, and the square of one of them, are large.
func labelled(n, d, labels int) func(*csvWriter, *rand.Rand) {
	const directions = 4
	return func(w *csvWriter, random *rand.Rand) {
		along, mixed, names := make([][]float64, directions), make([][]float64, labels), make([]string, labels)
		for k := range along {
			along[k] = normal(d, random)
		}
		for l := range names {
			mixed[l], names[l] = normal(directions, random), fmt.Sprintf("l%d", l+1)
		}
		w.header(d, names...)
		z := make([]float64, directions)
		for range n {
			x := normal(d, random)
			w.row(x)
			for k, a := range along {
				z[k] = linalg.Dot(a, x) / math.Sqrt(linalg.Dot(a, a))
			}
			for l, mix := range mixed {
				square := z[l%directions] * z[l%directions]
				there := linalg.Dot(mix, z)+square-1+.5*random.NormFloat64() > 0
				w.end(map[bool]string{true: "1", false: "0"}[there], l == labels-1)
			}
		}
	}
}

func normal(n int, random *rand.Rand) []float64 {
	all := make([]float64, n)
	for j := range all {
		all[j] = random.NormFloat64()
	}
	return all
}

package suffice_test

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

// realData is where data sets lie that are not ours to ship.
const realData = "../shared/data/multilabel"

// readARFF reads dense numeric rows of gzipped ARFF files, the last columns being labels.
func readARFF(t *testing.T, labels int, names ...string) (x, y [][]float64) {
	t.Helper()
	for _, name := range names {
		file, err := os.Open(filepath.Join(realData, name))
		if err != nil {
			t.Skipf("real data is not here: %v", err)
		}
		defer file.Close()
		plain, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(plain)
		lines.Buffer(nil, 1<<20)
		for data := false; lines.Scan(); {
			line := strings.TrimSpace(lines.Text())
			if data && line != "" {
				row := parseRow(t, line)
				x, y = append(x, row[:len(row)-labels]), append(y, row[len(row)-labels:])
			}
			data = data || strings.EqualFold(line, "@data")
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return x, y
}

func parseRow(t *testing.T, line string) []float64 {
	t.Helper()
	var row []float64
	for _, field := range strings.Split(line, ",") {
		v, err := strconv.ParseFloat(field, 64)
		if err != nil {
			t.Fatal(err)
		}
		row = append(row, v)
	}
	return row
}

func choose(t *testing.T, table [][]float64, which []int) *rows.Matrix {
	t.Helper()
	chosen := make([][]float64, len(which))
	for k, i := range which {
		chosen[k] = table[i]
	}
	m, err := rows.FromSlices(chosen)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// labelError is the nearest-neighbour error of a method on one split; a nil method
// means the standardised inputs themselves.
func labelError(t *testing.T, x, y [][]float64, train int, seed uint64, method suffice.Reducer) float64 {
	t.Helper()
	training, testing, err := evaluate.Split(len(x), train, seed)
	if err != nil {
		t.Fatal(err)
	}
	xTrain, xTest := choose(t, x, training), choose(t, x, testing)
	yTrain, yTest := choose(t, y, training), choose(t, y, testing)
	labels, err := output.Labels(yTrain.Width(), flatten(yTrain))
	if err != nil {
		t.Fatal(err)
	}
	model := identity(t, xTrain)
	if method != nil {
		if model, err = method.Fit(t.Context(), xTrain, labels); err != nil {
			t.Fatal(err)
		}
	}
	zTrain, errTrain := model.Transform(t.Context(), xTrain)
	zTest, errTest := model.Transform(t.Context(), xTest)
	if errTrain != nil || errTest != nil {
		t.Fatal(errTrain, errTest)
	}
	nearest, err := evaluate.Nearest(zTrain, zTest)
	if err != nil {
		t.Fatal(err)
	}
	return evaluate.LabelError(yTrain, yTest, nearest)
}

func flatten(m *rows.Matrix) []float64 {
	data, _ := m.Block(nil, 0, m.Len(), nil)
	return data
}

// identity standardises and leaves the rest as it is.
func identity(t *testing.T, x *rows.Matrix) *suffice.Projection {
	t.Helper()
	s, err := rows.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	one := make([][]float64, x.Width())
	for j := range one {
		one[j] = make([]float64, x.Width())
		one[j][j] = 1
	}
	return &suffice.Projection{Components: one, Mean: s.Mean, Scale: s.Scale}
}

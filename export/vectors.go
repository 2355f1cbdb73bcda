package export

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"suffice"
)

// writePgvector writes a function from a vector of pgvector to the few numbers of the model, a column
// for these and an UPDATE. It computes as pgvector does, with numbers of single precision, and takes
// away the mean first, so that few digits are lost.
func writePgvector(w io.Writer, m *suffice.Projection, o Options) error {
	return writeVectors(w, m, o, vectorDialect{kind: "vector(%d)", begin: `CREATE OR REPLACE FUNCTION %s(v vector) RETURNS vector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CAST(ARRAY[
`, product: func(weights []float64) string {
		return "inner_product(u, " + pgvectorOf(weights) + ")"
	}, end: "\n  ] AS vector)\n  FROM (SELECT v - CAST(" + pgvectorOf(m.Mean) + " AS vector) AS u) AS centred\n$$;\n"})
}

// writeDuckDB writes the same as a macro of DuckDB, for lists and arrays, in double precision.
func writeDuckDB(w io.Writer, m *suffice.Projection, o Options) error {
	return writeVectors(w, m, o, vectorDialect{kind: "FLOAT[%d]", begin: "CREATE OR REPLACE MACRO %s(v) AS CASE WHEN v IS NOT NULL THEN CAST([\n", product: func(weights []float64) string {
		texts, offset := make([]string, len(weights)), 0.
		for j, v := range weights {
			texts[j] = signed(v)
			offset -= v * m.Mean[j]
		}
		return fmt.Sprintf("list_inner_product(CAST(v AS DOUBLE[]), [%s]) %s %s", strings.Join(texts, ","), signOf(offset), double(math.Abs(offset)))
	}, end: fmt.Sprintf("\n  ] AS FLOAT[%d]) END;\n", m.Dim())})
}

// vectorDialect is how a database writes a function of vectors.
type vectorDialect struct {
	kind, begin, end string
	product          func(weights []float64) string
}

func writeVectors(w io.Writer, m *suffice.Projection, o Options, d vectorDialect) error {
	column, err := vectorColumn(m, o)
	if err != nil {
		return err
	}
	function := identifier(cmp.Or(o.Function, "compress"))
	var products []string
	for _, weights := range m.Weights() {
		scaled := make([]float64, len(weights))
		for j, v := range weights {
			if scaled[j] = v / m.Scale[j]; !(math.Abs(scaled[j]) <= math.MaxFloat32) {
				return fmt.Errorf("the weight of input %q is too large for a database: %g", m.Inputs[j], scaled[j])
			}
		}
		products = append(products, "    "+d.product(scaled))
	}
	to := identifier(fmt.Sprintf("%s_%d", column, m.Dim()))
	_, err = fmt.Fprintf(w, "-- %s\n"+d.begin+"%s%sALTER TABLE %s ADD COLUMN IF NOT EXISTS %s "+d.kind+";\nUPDATE %s SET %s = %s(%s);\n",
		title(m), function, strings.Join(products, ",\n"), d.end, o.table(), to, m.Dim(), o.table(), to, function, identifier(column))
	return err
}

// vectorColumn is the column whose numbers are the inputs, in their order: those of a list, or x1, x2, …
// as those of an array are called. With a name for the column, inputs that are no list are taken as they are.
func vectorColumn(m *suffice.Projection, o Options) (string, error) {
	if len(m.Levels) > 0 || len(m.Made) > 0 {
		return "", errors.New("the inputs are not the numbers of a vector: some are made of words or dates; write sql instead")
	}
	column, _, listed := strings.Cut(m.Inputs[0], "[")
	for j, name := range m.Inputs {
		right := name == fmt.Sprintf("x%d", j+1) || o.Column != "" && !strings.HasSuffix(name, "]")
		if listed {
			right = name == fmt.Sprintf("%s[%d]", column, j)
		}
		if !right {
			return "", fmt.Errorf("the inputs are not the numbers of a vector in their order: %q is number %d; write sql instead, or take just the vector as inputs", name, j)
		}
	}
	if !listed {
		column = "embedding"
	}
	return cmp.Or(o.Column, column), nil
}

// pgvectorOf is a vector as pgvector reads it, of numbers of single precision.
func pgvectorOf(values []float64) string {
	texts := make([]string, len(values))
	for j, v := range values {
		if math.Abs(v) < 0x1p-126 { // less is out of its range
			v = 0
		}
		texts[j] = strconv.FormatFloat(v, 'g', -1, 32)
	}
	return "'[" + strings.Join(texts, ",") + "]'"
}

func describeVectors(m *suffice.Projection, o Options) string {
	return fmt.Sprintf("a function of a vector of %d numbers that gives %d, and UPDATE %s", len(m.Inputs), m.Dim(), o.table())
}

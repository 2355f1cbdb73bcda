package export

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"suffice"
)

// Opset is the version of the ONNX operators that an exported graph uses. It is of
// 2020, so that runtimes in service have it; newer ones still read it.
const Opset = 13

// The version of the file format that came with the operators.
const irVersion = 7

// Types of elements, as ONNX numbers them.
const (
	float32Elements = 1
	int64Elements   = 7
	float64Elements = 11
)

// writeONNX writes the graph z = (x - mean) / scale · weights. Folding mean and scale
// into the weights would save two operations and lose digits where a mean is large.
func writeONNX(w io.Writer, m *suffice.Projection, o Options) error {
	notes, err := notes(m)
	if err != nil {
		return err
	}
	var model message
	model.number(1, irVersion)
	model.text(2, "suffice")
	model.text(6, strings.ToValidUTF8(title(m), "?"))
	model.within(7, func(graph *message) { addGraph(graph, m, o.Float32) })
	model.within(8, func(operators *message) { operators.number(2, Opset) }) // of the default domain
	for _, note := range notes {
		model.within(14, func(entry *message) {
			entry.text(1, note[0])
			entry.text(2, note[1])
		})
	}
	_, err = w.Write(model)
	return err
}

// notes are names and values that the graph itself has no place for.
func notes(m *suffice.Projection) ([][2]string, error) {
	all := [][2]string{{"method", strings.ToValidUTF8(m.Method, "?")}}
	for _, list := range []struct {
		name  string
		value any
	}{{"inputs", m.Inputs}, {"outputs", m.Names()}, {"target", m.Output.Names}, {"levels", m.Levels}, {"made", m.Made}, {"predictions", predictionNames(m)}} {
		text, err := json.Marshal(list.value)
		if err != nil {
			return nil, err
		}
		if string(text) != "null" {
			all = append(all, [2]string{list.name, string(text)})
		}
	}
	return all, nil
}

// addGraph adds the operations. Single precision is for what goes in and out only: the
// difference to the mean is taken in double precision, because it may lose digits.
func addGraph(graph *message, m *suffice.Projection, single bool) {
	d, elements, from, to := len(m.Inputs), float64Elements, "x", "z"
	if single {
		elements, from, to = float32Elements, "x64", "z64"
		addCast(graph, "x", from, float64Elements)
	}
	if m.Fill != nil {
		addNode(graph, "IsNaN", "missing", from)
		addNode(graph, "Where", "filled", "missing", "fill", from)
		addTensor(graph, "fill", []int{d}, m.Fill)
		from = "filled"
	}
	addNode(graph, "Sub", "centred", from, "mean")
	addNode(graph, "Div", "standardised", "centred", "scale")
	addNode(graph, "MatMul", to, "standardised", "weights")
	if single {
		addCast(graph, to, "z", float32Elements)
	}
	if m.Predictor != nil {
		addPrediction(graph, m.Predictor, to, single)
	}
	graph.text(2, "suffice")
	addTensor(graph, "mean", []int{d}, m.Mean)
	addTensor(graph, "scale", []int{d}, m.Scale)
	addTensor(graph, "weights", []int{d, m.Dim()}, transposed(m.Weights()))
	addValue(graph, 11, "x", elements, d)
	addValue(graph, 12, "z", elements, m.Dim())
	if m.Predictor != nil {
		addPredictionTensors(graph, m.Predictor)
		addValue(graph, 12, "prediction", elements, len(m.Predictor.Names))
	}
}

// addNode adds an operation.
func addNode(graph *message, operation, output string, inputs ...string) {
	addOperation(graph, operation, output, inputs, func(*message) {})
}

// addCast adds an operation that makes elements of another type.
func addCast(graph *message, input, output string, elements int) {
	addOperation(graph, "Cast", output, []string{input}, func(node *message) {
		addInteger(node, "to", elements)
	})
}

// addInteger adds an attribute.
func addInteger(node *message, name string, value int) {
	node.within(5, func(attribute *message) {
		attribute.text(1, name)
		attribute.number(3, value)
		attribute.number(20, 2) // it is a whole number
	})
}

func addOperation(graph *message, operation, output string, inputs []string, addAttribute func(node *message)) {
	graph.within(1, func(node *message) {
		for _, input := range inputs {
			node.text(1, input)
		}
		node.text(2, output)
		node.text(3, "to_"+output)
		node.text(4, operation)
		addAttribute(node)
	})
}

// addTensor adds constants, in double precision.
func addTensor(graph *message, name string, shape []int, values []float64) {
	addConstants(graph, name, float64Elements, shape, values)
}

// addIntegers adds constants that are whole numbers.
func addIntegers(graph *message, name string, values ...int64) {
	addConstants(graph, name, int64Elements, []int{len(values)}, values)
}

func addConstants(graph *message, name string, elements int, shape []int, values any) {
	graph.within(5, func(tensor *message) {
		for _, n := range shape {
			tensor.number(1, n)
		}
		tensor.number(2, elements)
		tensor.text(8, name)
		raw, _ := binary.Append(nil, binary.LittleEndian, values) // numbers of a fixed size have a form
		tensor.bytes(9, raw)
	})
}

// addValue adds what goes in (field 11) or out (12): any number of rows, N, of the given
// width.
func addValue(graph *message, field int, name string, elements, width int) {
	graph.within(field, func(value *message) {
		value.text(1, name)
		value.within(2, func(kind *message) {
			kind.within(1, func(tensor *message) {
				tensor.number(1, elements)
				tensor.within(2, func(shape *message) {
					shape.within(1, func(rows *message) { rows.text(2, "N") })
					shape.within(1, func(columns *message) { columns.number(1, width) })
				})
			})
		})
	})
}

func transposed(rows [][]float64) []float64 {
	columns := make([]float64, 0, len(rows)*len(rows[0]))
	for j := range rows[0] {
		for _, row := range rows {
			columns = append(columns, row[j])
		}
	}
	return columns
}

// describeONNX says how to feed the graph.
func describeONNX(m *suffice.Projection, o Options) string {
	precision := "double"
	if o.Float32 {
		precision = "float"
	}
	outputs := fmt.Sprintf("output z [N, %d]", m.Dim())
	if m.Predictor != nil {
		outputs = fmt.Sprintf("outputs z [N, %d] and prediction [N, %d]", m.Dim(), len(m.Predictor.Names))
	}
	return fmt.Sprintf("opset %d, input x [N, %d] and %s of %s", Opset, len(m.Inputs), outputs, precision)
}

// message is a protocol buffer in the making. Each field is a key, which holds its
// number and how it is stored, and a value.
type message []byte

const (
	asVarint = 0 // a whole number, seven bits a byte
	asBytes  = 2 // a length, then as many bytes
)

// number adds a field with a whole number.
func (m *message) number(field, value int) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|asVarint)
	*m = binary.AppendUvarint(*m, uint64(value))
}

// bytes adds a field with bytes.
func (m *message) bytes(field int, value []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|asBytes)
	*m = binary.AppendUvarint(*m, uint64(len(value)))
	*m = append(*m, value...)
}

// text adds a field with a text.
func (m *message) text(field int, value string) { m.bytes(field, []byte(value)) }

// within adds a field with a message of its own.
func (m *message) within(field int, fill func(*message)) {
	var part message
	fill(&part)
	m.bytes(field, part)
}

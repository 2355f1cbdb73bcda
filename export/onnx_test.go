package export

import (
	"encoding/binary"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// field is one of a decoded message: a number, or bytes.
type field struct {
	number int
	bytes  []byte
}

// decoded reads a message by the rules of protocol buffers alone: fields by number.
func decoded(t *testing.T, data []byte) map[int][]field {
	t.Helper()
	fields := map[int][]field{}
	next := func() int {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			t.Fatal("a number is cut off")
		}
		data = data[n:]
		return int(v)
	}
	for len(data) > 0 {
		switch key := next(); key & 7 {
		case 0:
			fields[key>>3] = append(fields[key>>3], field{number: next()})
		case 2:
			size := next()
			if size > len(data) {
				t.Fatalf("field %d is cut off", key>>3)
			}
			fields[key>>3] = append(fields[key>>3], field{bytes: data[:size]})
			data = data[size:]
		default:
			t.Fatalf("field %d is stored in a way that ONNX has no use for", key>>3)
		}
	}
	return fields
}

// tensor is a value in the evaluation of a graph: columns wide, stored by rows.
type tensor struct {
	columns int
	rows    int // of each of the first axis, where there are three; 0 where there are two
	values  []float64
}

// evaluate computes a graph on x, as the definition of its operators says. Numbers of
// field are those in onnx.proto3.
func evaluate(t *testing.T, file []byte, x tensor) tensor {
	t.Helper()
	return evaluateAs(t, file, x, "z")
}

// evaluateAs returns the output of a name.
func evaluateAs(t *testing.T, file []byte, x tensor, name string) tensor {
	t.Helper()
	model := decoded(t, file)
	graph := decoded(t, model[7][0].bytes)
	known := map[string]tensor{string(decoded(t, graph[11][0].bytes)[1][0].bytes): x}
	for _, initializer := range graph[5] {
		constant := decoded(t, initializer.bytes)
		if elements := constant[2][0].number; elements != 11 && elements != 7 {
			t.Fatal("a constant is not of doubles, nor of whole numbers")
		}
		var value tensor
		size := 1
		for _, n := range constant[1] {
			value.columns = n.number
			size *= n.number
		}
		for raw := constant[9][0].bytes; len(raw) > 0; raw = raw[8:] {
			if bits := binary.LittleEndian.Uint64(raw); constant[2][0].number == 11 {
				value.values = append(value.values, math.Float64frombits(bits))
			} else {
				value.values = append(value.values, float64(bits))
			}
		}
		if len(value.values) != size {
			t.Fatalf("%d values, but the shape has %d", len(value.values), size)
		}
		known[string(constant[8][0].bytes)] = value
	}
	for _, operation := range graph[1] {
		node := decoded(t, operation.bytes)
		var inputs []tensor
		for _, name := range node[1] {
			value, ok := known[string(name.bytes)]
			if !ok {
				t.Fatalf("%s is used before it is there", name.bytes)
			}
			inputs = append(inputs, value)
		}
		known[string(node[2][0].bytes)] = operate(t, node, inputs)
	}
	declared := slices.ContainsFunc(graph[12], func(out field) bool { return string(decoded(t, out.bytes)[1][0].bytes) == name })
	if !declared {
		t.Fatalf("there is no output %s", name)
	}
	return known[name]
}

func operate(t *testing.T, node map[int][]field, in []tensor) tensor {
	t.Helper()
	out := tensor{columns: in[0].columns, rows: in[0].rows, values: slices.Clone(in[0].values)}
	switch name := string(node[4][0].bytes); name {
	case "Add", "Sub", "Mul", "Div", "Pow", "Max", "Min":
		return elementwise(name, in[0], in[1])
	case "Unsqueeze": // a column for each row
		if in[1].values[0] != 2 {
			t.Fatalf("unsqueezes axis %v", in[1].values)
		}
		return tensor{columns: 1, rows: in[0].columns, values: in[0].values}
	case "ReduceSum":
		if kept := decoded(t, node[5][0].bytes); in[1].values[0] != 1 || string(kept[1][0].bytes) != "keepdims" || kept[3][0].number != 0 {
			t.Fatalf("sums over axis %v, %+v", in[1].values, kept)
		}
		out.rows, out.values = 0, nil
		for part := range slices.Chunk(in[0].values, in[0].rows*in[0].columns) {
			sums := make([]float64, in[0].columns)
			for i, v := range part {
				sums[i%len(sums)] += v
			}
			out.values = append(out.values, sums...)
		}
	case "Identity":
	case "Softmax":
		for row := range slices.Chunk(out.values, out.columns) {
			var total float64
			for i, most := 0, slices.Max(row); i < len(row); i++ {
				row[i] = math.Exp(row[i] - most)
				total += row[i]
			}
			for i := range row {
				row[i] /= total
			}
		}
	case "Relu", "Sqrt", "Neg", "Exp", "Sigmoid", "Abs":
		f := map[string]func(float64) float64{
			"Abs":     math.Abs,
			"Sigmoid": func(v float64) float64 { return 1 / (1 + math.Exp(-v)) },
			"Relu":    func(v float64) float64 { return max(0, v) }, "Sqrt": math.Sqrt, "Neg": func(v float64) float64 { return -v }, "Exp": math.Exp,
		}[name]
		for i, v := range out.values {
			out.values[i] = f(v)
		}
	case "MatMul":
		out = tensor{columns: in[1].columns}
		for i := 0; i < len(in[0].values); i += in[0].columns {
			for k := range in[1].columns {
				var sum float64
				for j := range in[0].columns {
					sum += in[0].values[i+j] * in[1].values[j*in[1].columns+k]
				}
				out.values = append(out.values, sum)
			}
		}
	case "IsNaN":
		out := tensor{columns: in[0].columns, values: make([]float64, len(in[0].values))}
		for i, v := range in[0].values {
			if math.IsNaN(v) {
				out.values[i] = 1
			}
		}
		return out
	case "Where":
		out := tensor{columns: in[2].columns, values: slices.Clone(in[2].values)}
		for i, missing := range in[0].values {
			if missing != 0 {
				out.values[i] = in[1].values[i%in[1].columns]
			}
		}
		return out
	case "Cast":
		attribute := decoded(t, node[5][0].bytes)
		if to := attribute[3][0].number; string(attribute[1][0].bytes) != "to" || attribute[20][0].number != 2 {
			t.Fatalf("cast %+v", attribute)
		} else if to == 1 {
			for i, v := range out.values {
				out.values[i] = float64(float32(v))
			}
		}
	default:
		t.Fatalf("operator %s", name)
	}
	return out
}

// elementwise computes with each pair; the smaller of two is repeated.
func elementwise(name string, a, b tensor) tensor {
	f := map[string]func(a, b float64) float64{
		"Add": func(a, b float64) float64 { return a + b }, "Sub": func(a, b float64) float64 { return a - b },
		"Mul": func(a, b float64) float64 { return a * b }, "Div": func(a, b float64) float64 { return a / b }, "Pow": math.Pow,
		"Max": math.Max, "Min": math.Min,
	}[name]
	out := tensor{columns: max(a.columns, b.columns), rows: a.rows}
	if a.rows > 0 { // a column of as many rows as b has
		for i, v := range a.values {
			for j := range b.columns {
				out.values = append(out.values, f(v, b.values[i%a.rows*b.columns+j]))
			}
		}
		return out
	}
	for i := range max(len(a.values), len(b.values)) {
		out.values = append(out.values, f(a.values[i%len(a.values)], b.values[i%len(b.values)]))
	}
	return out
}

func flat(rows [][]float64) tensor {
	return tensor{columns: len(rows[0]), values: slices.Concat(rows...)}
}

func unflat(x tensor) (rows [][]float64) {
	for row := range slices.Chunk(x.values, x.columns) {
		rows = append(rows, row)
	}
	return rows
}

// With single precision in and out, only the rounding of z is lost: x here is exact in it.
func TestONNXInSinglePrecision(t *testing.T) {
	m := strange(2)
	x := table(m, 20)
	for _, row := range x {
		for j, v := range row {
			row[j] = float64(float32(v))
		}
	}
	want := transformed(t, m, x)
	for _, row := range want {
		for k, v := range row {
			row[k] = float64(float32(v))
		}
	}
	got := evaluate(t, []byte(exported(t, "onnx", m, Options{Float32: true})), flat(x))
	wantClose(t, unflat(got), want, 1e-6) // a rounding may go the other way
}

// The file says what it is: versions, shapes, and names in the order of the columns.
func TestONNXDeclares(t *testing.T) {
	for _, single := range []bool{false, true} {
		m := strange(2)
		model := decoded(t, []byte(exported(t, "onnx", m, Options{Float32: single})))
		if got := decoded(t, model[8][0].bytes)[2][0].number; got != Opset || model[1][0].number != 7 {
			t.Errorf("opset %d, format %d", got, model[1][0].number)
		}
		graph := decoded(t, model[7][0].bytes)
		elements := 11
		if single {
			elements = 1
		}
		for number, want := range map[int]string{11: fmt.Sprintf("x %d N 12", elements), 12: fmt.Sprintf("z %d N 2", elements)} {
			value := decoded(t, graph[number][0].bytes)
			kind := decoded(t, decoded(t, value[2][0].bytes)[1][0].bytes)
			shape := decoded(t, kind[2][0].bytes)[1]
			got := fmt.Sprintf("%s %d %s %d", value[1][0].bytes, kind[1][0].number, decoded(t, shape[0].bytes)[2][0].bytes, decoded(t, shape[1].bytes)[1][0].number)
			if got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		notes := map[string]string{}
		for _, entry := range model[14] {
			note := decoded(t, entry.bytes)
			notes[string(note[1][0].bytes)] = string(note[2][0].bytes)
		}
		var inputs []string
		if err := json.Unmarshal([]byte(notes["inputs"]), &inputs); err != nil || !slices.Equal(inputs, m.Inputs) {
			t.Errorf("inputs %q, %v", inputs, err)
		}
		if notes["outputs"] != `["z1","z2"]` || notes["method"] != "sca" || !strings.Contains(notes["levels"], "sex=F") {
			t.Errorf("notes %v", notes)
		}
	}
}

// ONNX Runtime agrees, by the script that a user can run.
func TestONNXRuntime(t *testing.T) {
	if exec.Command("python3", "-c", "import onnx, onnxruntime").Run() != nil {
		t.Skip("there is no python3 with onnx and onnxruntime")
	}
	script, err := filepath.Abs("../scripts/check_onnx.py")
	if err != nil {
		t.Fatal(err)
	}
	m := strange(3)
	x := table(m, 50)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"m.onnx": exported(t, "onnx", m, Options{}), "single.onnx": exported(t, "onnx", m, Options{Float32: true}),
		"x.csv": tableText(t, m.Inputs, x), "z.csv": tableText(t, m.Names(), transformed(t, m, x)),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{script, "m.onnx", "x.csv", "z.csv"}, {script, "single.onnx", "x.csv", "z.csv"}} {
		if got, err := exec.Command("python3", args...).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, got)
		}
	}
}

func tableText(t *testing.T, names []string, rows [][]float64) string {
	t.Helper()
	var out strings.Builder
	w := csv.NewWriter(&out)
	records := [][]string{names}
	for _, row := range rows {
		var record []string
		for _, v := range row {
			record = append(record, strconv.FormatFloat(v, 'g', -1, 64))
		}
		records = append(records, record)
	}
	if err := w.WriteAll(records); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

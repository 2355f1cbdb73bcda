package export

import (
	"slices"

	"suffice"
	"suffice/output"
)

// predictionNames are what the columns of the output "prediction" are, or nil.
func predictionNames(m *suffice.Projection) []string {
	if m.Predictor == nil {
		return nil
	}
	return m.Predictor.Names
}

// addPrediction adds f = offset + Σ weights K(|scales ∘ z - centre|) and what makes
// probabilities of it, or keeps numbers within their limits.
func addPrediction(graph *message, p *suffice.Predictor, z string, single bool) {
	to := "prediction"
	if single {
		to = "prediction64"
	}
	addKernel(graph, p, z)
	node := func(operation, output string, inputs ...string) { addNode(graph, operation, inputs, output, 0) }
	node("MatMul", "sum", "kernel", "centre_weights")
	switch p.Kind {
	case output.KindClass:
		node("Add", "f", "sum", "offset")
		addPower(graph, "f", "has")
		node("MatMul", "total", "has", "all") // once for each class
		node("Div", to, "has", "total")
	case output.KindLabels:
		node("Add", "f", "sum", "offset")
		node("Sub", "not_f", "one", "f")
		addPower(graph, "f", "has")
		addPower(graph, "not_f", "lacks")
		node("Add", "total", "has", "lacks")
		node("Div", to, "has", "total")
	default:
		if !limited(p) {
			node("Add", to, "sum", "offset")
			break
		}
		node("Add", "f", "sum", "offset")
		node("Max", "f_above", "f", "low") // Clip would take one limit for all columns
		node("Min", to, "f_above", "high")
	}
	if single {
		addNode(graph, "Cast", []string{to}, "prediction", float32Elements)
	}
}

// addKernel adds K(|scales ∘ z - centre|) of each centre. Products give the squared distances,
// |u|² - 2u·c + |c|²: right to 15 digits of the largest of the three, and never below 0.
func addKernel(graph *message, p *suffice.Predictor, z string) {
	node := func(operation, output string, inputs ...string) { addNode(graph, operation, inputs, output, 0) }
	node("Mul", "u", z, "scales")
	node("Mul", "u_squared", "u", "u")
	node("MatMul", "u_length", "u_squared", "ones") // |u|², once for each centre
	node("MatMul", "u_centres", "u", "centres")     // 2u·c
	node("Sub", "u_difference", "u_length", "u_centres")
	node("Add", "u_distance", "u_difference", "centre_lengths")
	node("Relu", "squares", "u_distance")
	if p.Kernel == gaussian {
		node("Mul", "exponent", "squares", "minus_half")
	} else {
		node("Sqrt", "distance", "squares")
		node("Neg", "exponent", "distance")
	}
	node("Exp", "kernel", "exponent")
}

// addPower adds (max(0, f) + floor)^power.
func addPower(graph *message, f, to string) {
	addNode(graph, "Relu", []string{f}, to+"_above", 0)
	addNode(graph, "Add", []string{to + "_above", "floor"}, to+"_base", 0)
	addNode(graph, "Pow", []string{to + "_base", "power"}, to, 0)
}

// addPredictionTensors adds the constants.
func addPredictionTensors(graph *message, p *suffice.Predictor) {
	m, dim, k := len(p.Centres), len(p.Scales), len(p.Names)
	twice, lengths := transposed(p.Centres), make([]float64, m)
	for i := range twice {
		twice[i] *= 2
	}
	for c, row := range p.Centres {
		for _, v := range row {
			lengths[c] += v * v
		}
	}
	addTensor(graph, "scales", []int{dim}, p.Scales)
	addTensor(graph, "ones", []int{dim, m}, slices.Repeat([]float64{1}, dim*m))
	addTensor(graph, "centres", []int{dim, m}, twice)
	addTensor(graph, "centre_lengths", []int{m}, lengths)
	if p.Kernel == gaussian {
		addTensor(graph, "minus_half", []int{1}, []float64{-.5})
	}
	addTensor(graph, "centre_weights", []int{m, k}, slices.Concat(p.Weights...))
	addTensor(graph, "offset", []int{k}, p.Offset)
	if limited(p) {
		addTensor(graph, "low", []int{k}, p.Low)
		addTensor(graph, "high", []int{k}, p.High)
	}
	if p.Kind.Numeric() {
		return
	}
	addTensor(graph, "floor", []int{1}, []float64{p.Floor})
	addTensor(graph, "power", []int{1}, []float64{p.Power})
	if p.Kind == output.KindClass {
		addTensor(graph, "all", []int{k, k}, slices.Repeat([]float64{1}, k*k))
	} else {
		addTensor(graph, "one", []int{1}, []float64{1})
	}
}

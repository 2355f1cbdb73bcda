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
	addNode(graph, "MatMul", "sum", "kernel", "centre_weights")
	switch p.Kind {
	case output.KindClass:
		addNode(graph, "Add", "f", "sum", "offset")
		addPower(graph, "f", "has")
		addNode(graph, "MatMul", "total", "has", "all") // once for each class
		addNode(graph, "Div", to, "has", "total")
	case output.KindLabels:
		addNode(graph, "Add", "f", "sum", "offset")
		addNode(graph, "Sub", "not_f", "one", "f")
		addPower(graph, "f", "has")
		addPower(graph, "not_f", "lacks")
		addNode(graph, "Add", "total", "has", "lacks")
		addNode(graph, "Div", to, "has", "total")
	default:
		if !limited(p) {
			addNode(graph, "Add", to, "sum", "offset")
			break
		}
		addNode(graph, "Add", "f", "sum", "offset")
		addNode(graph, "Max", "f_above", "f", "low") // Clip would take one limit for all columns
		addNode(graph, "Min", to, "f_above", "high")
	}
	if single {
		addCast(graph, to, "prediction", float32Elements)
	}
}

// addKernel adds K(|scales ∘ z - centre|) of each centre. Products give the squared distances,
// |u|² - 2u·c + |c|²: right to 15 digits of the largest of the three, and never below 0.
func addKernel(graph *message, p *suffice.Predictor, z string) {
	addNode(graph, "Mul", "u", z, "scales")
	addNode(graph, "Mul", "u_squared", "u", "u")
	addNode(graph, "MatMul", "u_length", "u_squared", "ones") // |u|², once for each centre
	addNode(graph, "MatMul", "u_centres", "u", "centres")     // 2u·c
	addNode(graph, "Sub", "u_difference", "u_length", "u_centres")
	addNode(graph, "Add", "u_distance", "u_difference", "centre_lengths")
	addNode(graph, "Relu", "squares", "u_distance")
	if p.Kernel == gaussian {
		addNode(graph, "Mul", "exponent", "squares", "minus_half")
	} else {
		addNode(graph, "Sqrt", "distance", "squares")
		addNode(graph, "Neg", "exponent", "distance")
	}
	addNode(graph, "Exp", "kernel", "exponent")
}

// addPower adds (max(0, f) + floor)^power.
func addPower(graph *message, f, to string) {
	addNode(graph, "Relu", to+"_above", f)
	addNode(graph, "Add", to+"_base", to+"_above", "floor")
	addNode(graph, "Pow", to, to+"_base", "power")
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

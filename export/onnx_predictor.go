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

// addPrediction adds f = offset + Σ weights K(|scales ∘ u - centre|) + slopesᵀ (scales ∘ u), of u
// that are z or components of the predictor's own, and what makes probabilities of it, or keeps
// numbers within their limits.
func addPrediction(graph *message, p *suffice.Predictor, z string, single bool) {
	to := "prediction"
	if single {
		to = "prediction64"
	}
	if len(p.Components) > 0 {
		addNode(graph, "MatMul", "own", "standardised", "own_weights")
		z = "own"
	}
	addNode(graph, "Mul", "u", z, "scales")
	f := "offset"
	add := func(sum, term string) {
		addNode(graph, "Add", sum, term, f)
		f = sum
	}
	if len(p.Centres) > 0 {
		addKernel(graph, p)
		addNode(graph, "MatMul", "sum", "kernel", "centre_weights")
		add("f", "sum")
	}
	if len(p.Slopes) > 0 {
		addNode(graph, "MatMul", "plane", "u", "slopes")
		add("f_plane", "plane")
	}
	switch {
	case p.Link == "softmax":
		addNode(graph, "Softmax", to, f) // along the last axis
	case p.Link == "logit":
		addNode(graph, "Sigmoid", to, f)
	case p.Kind == output.KindClass:
		addPower(graph, f, "has")
		addNode(graph, "MatMul", "total", "has", "all") // once for each class
		addNode(graph, "Div", to, "has", "total")
	case p.Kind == output.KindLabels:
		addNode(graph, "Sub", "not_f", "one", f)
		addPower(graph, f, "has")
		addPower(graph, "not_f", "lacks")
		addNode(graph, "Add", "total", "has", "lacks")
		addNode(graph, "Div", to, "has", "total")
	default:
		addNumbers(graph, p, f, to)
	}
	if single {
		addCast(graph, to, "prediction", float32Elements)
	}
}

// addNumbers makes numbers of f, where that is of their logarithms, and keeps them within limits.
func addNumbers(graph *message, p *suffice.Predictor, f, to string) {
	if len(p.Log) > 0 {
		addNode(graph, "Mul", "f_log", f, "log") // 0 for other numbers
		addNode(graph, "Exp", "f_exp", "f_log")
		addNode(graph, "Mul", "numbers_log", "f_exp", "log")
		addNode(graph, "Mul", "numbers_plain", f, "plain")
		addNode(graph, "Add", "numbers", "numbers_log", "numbers_plain")
		f = "numbers"
	}
	if !limited(p) {
		addNode(graph, "Identity", to, f)
		return
	}
	addNode(graph, "Max", "f_above", f, "low") // Clip would take one limit for all columns
	addNode(graph, "Min", to, "f_above", "high")
}

// addKernel adds K(|scales ∘ u - centre|) of each centre. Products give the squared distances,
// |u|² - 2u·c + |c|²: right to 15 digits of the largest of the three, and never below 0.
func addKernel(graph *message, p *suffice.Predictor) {
	if p.Kernel == manhattan { // of a row for each of u and a column for each centre, the sum over rows
		addNode(graph, "Unsqueeze", "u_rows", "u", "axis_after")
		addNode(graph, "Sub", "u_difference", "u_rows", "centres")
		addNode(graph, "Abs", "u_apart", "u_difference")
		addOperation(graph, "ReduceSum", "distance", []string{"u_apart", "axis_summed"}, func(node *message) { addInteger(node, "keepdims", 0) })
		addNode(graph, "Neg", "exponent", "distance")
		addNode(graph, "Exp", "kernel", "exponent")
		return
	}
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
	dim, k := len(p.Scales), len(p.Names)
	if len(p.Components) > 0 {
		addTensor(graph, "own_weights", []int{len(p.Components[0]), dim}, transposed(p.Components))
	}
	addTensor(graph, "scales", []int{dim}, p.Scales)
	if len(p.Centres) > 0 {
		addKernelTensors(graph, p)
	}
	if len(p.Slopes) > 0 {
		addTensor(graph, "slopes", []int{dim, k}, slices.Concat(p.Slopes...))
	}
	addTensor(graph, "offset", []int{k}, p.Offset)
	if len(p.Log) > 0 {
		log, plain := make([]float64, k), make([]float64, k)
		for j, is := range p.Log {
			if plain[j] = 1; is {
				log[j], plain[j] = 1, 0
			}
		}
		addTensor(graph, "log", []int{k}, log)
		addTensor(graph, "plain", []int{k}, plain)
	}
	if limited(p) {
		addTensor(graph, "low", []int{k}, p.Low)
		addTensor(graph, "high", []int{k}, p.High)
	}
	if p.Kind.Numeric() || p.Link != "" {
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

// addKernelTensors adds those of the sum of kernels.
func addKernelTensors(graph *message, p *suffice.Predictor) {
	m, dim := len(p.Centres), len(p.Scales)
	addTensor(graph, "centre_weights", []int{m, len(p.Names)}, slices.Concat(p.Weights...))
	twice, lengths := transposed(p.Centres), make([]float64, m)
	if p.Kernel == manhattan {
		addTensor(graph, "centres", []int{dim, m}, twice)
		addIntegers(graph, "axis_after", 2)
		addIntegers(graph, "axis_summed", 1)
		return
	}
	for i := range twice {
		twice[i] *= 2
	}
	for c, row := range p.Centres {
		for _, v := range row {
			lengths[c] += v * v
		}
	}
	addTensor(graph, "ones", []int{dim, m}, slices.Repeat([]float64{1}, dim*m))
	addTensor(graph, "centres", []int{dim, m}, twice)
	addTensor(graph, "centre_lengths", []int{m}, lengths)
	if p.Kernel == gaussian {
		addTensor(graph, "minus_half", []int{1}, []float64{-.5})
	}
}

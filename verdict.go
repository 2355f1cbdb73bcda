package suffice

// Verdict is what the components of a model are worth: how well such components predict
// rows that they were found without, and whether noise would do as well.
type Verdict struct {
	Found        bool    `json:"found"`        // whether there is more to find than in noise
	P            float64 `json:"p"`            // the chance that noise predicts so well: the whole fit again with y in random order
	Measure      string  `json:"measure"`      // "R2", "accuracy", "label error" or "kernel R2"
	Value        float64 `json:"value"`        // of the measure
	SE           float64 `json:"se"`           // its standard error
	AllInputs    float64 `json:"all_inputs"`   // the value with all inputs instead of components
	Baseline     float64 `json:"baseline"`     // the value of a guess without inputs
	Rows         int     `json:"rows"`         // that were judged
	Permutations int     `json:"permutations"` // random orders of y that P is of
}

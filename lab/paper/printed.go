// Package paper repeats the experiments of "Sufficient Component Analysis for Supervised Dimension
// Reduction" (Yamada, Niu, Takagi and Sugiyama, 2011).
package paper

// Figure is an entry of the paper's Table 1: the mean and the standard deviation of
// the error over 100 trials with 1000 rows, and whether it is printed bold, as the
// best or not different from it by a t-test at 1%.
type Figure struct {
	Mean, SD float64
	Best     bool
}

// Compared lists the methods of the paper's Table 1, in its order.
func Compared() []string { return []string{"sca0", "sca", "lsdr", "kdr", "sir", "save", "phd"} }

// printed is Table 1 as the paper prints it. Its columns for SIR, SAVE and pHd are
// not what correct implementations give.
var printed = map[string]map[string]Figure{
	"data1": {
		"sca0": {.089, .042, false}, "sca": {.048, .031, true}, "lsdr": {.056, .021, true}, "kdr": {.048, .019, true},
		"sir": {.257, .168, false}, "save": {.339, .218, false}, "phd": {.593, .210, false},
	},
	"data2": {
		"sca0": {.078, .019, false}, "sca": {.007, .002, true}, "lsdr": {.039, .023, false}, "kdr": {.024, .007, false},
		"sir": {.431, .281, false}, "save": {.348, .206, false}, "phd": {.443, .222, false},
	},
	"data3": {
		"sca0": {.065, .035, false}, "sca": {.018, .010, true}, "lsdr": {.090, .069, false}, "kdr": {.029, .119, true},
		"sir": {.362, .182, false}, "save": {.343, .213, false}, "phd": {.437, .231, false},
	},
	"data4": {
		"sca0": {.118, .046, false}, "sca": {.042, .030, true}, "lsdr": {.151, .296, false}, "kdr": {.118, .238, false},
		"sir": {.421, .268, false}, "save": {.356, .197, false}, "phd": {.591, .205, false},
	},
}

// Printed returns the paper's own figure for a method on a data set, if it has one.
func Printed(data, method string) (Figure, bool) {
	figure, ok := printed[data][method]
	return figure, ok
}

// printedTimes is the last line of Table 1: time relative to LSDR.
const printedTimes = "sca0 0.03, sca 0.49, lsdr 1.0, kdr 0.96, sir, save and phd below 0.01"

package paper

// Figure is an entry of the paper's Table 1: the mean and the standard deviation of
// the error over 100 trials with 1000 rows.
type Figure struct{ Mean, SD float64 }

// printed is Table 1 as the paper prints it. Its columns for SIR, SAVE and pHd are
// not what correct implementations give.
var printed = map[string]map[string]Figure{
	"data1": {
		"sca0": {.089, .042}, "sca": {.048, .031}, "lsdr": {.056, .021}, "kdr": {.048, .019},
		"sir": {.257, .168}, "save": {.339, .218}, "phd": {.593, .210},
	},
	"data2": {
		"sca0": {.078, .019}, "sca": {.007, .002}, "lsdr": {.039, .023}, "kdr": {.024, .007},
		"sir": {.431, .281}, "save": {.348, .206}, "phd": {.443, .222},
	},
	"data3": {
		"sca0": {.065, .035}, "sca": {.018, .010}, "lsdr": {.090, .069}, "kdr": {.029, .119},
		"sir": {.362, .182}, "save": {.343, .213}, "phd": {.437, .231},
	},
	"data4": {
		"sca0": {.118, .046}, "sca": {.042, .030}, "lsdr": {.151, .296}, "kdr": {.118, .238},
		"sir": {.421, .268}, "save": {.356, .197}, "phd": {.591, .205},
	},
}

// Printed returns the paper's own figure for a method on a data set, if it has one.
func Printed(data, method string) (Figure, bool) {
	figure, ok := printed[data][method]
	return figure, ok
}

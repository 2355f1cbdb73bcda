package evaluate

import (
	"cmp"
	"math"

	"suffice/output"
	"suffice/rows"
)

// Measure names the error of a prediction for a kind of target:
//
//   - "hamming" for labels: the share of wrong labels, over rows and labels.
//   - "error rate" for a class.
//   - "rmse" for a number, in its own units.
//   - "scaled rmse" for several numbers: each column is divided by its standard deviation
//     on the training rows, so that none rules by its units.
//   - "kernel distance" for sequences, trees and graphs: the mean of 1 - L between the
//     true and the predicted one, which is 0 for equal ones.
func Measure(kind output.Kind) string {
	switch kind {
	case output.KindLabels:
		return "hamming"
	case output.KindClass:
		return "error rate"
	case output.KindNumber:
		return "rmse"
	case output.KindNumbers:
		return "scaled rmse"
	}
	return "kernel distance"
}

// Meaning says what a measure, one of [Measures], is: briefly, for a heading, and in a clause, for people who
// see its name for the first time.
func Meaning(measure string) (brief, clause string) {
	switch measure {
	case "hamming":
		return "share of wrong labels (Hamming loss)", "the share of labels that are wrong, over rows and labels"
	case "error rate":
		return "share of wrong classes", "the share of rows whose class is wrong"
	case "rmse":
		return "root mean squared error", "the root of the mean squared difference, in the units of the target"
	case "scaled rmse":
		return "root mean squared error, columns scaled to sd 1", "the root of the mean squared difference, each target divided by its standard deviation"
	case "kernel distance":
		return "1 less the kernel of the true and the predicted", "the mean of 1 minus the similarity of the true and the predicted target"
	case "R2":
		return "share of the variance that is predicted", "the share of the variance that is predicted"
	case "mae":
		return "mean absolute error", "the mean of the absolute difference, in the units of the target"
	case "balanced accuracy":
		return "share of right classes, averaged over classes", "the share of rows whose class is right, averaged over the classes"
	case "exact match":
		return "share of rows with all labels right", "the share of rows all of whose labels are right"
	case "F1":
		return "F1 of the labels, over rows and labels", "the harmonic mean of the shares of given labels that are right and of true labels that are given"
	case "kernel R2":
		return "R2 in the feature space of the kernel", "the share of the variance that is predicted, in the feature space of the kernel"
	}
	return "", ""
}

// judge measures how far the outputs of training rows are from those of the test rows
// that they were predicted for.
type judge struct {
	y   *output.Target
	out output.Output
}

func newJudge(y *output.Target) (*judge, error) {
	out, err := y.Output()
	if err != nil {
		return nil, err
	}
	return &judge{y, out}, out.Check()
}

// meanError is that of giving test row testing[i] the output of training[nearest[i]].
func (j *judge) meanError(training, testing, nearest []int) (float64, error) {
	switch j.y.Kind {
	case output.KindLabels:
		width := len(j.y.Names)
		train, err := rows.NewMatrix(width, j.y.Subset(training).Values)
		if err != nil {
			return 0, err
		}
		test, err := rows.NewMatrix(width, j.y.Subset(testing).Values)
		if err != nil {
			return 0, err
		}
		return LabelError(train, test, nearest), nil
	case output.KindNumber, output.KindNumbers:
		return j.distance(training, testing, nearest), nil
	}
	var sum float64
	for i, k := range nearest {
		sum += j.miss(testing[i], training[k])
	}
	return sum / float64(len(nearest)), nil
}

// miss is how wrong the class or the structure of one row is for another.
func (j *judge) miss(truth, given int) float64 {
	if j.y.Kind == output.KindClass {
		if j.y.Class[truth] == j.y.Class[given] {
			return 0
		}
		return 1
	}
	if j.y.Texts[truth] == j.y.Texts[given] { // whatever rounding makes of L
		return 0
	}
	var l [1]float64
	j.out.(output.Kernel).Kernel(l[:], truth, truth+1, []int{given})
	return 1 - l[0]
}

// distance is the root of the mean squared error, over rows and columns.
func (j *judge) distance(training, testing, nearest []int) float64 {
	width := len(j.y.Names)
	var mean float64
	for c := range width {
		scale := 1.
		if j.y.Kind == output.KindNumbers {
			scale = sd(j.y, training, c)
		}
		var squares float64
		for i, k := range nearest {
			off := (j.y.Values[testing[i]*width+c] - j.y.Values[training[k]*width+c]) / scale
			squares += off * off
		}
		mean += squares / float64(len(nearest)*width)
	}
	return math.Sqrt(mean)
}

// sd is the standard deviation of a column on some rows, or 1 where it is 0.
func sd(y *output.Target, which []int, column int) float64 {
	values := make([]float64, len(which))
	for k, i := range which {
		values[k] = y.Values[i*len(y.Names)+column]
	}
	_, variance := Moments(values)
	return math.Sqrt(cmp.Or(variance, 1))
}

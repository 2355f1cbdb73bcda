package coords

import "suffice/internal/linalg"

// What counts as 0 is a share of something of the same unit, so that no answer depends on
// the units of the data, and there are two questions:
//
// Does x vary along this direction? A variance below the share Flat of what it is compared
// with says no: such a direction would come out as a division by nearly 0, or pass for
// perfect dependence, since a kernel sees no distance along it. It is compared with the
// mean variance of the columns where x is searched in its own units; with the largest
// variance where it is whitened; and, for a column that may follow from others, with its
// own variance.
//
// Is this number anything but rounding? Eigenvalues of a sum of products are right to
// within about 1e-16 of the largest, times their number: below the share Rounding of it
// they are noise. The others are squares, and have the square of such a share.
const (
	Flat     = 1e-10 // of a variance: x does not vary
	Rounding = 1e-12 // of the largest eigenvalue, or of a correlation: nothing is left

	// RoundingOfResiduals is the share of the variance of y below which what least squares
	// leave of it is rounding: they take away digits, two passes over them a few less.
	RoundingOfResiduals = 1e-18
	// RoundingOfSums is the share of their bound below which eigenvalues are what rounding
	// leaves of sums that cancel, squared.
	RoundingOfSums = 1e-26

	spent = 1e-16 // of the squared length of directions: what others leave of them is nothing
)

// CountReal is how many eigenvalues, the largest first, are above least and are not
// rounding errors of the largest.
func CountReal(values []float64, least float64) int {
	if len(values) == 0 {
		return 0
	}
	return linalg.CountAbove(values, max(least, Rounding*values[0]))
}

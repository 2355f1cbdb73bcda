package learn

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// NormalSurvival is the probability that a standard normal variable is above x.
func NormalSurvival(x float64) float64 { return .5 * (1 - math.Erf(x/math.Sqrt2)) }

// NormalQuantile is the value below which a standard normal variable is with probability p.
func NormalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }

// StudentSurvival is the probability that a variable of Student's t distribution with so many
// degrees of freedom is above x.
func StudentSurvival(x, degrees float64) float64 {
	half := .5 * mathext.RegIncBeta(degrees/2, .5, degrees/(x*x+degrees))
	if x > 0 {
		return half
	}
	return 1 - half
}

// StudentQuantile is the value below which such a variable is with probability p, at least one half.
func StudentQuantile(p, degrees float64) float64 {
	t := mathext.InvRegIncBeta(degrees/2, .5, 2*(1-p))
	return math.Sqrt(degrees * (1 - t) / t)
}

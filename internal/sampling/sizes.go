package sampling

// How many rows, drawn at random, are enough for what. With more of them, what is found differs
// by less than what chance leaves of it. All of a smaller table are taken.
const (
	// ForAll stands for all rows in what is no sum over them: the search for components and its
	// score, quantiles, slices and scales of a target on a cluster, correlations, and everything
	// that is computed of a cluster's rows in one place.
	ForAll = 1 << 16
	// ToLearn is for what is learnt in many steps over the same rows: a metric, anchors of local
	// lines, the ascent where the subspace has many degrees of freedom.
	ToLearn = 1 << 13
	// ToStart is for where such steps begin, and for halves that inputs are judged by.
	ToStart = 1 << 12
	// ToCompare is for comparing components, starts or inputs with each other, for candidates of
	// functions of y, and for resampling.
	ToCompare = 1 << 11
	// ToCrossFit is for a fit that is one of many, with some rows left out.
	ToCrossFit = 2000
	// ToScale is for a width, a median distance or a relevance.
	ToScale = 1 << 9
)

// Enough is how many rows of a width are brought from other machines at most.
func Enough(width int) int {
	const least, values = 1000, 1 << 26
	return min(ForAll, max(least, values/max(1, width)))
}

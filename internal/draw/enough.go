package draw

// Rows that are brought from other machines for what cannot be asked of all, and values of these.
const (
	mostRows   = 1 << 16
	leastRows  = 1000
	mostValues = 1 << 26
)

// Enough is how many rows of a width are brought from other machines at most.
func Enough(width int) int { return min(mostRows, max(leastRows, mostValues/max(1, width))) }

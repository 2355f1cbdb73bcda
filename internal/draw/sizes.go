package draw

// Enough is how many rows, drawn at random, tell as much as all do: of what is not summed over all
// rows, such as quantiles, correlations and the search for components. As many are taken from a
// cluster.
const Enough = 1 << 16

// Package results is what predictions and comparisons look like to people, on the command line and
// on the page alike: which columns predictions have, what is compared where nobody says, and how it
// is told what is best.
package results

// Package results is what models, predictions and comparisons look like to people, on the command
// line and on the page alike: what large values of a component mean, what to check before a model
// is used, which columns predictions have, what is compared where nobody says, and how it is told
// what is best.
package results

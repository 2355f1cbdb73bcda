// Package learn is what predicts y from z, a row of numbers from a row of numbers, and what
// choosing its settings takes: kernel ridge regression with the leave-one-out error in closed
// form, nearest neighbours, the division of rows into folds, and the median distance. Each
// is here once, for methods, predictors, verdicts and comparisons alike.
package learn

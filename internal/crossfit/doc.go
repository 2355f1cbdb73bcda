// Package crossfit judges components on rows that they were found without.
//
// The rows are divided into folds once. For each fold and number of components, a method finds
// components with the other folds, and the one predictor, kernel ridge regression, learns from
// these to predict the rows of the fold. All that is said of rows that were not seen comes from
// these predictions: the number of components, the value of the verdict and its standard error,
// the measures of a model's predictor, its intervals and its probabilities.
//
// Only the p of the verdict needs predictions of its own, since each row of the target takes part
// in finding the components of all other folds: see [Assess].
package crossfit

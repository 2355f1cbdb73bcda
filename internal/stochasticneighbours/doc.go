// Package stochasticneighbours learns a metric by how well a row is predicted from its neighbours. With
// z = W x, row i takes after row j with the chance
//
//	p_ij = exp(-|z_i - z_j|²) / Σ_{l≠i} exp(-|z_i - z_l|²),   p_ii = 0,
//
// which makes the prediction Σ_j p_ij y_j. Neighbourhood components analysis maximises the
// chance of the own class, metric learning for kernel regression minimises the squared error.
// Where rows are many, each is compared with some of them, the anchors.
package stochasticneighbours

import "suffice/internal/aggregate"

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds { return aggregate.Kinds{&lossAt{}} }

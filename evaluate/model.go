package evaluate

import (
	"context"

	"suffice"
	"suffice/internal/judge"
	"suffice/output"
	"suffice/rows"
)

// ModelResult tells how well a model predicts some rows. Measures are by name:
//
//   - of numbers "rmse", "mae", "r2" and "coverage_90", the share within the interval of 90
//     percent. Several numbers are measured in units of their standard deviation among the
//     training rows, and averaged.
//   - of classes "accuracy", "balanced_accuracy" (the mean over classes), "auc" (the mean over
//     classes, each against the others), "log_loss" and "calibration_error" (how far
//     probabilities are from shares, in ten bins).
//   - of labels "hamming_loss" (the share of wrong ones), "f1", "exact_match" (the share of
//     rows without a wrong one), "auc", "log_loss" and "calibration_error".
//
// See docs/evaluate.md.
type ModelResult = judge.Result

// Model judges a model that has a predictor by rows with their target.
func Model(ctx context.Context, m *suffice.Projection, x rows.Source, y *output.Target) (*ModelResult, error) {
	return judge.Model(ctx, m, x, y)
}

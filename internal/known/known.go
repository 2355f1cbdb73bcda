// Package known lists what one who has rows must know to answer the questions of a fit.
package known

import (
	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/kdr"
	"suffice/internal/locallinear"
	"suffice/internal/lsmi"
	"suffice/internal/remote"
	"suffice/internal/softmax"
	"suffice/internal/tally"
	"suffice/internal/whitened"
)

// Statistics are the kinds of sums that methods ask for.
func Statistics() []blocks.Kinds {
	return []blocks.Kinds{blocks.Known(), canonical.Known(), kdr.Known(), locallinear.Known(), lsmi.Known(), remote.Known(), softmax.Known(), tally.Known(), whitened.Known()}
}

// Functions are the kinds of functions of the target that they put beside the rows.
func Functions() []blocks.Functions { return []blocks.Functions{remote.KnownFunctions()} }

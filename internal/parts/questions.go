package parts

import (
	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/kdr"
	"suffice/internal/locallinear"
	"suffice/internal/lsmi"
	"suffice/internal/slicemoments"
	"suffice/internal/stochasticneighbours"
	"suffice/internal/target"
)

// Statistics are the kinds of sums that methods ask for: what one who has rows must know.
func Statistics() []aggregate.Kinds {
	return []aggregate.Kinds{aggregate.Known(), canonical.Known(), kdr.Known(), locallinear.Known(), lsmi.Known(), stochasticneighbours.Known(), target.Known(), slicemoments.Known()}
}

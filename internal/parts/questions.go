package parts

import (
	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/kdr"
	"suffice/internal/locallinear"
	"suffice/internal/lsmi"
	"suffice/internal/softmax"
	"suffice/internal/target"
	"suffice/internal/whitened"
)

// Statistics are the kinds of sums that methods ask for: what one who has rows must know.
func Statistics() []blocks.Kinds {
	return []blocks.Kinds{blocks.Known(), canonical.Known(), kdr.Known(), locallinear.Known(), lsmi.Known(), softmax.Known(), target.Known(), whitened.Known()}
}

//go:build !unix

package peers

import "time"

var begun = time.Now()

// worked is how long this process has run: what the cores have worked for it is not known here.
func worked() time.Duration { return time.Since(begun) }

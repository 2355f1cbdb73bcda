//go:build linux

package main

import (
	"os"
	"strings"
	"testing"
)

// A few of each fault, where FAULTS is set, as .ci/run does. Whenever a process is killed, what
// is checked must hold.
func TestFaults(t *testing.T) {
	if os.Getenv("FAULTS") == "" {
		t.Skip("takes half a minute: FAULTS=1 go test ./scripts/faults, or go run ./scripts/faults for more")
	}
	var out strings.Builder
	failures, err := run(t.Context(), &out, "", 5, 1)
	if err != nil || failures > 0 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

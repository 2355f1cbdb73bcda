//go:build linux

package main

import (
	"strings"
	"testing"
)

// A few of each fault. Whenever a process is killed, what is checked must hold.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	var out strings.Builder
	failures, err := run(t.Context(), &out, "", 5, 1)
	if err != nil || failures > 0 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

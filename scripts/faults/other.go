//go:build !linux

// Faults does to suffice what happens to programs; see main.go.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "faults: this runs on Linux")
	os.Exit(1)
}

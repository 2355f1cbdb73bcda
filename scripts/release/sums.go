package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// writeSums writes the checksums of all files of a folder, as sha256sum --check reads them.
func writeSums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), entry.Name())
		fmt.Printf("%9d  %s\n", len(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

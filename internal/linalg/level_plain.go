//go:build !amd64 || purego

package linalg

func detect() level { return plain }

func activeTiles() *tiles { return nil }

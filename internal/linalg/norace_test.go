//go:build !race

package linalg

const raced = false

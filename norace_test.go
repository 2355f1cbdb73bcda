//go:build !race

package suffice_test

const raced = false

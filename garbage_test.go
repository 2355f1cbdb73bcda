package suffice_test

import (
	"testing"

	"suffice/internal/cli"
)

// Tables of tests are small, and make much garbage: collected as often as it is where memory counts, it would
// be a quarter of all work.
func TestMain(m *testing.M) {
	cli.AllowGarbage(400)
	m.Run()
}

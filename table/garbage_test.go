package table_test

import (
	"testing"

	"suffice/internal/cli"
)

// As in the tests of the library: there is much garbage of small tables.
func TestMain(m *testing.M) {
	cli.AllowGarbage(400)
	m.Run()
}

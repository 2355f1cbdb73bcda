package engine

import (
	"suffice/internal/offers"
	"suffice/internal/parts"
	"suffice/table"
)

// asking is what package table asks in turn.
type asking = interface {
	Prepare(*table.Table, *table.Choice, table.Roles, table.Wanted) error
	Spread(t *table.Table, of *parts.SpreadOf, dates map[string]string) ([]parts.Spread, error)
}

// tables is what package table does with parts of tables.
var tables = offers.Take[interface {
	Outline(*table.Table, table.Roles) (*parts.Outline, error)
	Join(source string, options table.Options, outlines []*parts.Outline, asks asking) (*table.Table, error)
	FirstRows(*table.Table) []int
	Spread(t *table.Table, of *parts.SpreadOf, first int) ([]parts.Spread, error)
	FillWith(c *table.Choice, values []float64)
	PresentSums(*table.Choice) (sums []float64, counts []int, err error)
	Modes(c *table.Choice, sums []float64, present []int) []float64
	CheckRows(t *table.Table, n, counting int, weights string) ([]table.Message, error)
	ClassesOf(t *table.Table, target string, names []string) []string
}]()

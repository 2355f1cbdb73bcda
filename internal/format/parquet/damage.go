package parquet

import (
	"errors"
)

// damage is the place from which on a column cannot be decoded.
type damage struct {
	column string
	row    int // counted from 0
	err    error
}

func (d *damage) Error() string { return d.err.Error() }

func (d *damage) Unwrap() error { return d.err }

// later moves a place by the rows that come before those that were decoded together.
func later(err error, rows int) error {
	if d, ok := errors.AsType[*damage](err); ok {
		d.row += rows
	}
	return err
}

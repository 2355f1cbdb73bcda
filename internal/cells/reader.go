package cells

import (
	"context"
)

// Reader reads the rows of a file, a block at a time, in order. It fills the schema
// while it reads.
type Reader interface {
	Next(ctx context.Context) (*Block, error) // io.EOF after the last
}

// NoRows says that a table is empty.
const NoRows = "there are columns, but no rows; add rows"

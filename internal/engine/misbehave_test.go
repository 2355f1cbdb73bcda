package engine

import (
	"io"
	"os"
)

// misbehaving is where a worker writes its answers, and false where there is no such mode.
func misbehaving(mode string, _ *Worker) (io.Writer, bool) {
	switch mode {
	case "well":
		return os.Stdout, true
	}
	return nil, false
}

package table

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// Whatever is wrong with a packed file, the message is ours, not that of who unpacks it.
func TestDamagedPackedFiles(t *testing.T) {
	for _, format := range []WriteFormat{"csv.gz", "csv.zst"} {
		var out bytes.Buffer
		if err := Write(context.Background(), &out, manyRows(t), format); err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 1))
		failed := 0
		for range 30 {
			data := bytes.Clone(out.Bytes())
			for i, at := 0, 20+random.IntN(len(data)-40); i < 8; i++ {
				data[at+i] ^= byte(1 + random.IntN(255))
			}
			_, err := Read(context.Background(), bytes.NewReader(data), "a", Options{})
			if err == nil {
				continue // nothing that is wrong with the file
			}
			failed++
			if _, ours := errors.AsType[*Error](err); !ours {
				t.Errorf("%s: %v", format, err)
			}
		}
		if failed < 20 {
			t.Errorf("%s: only %d of 30 damaged files are refused", format, failed)
		}
	}
}

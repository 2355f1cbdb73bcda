package main

import (
	"fmt"
	"strings"
	"testing"
)

// A model is applied to files as it was made, without any option again: what is missing is
// filled in, and dates and amounts are read as they were.
func TestModelsKnowHowToRead(t *testing.T) {
	text := "when,price,a,y\n"
	for i := range 60 {
		a := fmt.Sprint(i * 7 % 11)
		if i%9 == 4 {
			a = "-999"
		}
		text += fmt.Sprintf("%d/%d/2024,\"$1,%03d.50\",%s,%d\n", i%28+1, i%12+1, i*13%100, a, i*i%17)
	}
	inDirectory(t, map[string]string{"train.csv": text, "new.csv": "when,price,a\n3/4/2024,\"$1,050\",-\n2024-04-03,1050,5\n"})
	must(t, "", "fit", "train.csv", "--target", "y", "--dim", "1", "--method", "pca", "--no-verdict", "--na", "-999,n.k.", "--missing", "median", "-o", "m.json")
	rows := strings.Split(strings.TrimSpace(must(t, "", "transform", "m.json", "new.csv")), "\n")
	if len(rows) != 3 || rows[1] != rows[2] { // 5 is the median
		t.Errorf("got %q", rows)
	}
}

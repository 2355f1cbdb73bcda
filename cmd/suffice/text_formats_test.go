package main

import (
	"fmt"
	"strings"
	"testing"
)

// The same table gives the same model from every format of text, bit for bit.
func TestSameModelFromEveryFormat(t *testing.T) {
	takesLong(t)
	csv := strings.Split(strings.TrimSpace(drawnCSV(t, "data3", 60, 2)), "\n")
	if csv[0] != "x1,x2,x3,x4,y" {
		t.Fatalf("columns %s", csv[0])
	}
	const header = "@relation data3\n@attribute label numeric\n@attribute x1 real\n@attribute x2 real\n@attribute x3 real\n@attribute x4 real\n@data\n"
	texts := map[string]string{"csv": "label,x1,x2,x3,x4\n", "dense ARFF": header, "sparse ARFF": header, "LIBSVM": ""}
	for i, line := range csv[1:] {
		v := strings.Split(line, ",")
		x, y := v[:4], v[4]
		if i%3 == 0 {
			x[2] = "0"
		}
		texts["csv"] += y + "," + strings.Join(x, ",") + "\n"
		texts["dense ARFF"] += y + ", " + strings.Join(x, ", ") + "\n"
		sparse, libsvm := "{0 "+y, y
		for j, value := range x {
			if value != "0" {
				sparse += fmt.Sprintf(",%d %s", j+1, value)
				libsvm += fmt.Sprintf(" %d:%s", j+1, value)
			}
		}
		texts["sparse ARFF"] += sparse + "}\n"
		texts["LIBSVM"] += libsvm + "\n"
	}
	fit := strings.Fields("fit - --target label --dim 2 --method sca0 --centres 30 --no-verdict -o -")
	want := must(t, texts["csv"], fit...)
	inDirectory(t, map[string]string{"m.json": want})
	components := must(t, texts["csv"], "transform", "m.json", "-")
	for name, text := range texts {
		if got := must(t, text, fit...); got != want {
			t.Errorf("%s gives another model", name)
		}
		if must(t, text, "transform", "m.json", "-") != components {
			t.Errorf("%s gives other components", name)
		}
	}
	if declared := must(t, texts["LIBSVM"], strings.Fields("fit - --dim 2 --method sca0 --centres 30 --no-verdict -o -")...); declared != want {
		t.Error("the label of LIBSVM is not the target by itself")
	}
}

package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
	"suffice/output"
)

func TestDescribe(t *testing.T) {
	got := described(t, read(t, "a,b,c,d,e,f\n1,x,,k,1,true\n2,y,,k,0,false\n6,x,,k,1,true\n,x,,k,1,true\n"))
	types := []Type{Number, Nominal, Empty, Text, Number, Boolean}
	targets := []output.Kind{"number", "class", "", "", "class", "class"}
	for j, s := range got {
		if s.Type != types[j] || s.Target != targets[j] {
			t.Errorf("%s: %v, as a target %q, want %v and %q", s.Name, s.Type, s.Target, types[j], targets[j])
		}
	}
	if a := got[0]; a.Min != 1 || a.Max != 6 || a.Mean != 3 || math.Abs(a.SD-math.Sqrt(14./3)) > 1e-15 || a.Missing != 1 || a.Gap.Line != 5 || a.Values != 3 {
		t.Errorf("a: %+v", a)
	}
	if b := got[1]; b.Distinct != 2 || !slices.Equal(b.Levels, []Count{{"x", 3}, {"y", 1}}) {
		t.Errorf("b: %+v", b)
	}
	if d := got[3]; !d.Constant {
		t.Errorf("d: %+v", d)
	}
	if !got[4].Binary || !got[5].Binary || got[0].Binary {
		t.Error("0 and 1 are not seen as such")
	}
}

// A column with more different texts than are kept, such as names, has none to count.
func TestDescribeTextsThatAreTooManyToKeep(t *testing.T) {
	got := described(t, read(t, "name,a\n"+manyNames()))
	if s := got[0]; s.Type != Text || s.Values != cells.MaxWords+10 || s.Distinct != 0 || s.Constant || s.Target != "" {
		t.Errorf("%+v", s)
	}
}

// manyNames are rows whose first cells are all different, and too many to be kept.
func manyNames() string {
	var text strings.Builder
	for i := range cells.MaxWords + 10 {
		fmt.Fprintf(&text, "n%d,%d\n", i, i)
	}
	return text.String()
}

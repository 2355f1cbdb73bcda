package table

import (
	"math"
	"slices"
	"testing"
)

func TestDescribe(t *testing.T) {
	got := read(t, "a,b,c,d,e,f\n1,x,,k,1,true\n2,y,,k,0,false\n6,x,,k,1,true\n,x,,k,1,true\n").Describe()
	types := []Type{Number, Nominal, Empty, Text, Number, Boolean}
	targets := []string{"number", "class", "", "", "class", "class"}
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

package suffice

import (
	"reflect"
	"slices"
	"testing"
)

// A method takes an option where it is another one with it.
func TestMethodsTakeTheirOptions(t *testing.T) {
	all := map[string]Options{
		"centres": {Centres: 1}, "no-scale": {NoScale: true}, "seed": {Seed: 1}, "no-refine": {NoRefine: true}, "as-printed": {AsPrinted: true},
	}
	for _, method := range Methods() {
		for option, with := range all {
			differs := !reflect.DeepEqual(method.New(Options{}), method.New(with))
			if takes := slices.Contains(method.Takes, option); takes != differs {
				t.Errorf("%s takes %s: %v, and makes a difference: %v", method.Name, option, takes, differs)
			}
		}
	}
}

package suffice

import (
	"reflect"
	"testing"
)

// A method takes an option where it is another one with it.
func TestMethodsTakeTheirOptions(t *testing.T) {
	all := map[string]Options{
		"Centres": {Centres: 1}, "NoScale": {NoScale: true}, "Seed": {Seed: 1}, "NoRefine": {NoRefine: true}, "AsPrinted": {AsPrinted: true},
		"Screen": {Screen: 1}, "Fewer": {Fewer: true}, "Slices": {Slices: 3},
	}
	for _, method := range Methods() {
		for option, with := range all {
			differs := !reflect.DeepEqual(method.New(Options{}), method.New(with))
			if uses := reflect.ValueOf(method.Uses).FieldByName(option).Bool(); uses != differs {
				t.Errorf("%s uses %s: %v, and that makes a difference: %v", method.Name, option, uses, differs)
			}
		}
	}
}

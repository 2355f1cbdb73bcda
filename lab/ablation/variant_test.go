package ablation

import (
	"reflect"
	"strings"
	"testing"

	"suffice/internal/search"
)

// Every number of the search is changed, whatever it is called, each variant in that number alone.
// One of another kind than these would be left out.
func TestEveryNumberIsChanged(t *testing.T) {
	for _, of := range []search.Tuning{search.Whole, search.Quick} {
		tried := map[string]int{}
		for _, v := range Variants(of) {
			tried[v.Number]++
			differ := 0
			for i := range reflect.TypeOf(of).NumField() {
				if !reflect.ValueOf(of).Field(i).Equal(reflect.ValueOf(v.Tuning).Field(i)) {
					differ++
				}
			}
			if differ != 1 {
				t.Errorf("%s: %d numbers differ", v, differ)
			}
		}
		for i := range reflect.TypeOf(of).NumField() {
			field, value := reflect.TypeOf(of).Field(i), reflect.ValueOf(of).Field(i)
			want := 2
			if _, stage := field.Tag.Lookup("stage"); stage {
				want = 3
			}
			switch {
			case value.Kind() == reflect.Bool, value.CanInt() && value.Int() == 1:
				want = 1
			case value.CanFloat() && value.IsZero():
				want = 0
			}
			if tried[field.Name] != want {
				t.Errorf("%s, %v: %d variants, want %d", field.Name, value, tried[field.Name], want)
			}
		}
	}
}

func TestOthers(t *testing.T) {
	for value, want := range map[any]string{5: "2 10", 1: "1 2", 0: "1 0", .3: "0.15 0.6", 0.: "0 0", true: "false", "words": ""} {
		var got []string
		for _, other := range others(reflect.ValueOf(value), "") {
			got = append(got, text(other))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: got %v, want %s", value, got, want)
		}
	}
}

func TestStagesAreLeftOut(t *testing.T) {
	var got []string
	for _, other := range others(reflect.ValueOf(3), `stage:"folds" least:"2"`) {
		got = append(got, text(other))
	}
	if all := strings.Join(got, " "); all != "0 2 6" {
		t.Errorf("got %s", all)
	}
}

func TestNamed(t *testing.T) {
	all := []Variant{{Number: "Rounds", Tried: "1"}, {Number: "Rounds", Tried: "6"}, {Number: "Sets", Tried: "1"}}
	if of, err := Named(all, "Rounds"); err != nil || len(of) != 2 {
		t.Errorf("%v, %v", of, err)
	}
	want := `the search has no number "Round" to change (did you mean Rounds?); choose from Rounds, Sets`
	if _, err := Named(all, "Round"); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

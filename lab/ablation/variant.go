// Package ablation tells what each number and stage of SCA's search is worth: fits with the number
// halved, doubled, 0 where that leaves out a stage or, where it is a truth value, switched, beside
// fits with all numbers as they are.
package ablation

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/search"
)

// Variant is the search with one number changed.
type Variant struct {
	Number string // which
	AsItIs string // its value
	Tried  string // and the other one
	Tuning search.Tuning
}

// String is its name for people, and in files.
func (v Variant) String() string { return v.Number + " " + v.Tried }

// Variants are those of all numbers of a search, in their order. There is none where half or double
// of a number is the number.
func Variants(of search.Tuning) (all []Variant) {
	numbers := reflect.TypeOf(of)
	for i := range numbers.NumField() {
		for _, other := range others(reflect.ValueOf(of).Field(i), numbers.Field(i).Tag) {
			v := Variant{Number: numbers.Field(i).Name, AsItIs: text(reflect.ValueOf(of).Field(i)), Tried: text(other), Tuning: of}
			reflect.ValueOf(&v.Tuning).Elem().Field(i).Set(other)
			if v.Tuning != of {
				all = append(all, v)
			}
		}
	}
	return all
}

// others are the values to try in place of one: also 0 where that leaves out a stage, and no less
// than there can be.
func others(value reflect.Value, of reflect.StructTag) (all []reflect.Value) {
	least := 1
	if text, ok := of.Lookup("least"); ok {
		least, _ = strconv.Atoi(text)
	}
	if _, stage := of.Lookup("stage"); stage {
		all = append(all, reflect.Zero(value.Type()))
	}
	switch value.Kind() {
	case reflect.Bool:
		return []reflect.Value{reflect.ValueOf(!value.Bool())}
	case reflect.Int:
		n := int(value.Int())
		return append(all, reflect.ValueOf(max(least, n/2)), reflect.ValueOf(2*n))
	case reflect.Float64:
		return append(all, reflect.ValueOf(value.Float()/2), reflect.ValueOf(2*value.Float()))
	}
	return nil
}

func text(value reflect.Value) string {
	if value.Kind() == reflect.Float64 {
		return strconv.FormatFloat(value.Float(), 'g', -1, 64)
	}
	return fmt.Sprint(value.Interface())
}

// Named are the variants of a number.
func Named(all []Variant, name string) (of []Variant, err error) {
	var names []string
	for _, v := range all {
		if v.Number == name {
			of = append(of, v)
		}
		names = append(names, v.Number)
	}
	if names = slices.Compact(names); len(of) == 0 {
		hint := ""
		if near := humanize.Nearest(name, names); near != "" {
			hint = fmt.Sprintf(" (did you mean %s?)", near)
		}
		err = fmt.Errorf("the search has no number %q to change%s; choose from %s", name, hint, strings.Join(names, ", "))
	}
	return of, err
}

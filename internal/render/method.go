package render

import (
	"cmp"
	"maps"
	"slices"

	"suffice"
	"suffice/internal/humanize"
	"suffice/table"
)

// AutoMethod is the name that stands for the method that predicts best.
const AutoMethod = "auto"

// MethodFor is the method of a name for a fit, and what is wrong with it: given reports which
// options are asked for beside it. What stands for the method that predicts best has no name, and
// uses what those do that are tried.
func MethodFor(name string, given func(option string) bool) (m suffice.Method, err error) {
	refuse := func(format string, values ...any) (suffice.Method, error) {
		return m, &table.MessageError{Message: table.Messagef(format, values...)}
	}
	if name == AutoMethod {
		if given("select") {
			return refuse("%s needs a method; name it with %s", table.Setting("Select"), table.Setting("Method"))
		}
		m.Uses = suffice.Uses{Centres: true, NoScale: true, Seed: true, Weights: true}
	} else if m, err = suffice.MethodNamed(cmp.Or(name, suffice.Methods()[0].Name)); err != nil {
		return refuse("%s: %v, or auto", table.Setting("Method"), err)
	}
	used := Applying(m)
	for _, setting := range slices.Sorted(maps.Keys(used)) {
		if given(humanize.Option(string(setting))) && !used[setting] {
			return refuse("%s does not apply to method %s; leave it out", setting, cmp.Or(m.Name, AutoMethod))
		}
	}
	return m, nil
}

// Applying tells of settings whether they make a difference to a method.
func Applying(m suffice.Method) map[table.Setting]bool {
	return map[table.Setting]bool{
		"AsPrinted": m.Uses.AsPrinted, "Centres": m.Uses.Centres, "Fewer": m.Uses.Fewer, "NoRefine": m.Uses.NoRefine, "NoScale": m.Uses.NoScale,
		"Screen": m.Uses.Screen, "Seed": m.Uses.Seed, "Shrinkage": m.Uses.Shrinkage, "Slices": m.Uses.Slices, "Weights": m.Uses.Weights,
	}
}

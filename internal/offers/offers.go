// Package offers lets public packages offer something to internal ones that is no promise to
// programs outside: what is made of rows of a table whose others are on other machines, and other
// numbers of a search, for experiments.
package offers

var all []any

// Make is called by a public package for a variable of its own, before anything is taken.
func Make(offer any) bool {
	all = append(all, offer)
	return true
}

// Take is the offer with the methods of the interface T. A program in which nobody made one ends
// at its start.
func Take[T any]() T {
	for _, offer := range all {
		if taken, ok := offer.(T); ok {
			return taken
		}
	}
	panic("a package does not offer what another one takes")
}

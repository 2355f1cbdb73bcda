// Package parts is what package table and the engine tell each other of tables whose parts are
// elsewhere: outlines of the parts, and some of their numbers.
package parts

var offered any

// Offer is called by package table, once, with what it does with parts of tables. That is no part
// of its own interface, as it is no promise to anybody but the engine.
func Offer(tables any) bool {
	offered = tables
	return true
}

// Tables is what package table has offered, as the interface T of those methods that are called.
func Tables[T any]() T { return offered.(T) }

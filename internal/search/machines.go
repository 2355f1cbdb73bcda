package search

import (
	"sync"

	"suffice/internal/linalg"
)

// Machines are what searches with parts of the rows have in common whatever the number of components:
// what feature machines have learnt of a part, and functions of y.
type Machines struct {
	mu     sync.Mutex
	learnt map[machine]func() (linalg.Matrix, error)
	found  map[found]linalg.Matrix // components, on the inputs
}

// found is what a search with the rows of a seed has found.
type found struct {
	dim  int
	seed uint64
}

// remember keeps what a search has found, for that with one more component.
func (m *Machines) remember(of found, w linalg.Matrix) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil {
		m.found = map[found]linalg.Matrix{}
	}
	m.found[of] = w
}

// fewer is what a search for one component less has found; no rows where there was none.
func (m *Machines) fewer(a *ascent) linalg.Matrix {
	if m == nil {
		return linalg.Matrix{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.found[found{a.Dim - 1, a.Seed}]
}

// machine is one that learns a view with the rows of a seed, or the functions of y that a view or S
// is of.
type machine struct {
	view      string
	seed      uint64
	functions bool
}

// once is what a machine has learnt, which the first that asks for it finds out; nil machines learn
// it each time.
func (m *Machines) once(of machine, learn func() (linalg.Matrix, error)) (linalg.Matrix, error) {
	if m == nil {
		return learn()
	}
	m.mu.Lock()
	learnt, ok := m.learnt[of]
	if !ok {
		if m.learnt == nil {
			m.learnt = map[machine]func() (linalg.Matrix, error){}
		}
		learnt = sync.OnceValues(learn)
		m.learnt[of] = learnt
	}
	m.mu.Unlock()
	return learnt()
}

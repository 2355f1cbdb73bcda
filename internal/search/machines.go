package search

import (
	"sync"

	"suffice/internal/linalg"
)

// Machines are what feature machines have learnt of parts of the rows: it is the same for every
// number of components, so that searches for several of them share it.
type Machines struct {
	mu     sync.Mutex
	learnt map[machine]func() (linalg.Matrix, error)
}

// machine is one that learns a view with the rows of a seed.
type machine struct {
	view string
	seed uint64
}

// once is what a machine has learnt, which the first that asks for it finds out.
func (m *Machines) once(of machine, learn func() (linalg.Matrix, error)) (linalg.Matrix, error) {
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

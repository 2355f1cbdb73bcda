package linalg

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls work for the pieces [from, to) of [0, n), each of the given size
// but the last, on all cores. The pieces are the same for any number of cores, so
// work that writes only to its own piece gives the same bits for any of them.
func Parallel(n, size int, work func(from, to int)) {
	pieces := (n + size - 1) / size
	workers := min(runtime.GOMAXPROCS(0), pieces)
	if workers <= 1 {
		for from := 0; from < n; from += size {
			work(from, min(from+size, n))
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for {
				from := (int(next.Add(1)) - 1) * size
				if from >= n {
					return
				}
				work(from, min(from+size, n))
			}
		})
	}
	all.Wait()
}

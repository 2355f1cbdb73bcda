package linalg

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Parallel calls work for the pieces [from, to) of [0, n), each of the given size
// but the last, on all cores that have nothing to do. The pieces are the same for any
// number of cores, so work that writes only to its own piece gives the same bits for
// any of them. Work may call Parallel itself: once all cores are busy, the pieces of
// the inner call are done in turn.
func Parallel(n, size int, work func(from, to int)) {
	helpers := claim((n+size-1)/size - 1)
	if helpers == 0 {
		for from := 0; from < n; from += size {
			work(from, min(from+size, n))
		}
		return
	}
	share(n, size, helpers, work)
}

// Each does the work of all numbers below n side by side, until ctx ends, and returns the first
// error in their order. Told, where not nil, is told after each how many are done, by one goroutine at a
// time.
func Each(ctx context.Context, n int, told func(done int), work func(i int) error) error {
	errs, done := make([]error, n), 0
	var mu sync.Mutex
	Parallel(n, 1, func(i, _ int) {
		if errs[i] = ctx.Err(); errs[i] != nil {
			return
		}
		if errs[i] = work(i); told != nil {
			mu.Lock()
			defer mu.Unlock()
			done++
			told(done)
		}
	})
	return cmp.Or(errs...)
}

// share does the pieces with helpers beside the caller.
func share(n, size, helpers int, work func(from, to int)) {
	var next atomic.Int64
	take := func() {
		for {
			from := (int(next.Add(1)) - 1) * size
			if from >= n {
				return
			}
			work(from, min(from+size, n))
		}
	}
	var all sync.WaitGroup
	for range helpers {
		all.Go(func() {
			defer helping.Add(-1)
			take()
		})
	}
	take()
	all.Wait()
}

// helping is how many goroutines help callers of Parallel.
var helping atomic.Int64

// claim reserves up to most helpers, as many as there are cores for.
func claim(most int) int {
	cores := int64(runtime.GOMAXPROCS(0))
	for {
		now := helping.Load()
		free := min(int64(most), cores-1-now)
		if free <= 0 {
			return 0
		}
		if helping.CompareAndSwap(now, now+free) {
			return int(free)
		}
	}
}

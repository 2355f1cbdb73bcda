package explore_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"suffice/internal/explore"
	"suffice/table"
)

// crowd is clients that do what people do, all at once.
type crowd struct {
	clients int
	seed    uint64
	quick   bool                 // no fit takes long
	goOn    func(round int) bool // asked by each client before each round
}

// figures are what came of it.
type figures struct {
	mu                                            sync.Mutex
	calls, fits, cancelled, checked, full, gone   int
	goroutinesBefore, goroutinesAfter, filesAfter int
	heapBefore, heapAfter                         uint64
	problems                                      []error
}

func (f *figures) String() string {
	return fmt.Sprintf("%d calls, %d fits begun, %d of them cancelled, %d answers compared with the library, %d refused because too much was waiting, %d gone before they were looked at\ngoroutines %d before and %d after, temporary files left %d, heap %.1f MiB before and %.1f after\nproblems: %d",
		f.calls, f.fits, f.cancelled, f.checked, f.full, f.gone, f.goroutinesBefore, f.goroutinesAfter, f.filesAfter,
		float64(f.heapBefore)/(1<<20), float64(f.heapAfter)/(1<<20), len(f.problems))
}

func (f *figures) count(which *int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	*which++
}

func (f *figures) problem(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.problems = append(f.problems, err)
}

// A crowd gets right answers, and leaves nothing: fifty clients, for some rounds, or for as long
// and with such a seed as CROWD says, which is 120s,7 for example.
func TestCrowd(t *testing.T) {
	c := crowd{clients: 50, seed: 1, quick: true}
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	c.goOn = func(round int) bool { return round < rounds }
	if length, seed, ok := strings.Cut(os.Getenv("CROWD"), ","); ok {
		lasting, err := time.ParseDuration(length)
		if err != nil {
			t.Fatal(err)
		}
		if c.seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), lasting)
		defer cancel()
		c.quick, c.goOn = false, func(int) bool { return ctx.Err() == nil }
	}
	f := c.run(t)
	if f.checked == 0 || f.cancelled == 0 {
		t.Error("nothing was compared, or nothing cancelled")
	}
	t.Log(f)
}

// run lets a crowd loose on a server of a small table, and counts what is left when all have
// gone.
func (c crowd) run(t *testing.T) *figures {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	truth := newTruth(smallTable())
	f := &figures{goroutinesBefore: runtime.NumGoroutine(), heapBefore: heap()}
	if err := c.serve(f, truth); err != nil {
		t.Fatalf("%v\n%v", f, err)
	}
	f.goroutinesAfter = settled(f.goroutinesBefore)
	truth.forget()
	f.heapAfter = heap()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	f.filesAfter = len(entries)
	if f.goroutinesAfter > f.goroutinesBefore || f.filesAfter > 0 {
		f.problem(errors.New("something is left over"))
	}
	if err := errors.Join(f.problems...); err != nil {
		t.Fatalf("%v\n%v", f, err)
	}
	return f
}

// serve begins a server, waits for the crowd, and ends it.
func (c crowd) serve(f *figures, truth *truth) error {
	server, err := explore.New(context.Background(), explore.Options{
		File: "small.csv", Roles: table.Roles{Target: []string{"y"}},
		Read: func(ctx context.Context, options table.Options) (*table.Table, error) {
			return table.Read(ctx, strings.NewReader(truth.text), "small.csv", options)
		},
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return errors.Join(err, server.Close())
	}
	address := server.Address(listener)
	web := &http.Server{Handler: server.Handler()} //nolint:gosec // only we call it
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = web.Serve(listener)
	}()
	var all sync.WaitGroup
	for k := range c.clients {
		all.Go(func() { newClient(c, k, address, f, truth).live() })
	}
	all.Wait()
	err = errors.Join(server.Close(), web.Close())
	<-ended
	return err
}

// heap is the bytes that are in use.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

// settled is the number of goroutines once those that are about to end have ended.
func settled(wanted int) int {
	const tries = 1_000_000
	for range tries {
		if runtime.NumGoroutine() <= wanted {
			break
		}
		runtime.Gosched()
	}
	return runtime.NumGoroutine()
}

package explore

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/http"
	"os"
	"sync"
	"time"

	"suffice"
	"suffice/evaluate"
	"suffice/table"
)

// Options say what is explored, and how.
type Options struct {
	// Read reads the table, or nil where the page asks for one. It may be asked again, where
	// other roles of the columns need words that were not kept.
	Read    func(ctx context.Context, options table.Options) (*table.Table, error)
	File    string        // the name of the table for people and models; "" where it has none
	Reading table.Options // of the table, and of those that are uploaded
	Roles   table.Roles   // at the beginning

	Model     *suffice.Projection // that is shown beside fits; may be nil
	ModelName string              // of its file

	// Command words what makes the same fit from a file on the command line; nil means nothing.
	Command func(file string, settings []Setting) string

	MostUpload int64         // bytes of a file; 0 means 1 GiB
	Host       string        // a name that browsers call the server by, beside addresses; may be ""
	Grace      time.Duration // for how long work goes on without a window; 0 means 5 s
}

const (
	usualUpload = 1 << 30
	usualGrace  = 5 * time.Second
)

// Server is what all windows share: a table, what is chosen of it, fits, and work.
type Server struct {
	options Options
	token   string
	guard   guard
	handler http.Handler
	folder  string // of uploads

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup // goroutines and calls
	wake   chan struct{}  // for the one that does the work

	changing sync.Mutex // one change of table or roles at a time

	mu       sync.Mutex // guards what follows
	closed   bool
	version  int
	encoded  []byte // the state, as JSON; nil where it has changed
	data     *data
	roles    Roles
	chosen   *chosen
	problem  string
	judged   *judged
	compared *Compared
	found    *evaluate.CompareResult // the same, for reports
	fits     []*fit
	jobs     []*job
	nextID   int // of tables, fits and jobs
	windows  map[chan struct{}]bool
	leaving  *time.Timer // runs while there is no window
}

// New reads the table and prepares to serve it.
func New(ctx context.Context, options Options) (*Server, error) {
	if options.MostUpload == 0 {
		options.MostUpload = usualUpload
	}
	if options.Grace == 0 {
		options.Grace = usualGrace
	}
	folder, err := os.MkdirTemp("", "suffice-explore-")
	if err != nil {
		return nil, err
	}
	s := &Server{options: options, token: newToken(), folder: folder, wake: make(chan struct{}, 1), windows: map[chan struct{}]bool{}, guard: guard{name: options.Host}}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.handler = s.routes()
	s.work.Go(s.worker)
	if options.Read != nil {
		if err := s.open(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// newToken is 192 random bits that fit into an address.
func newToken() string {
	const bytes = 24
	random := make([]byte, bytes)
	_, _ = rand.Read(random) // it never fails
	return base64.RawURLEncoding.EncodeToString(random)
}

// Close ends all work and all calls, waits for them, and removes what was uploaded.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	if s.leaving != nil && s.leaving.Stop() {
		s.work.Done()
	}
	s.leaving = nil
	s.mu.Unlock()
	s.cancel()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop()
	s.discard(s.data)
	s.data = nil
	return os.RemoveAll(s.folder)
}

// drop forgets what was chosen and all that came of it. The caller holds the lock.
func (s *Server) drop() {
	s.cancelAll()
	s.chosen, s.judged, s.compared, s.found, s.fits, s.problem = nil, nil, nil, nil, nil, ""
}

// id is a number that nothing else has. The caller holds the lock.
func (s *Server) id() int {
	s.nextID++
	return s.nextID
}

// changed tells all windows that the state is another one. The caller holds the lock.
func (s *Server) changed() {
	s.version++
	s.encoded = nil
	for window := range s.windows {
		select {
		case window <- struct{}{}:
		default: // it will look anyway
		}
	}
}

package explore

import (
	"context"
	"errors"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// endless is work that ends when it is cancelled; began is told when it has begun.
func endless(c *client, began chan<- string, title string) Job {
	c.t.Helper()
	c.server.mu.Lock()
	of := c.server.chosen
	c.server.mu.Unlock()
	job, err := c.server.begin(&job{Job: Job{Kind: "fit", Title: title}, of: of, run: func(ctx context.Context, tell tell) (finish, error) {
		began <- title
		tell("at it", 1, 2)
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	if err != nil {
		c.t.Fatal(err)
	}
	return job
}

func (c *client) cancel(id int) { c.call(http.MethodDelete, "api/jobs/"+strconv.Itoa(id), nil, nil) }

func statusOf(s State, id int) string {
	for _, j := range s.Jobs {
		if j.ID == id {
			return j.Status
		}
	}
	return ""
}

// Work is done one after the other; what waits and what runs can be cancelled.
func TestCancel(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.choose(onY)
	began := make(chan string, 3)
	first, second, third := endless(c, began, "1"), endless(c, began, "2"), endless(c, began, "3")
	if title := <-began; title != "1" {
		t.Errorf("%s was first", title)
	}
	c.follow(func(s State) bool { return s.Jobs[0].Text == "at it" && s.Jobs[0].Done == 1 && s.Jobs[0].All == 2 })
	c.cancel(second.ID)
	s := c.state()
	if statusOf(s, first.ID) != running || statusOf(s, second.ID) != cancelled || statusOf(s, third.ID) != waiting {
		t.Errorf("%+v", s.Jobs)
	}
	c.cancel(first.ID)
	if title := <-began; title != "3" {
		t.Errorf("%s came after 1", title)
	}
	c.cancel(third.ID)
	c.done(third)
	c.cancel(third.ID) // once more does no harm
	c.refused(http.StatusNotFound, "there is no work 999", http.MethodDelete, "api/jobs/999", nil)
	c.refused(http.StatusBadRequest, "not the number of work", http.MethodDelete, "api/jobs/x", nil)
}

// A fit that takes long ends soon after it is cancelled, and leaves nothing.
func TestCancelAFit(t *testing.T) {
	c := serve(t, noisy(1500), Options{})
	c.choose(onY)
	var job Job
	c.call(http.MethodPost, "api/jobs", map[string]any{"kind": "fit", "options": map[string]any{"method": "sca", "dim": 0, "seed": 1}}, &job)
	c.follow(func(s State) bool { return statusOf(s, job.ID) == running })
	c.cancel(job.ID)
	if ended := c.done(job); ended.Status != cancelled || ended.Error != "" {
		t.Errorf("%+v", ended)
	}
	if fits := c.state().Fits; len(fits) != 0 {
		t.Errorf("%+v", fits)
	}
}

// Work that fails says why; what breaks does not take the server with it.
func TestWorkThatFails(t *testing.T) {
	c := serve(t, "a,b,y\n1,2,1\n2,1,2\n3,5,3\n4,1,5\n", Options{})
	c.choose(Roles{Target: []string{"y"}, Kind: "number"})
	var asked Job
	c.call(http.MethodPost, "api/jobs", map[string]any{"kind": "fit", "options": map[string]any{"method": "pca", "dim": 0, "seed": 1}}, &asked)
	if ended := c.done(asked); ended.Status != failed || !strings.Contains(ended.Error, "4 rows are too few") || !strings.Contains(ended.Error, "say how many") {
		t.Errorf("%+v", ended)
	}
	broken, err := c.server.begin(&job{of: c.server.chosen, run: func(context.Context, tell) (finish, error) { panic("broken") }})
	if err != nil {
		t.Fatal(err)
	}
	if ended := c.done(broken); ended.Status != failed || !strings.Contains(ended.Error, "fault of it") || strings.Contains(ended.Error, "broken") {
		t.Errorf("%+v", ended)
	}
	c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})
}

// Not more waits than can be looked at, and of what ended the last is kept.
func TestWorkIsBounded(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.choose(onY)
	began := make(chan string, 200)
	endless(c, began, "running")
	<-began
	for range mostWaiting {
		endless(c, began, "waiting")
	}
	fit := map[string]any{"kind": "fit", "options": map[string]any{"method": "pca", "dim": 1, "seed": 1}}
	c.refused(http.StatusTooManyRequests, "too much work is waiting", http.MethodPost, "api/jobs", fit)
	state := c.choose(Roles{Target: []string{"a"}})
	c.follow(func(s State) bool { return len(s.Jobs) == mostEnded })
	if state.Choice == nil {
		t.Error("nothing is chosen")
	}
	pca := map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false}
	var kept FitInfo
	c.call(http.MethodPost, ofFit(c.fit(pca), "hand"), `{"axes":[0,0],"changes":{}}`, &kept)
	for range mostFits - 1 {
		c.fit(pca)
	}
	if last := c.work(map[string]any{"kind": "fit", "options": pca}); last.Notice != "pca (2) was removed, as the oldest of 30 fits" {
		t.Errorf("%q", last.Notice)
	}
	s := c.state()
	if s.Fits[0].ID != kept.ID {
		t.Error("what was kept by hand is gone")
	}
	if len(s.Fits) != mostFits || len(s.Jobs) != mostEnded || s.Fits[0].Name == s.Fits[1].Name {
		t.Errorf("%d fits and %d jobs", len(s.Fits), len(s.Jobs))
	}
}

// Another choice ends work on the one before, whose result is not kept.
func TestAnotherChoiceEndsWork(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.choose(onY)
	began, go1 := make(chan string, 1), make(chan struct{})
	stubborn, err := c.server.begin(&job{of: c.server.chosen, run: func(context.Context, tell) (finish, error) {
		began <- ""
		<-go1
		return func() int { t.Error("the result was kept"); return 0 }, nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-began
	c.call(http.MethodPost, "api/upload?name=b.csv", []byte(noisy(40)), nil) // while the first table is in use
	close(go1)
	if ended := c.done(stubborn); ended.Status != cancelled {
		t.Errorf("%+v", ended)
	}
	if _, err := c.server.begin(&job{of: nil}); err == nil {
		t.Error("work on no choice has begun")
	}
}

// Work ends when the last window has gone, and not before.
func TestWithoutWindowsWorkEnds(t *testing.T) {
	c := serve(t, noisy(30), Options{Grace: time.Nanosecond})
	c.choose(onY)
	began := make(chan string, 1)
	work := endless(c, began, "1")
	<-began
	one, leaveOne := context.WithCancel(context.Background())
	two, leaveTwo := context.WithCancel(context.Background())
	for _, window := range []context.Context{one, two} {
		entered := make(chan struct{})
		go func() {
			first := true
			for range c.events(window) {
				if first {
					close(entered)
				}
				first = false
			}
		}()
		<-entered
	}
	leaveOne()
	c.until(func(s *Server) bool { return len(s.windows) == 1 })
	c.server.abandon() // as if the time had passed
	if status := statusOf(c.state(), work.ID); status != running {
		t.Errorf("it is %s, though a window is there", status)
	}
	leaveTwo()
	c.until(func(s *Server) bool { return s.count((*job).ended) == 1 })
	if status := statusOf(c.state(), work.ID); status != cancelled {
		t.Errorf("it is %s without a window", status)
	}
}

// until looks at the server again and again, until it is as wanted.
func (c *client) until(want func(s *Server) bool) {
	for {
		c.server.mu.Lock()
		is := want(c.server)
		c.server.mu.Unlock()
		if is {
			return
		}
		runtime.Gosched()
	}
}

// All windows see the same, and get it in order.
func TestWindowsSeeTheSame(t *testing.T) {
	c := serve(t, noisy(60), Options{})
	const windows = 5
	states := make(chan State, windows)
	for range windows {
		go func() {
			version := -1
			states <- c.follow(func(s State) bool {
				if s.Version <= version {
					t.Errorf("version %d after %d", s.Version, version)
				}
				version = s.Version
				return len(s.Fits) == 2
			})
		}()
	}
	c.choose(onY)
	c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})
	c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false})
	for range windows {
		if s := <-states; s.Fits[1].Method != "sir" {
			t.Errorf("%+v", s.Fits)
		}
	}
}

// Close ends work, windows and calls, and removes files; nothing of the server runs on.
func TestCloseLeavesNothing(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.call(http.MethodPost, "api/upload?name=b.csv", []byte(noisy(40)), nil)
	c.choose(onY)
	began := make(chan string, 2)
	endless(c, began, "1")
	endless(c, began, "2")
	<-began
	windows, shown := make(chan struct{}, 3), make(chan struct{})
	for range cap(windows) {
		go func() {
			show := sync.OnceFunc(func() { shown <- struct{}{} })
			for range c.events(context.Background()) {
				show()
			}
			windows <- struct{}{}
		}()
	}
	for range cap(windows) { // one whose answer has not begun would call its end an error
		<-shown
	}
	slow := &slowBody{asked: make(chan struct{}), end: make(chan struct{})}
	sent := make(chan struct{})
	go func() { // an upload that does not come to an end
		defer close(sent)
		request, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, c.address+"api/upload?name=slow.csv", slow)
		if response, err := c.web.Client().Do(request); err == nil {
			_ = response.Body.Close()
		}
	}()
	<-slow.asked
	c.until(func(s *Server) bool { return len(filesIn(t, s.folder)) == 2 })
	if err := c.server.Close(); err != nil {
		t.Error(err)
	}
	if left := ours(); left != "" {
		t.Errorf("this runs on:\n%s", left)
	}
	close(slow.end)
	<-sent
	for range cap(windows) {
		<-windows
	}
	if _, err := os.Stat(c.server.folder); err == nil {
		t.Error("the folder is still there")
	}
	c.refused(http.StatusServiceUnavailable, "has ended", http.MethodGet, "api/state", nil)
	if err := c.server.Close(); err != nil { // once more does no harm
		t.Error(err)
	}
}

// slowBody sends a line, and then nothing.
type slowBody struct {
	asked, end chan struct{}
	begun      bool
}

func (s *slowBody) Read(p []byte) (int, error) {
	if !s.begun {
		s.begun = true
		return copy(p, strings.Repeat("a,b\n", 10)), nil
	}
	select {
	case <-s.asked:
	default:
		close(s.asked)
	}
	<-s.end
	return 0, errors.New("gone")
}

// ours is the stacks of goroutines that run code of the server, but for tests.
func ours() string {
	buffer := make([]byte, 1<<20)
	buffer = buffer[:runtime.Stack(buffer, true)]
	var left []string
	for stack := range strings.SplitSeq(string(buffer), "\n\n") {
		if strings.Contains(stack, "explore.(*Server)") && !strings.Contains(stack, "testing.tRunner") {
			left = append(left, stack)
		}
	}
	return strings.Join(left, "\n\n")
}

package explore

import (
	"context"
	"net/http"
	"slices"
	"strconv"
)

const (
	mostWaiting = 100 // jobs
	mostEnded   = 50
)

// Job is work as the page shows it.
type Job struct {
	ID     int    `json:"id"`
	Kind   string `json:"kind"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Text   string `json:"text"`
	Done   int    `json:"done"`
	All    int    `json:"all"`
	Error  string `json:"error"`
	Notice string `json:"notice"`
	Fit    int    `json:"fit"`
}

// The states of work.
const (
	waiting   = "waiting"
	running   = "running"
	finished  = "done"
	failed    = "failed"
	cancelled = "cancelled"
)

// job is work on a choice.
type job struct {
	Job // guarded by Server.mu
	of  *chosen
	run func(ctx context.Context, tell tell) (finish, error)

	ctx    context.Context
	cancel context.CancelFunc
}

// tell says how far work is.
type tell func(text string, done, all int)

// finish puts the result of work into the server, which is locked, and returns the number of
// the fit that it is about.
type finish func() int

func (j *job) ended() bool { return j.Status != waiting && j.Status != running }

// begin queues work on the choice as it is.
func (s *Server) begin(j *job) (Job, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if j.of != s.chosen {
		return Job{}, problemf(http.StatusConflict, "another target or table was chosen meanwhile; begin again")
	}
	if s.count(func(j *job) bool { return j.Status == waiting }) >= mostWaiting {
		return Job{}, problemf(http.StatusTooManyRequests, "too much work is waiting; cancel some of it")
	}
	j.ID, j.Status, j.Text = s.id(), waiting, "waiting"
	j.ctx, j.cancel = context.WithCancel(s.ctx)
	s.jobs = append(s.jobs, j)
	s.changed()
	select {
	case s.wake <- struct{}{}:
	default:
	}
	return j.Job, nil
}

func (s *Server) count(which func(*job) bool) (n int) {
	for _, j := range s.jobs {
		if which(j) {
			n++
		}
	}
	return n
}

// worker does the work, one after the other, until the server ends.
func (s *Server) worker() {
	for {
		j, release := s.next()
		if j == nil {
			select {
			case <-s.ctx.Done():
				return
			case <-s.wake:
			}
			continue
		}
		s.do(j)
		release()
	}
}

// next is the work that waits longest, now running, or nil. Its table is held until release.
func (s *Server) next() (*job, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.jobs, func(j *job) bool { return j.Status == waiting })
	if at < 0 || s.ctx.Err() != nil {
		return nil, nil
	}
	j := s.jobs[at]
	j.Status, j.Text = running, ""
	s.changed()
	return j, s.hold(j.of.data)
}

// do does one piece of work and puts its result in place, unless that is of a choice which is
// no more.
func (s *Server) do(j *job) {
	result, err := s.attempt(j)
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case j.ctx.Err() != nil || j.of != s.chosen:
		j.end(cancelled, nil)
	case err != nil:
		j.end(failed, err)
	default:
		j.Fit = result()
		j.end(finished, nil)
	}
	s.forgetJobs()
	s.changed()
}

// attempt runs work, and makes an error of what should not happen.
func (s *Server) attempt(j *job) (result finish, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			logFault(broken)
			err = errBroken
		}
	}()
	return j.run(j.ctx, func(text string, done, all int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if j.Status == running {
			j.Text, j.Done, j.All = text, done, all
			s.changed()
		}
	})
}

// end notes how work ended, and holds nothing of it. The caller holds the lock.
func (j *job) end(status string, err error) {
	j.Status, j.Text = status, ""
	if err != nil {
		j.Error = inWords(err)
	}
	j.cancel()
	j.run, j.of = nil, nil
}

// forgetJobs keeps the last that ended. The caller holds the lock.
func (s *Server) forgetJobs() {
	over := s.count((*job).ended) - mostEnded
	s.jobs = slices.DeleteFunc(s.jobs, func(j *job) bool {
		if !j.ended() || over <= 0 {
			return false
		}
		over--
		return true
	})
}

// stop cancels work: at once where it waits, and soon where it runs. The caller holds the lock.
func (j *job) stop() {
	j.cancel()
	if j.Status == waiting {
		j.end(cancelled, nil)
	}
}

// cancelAll cancels all work, and reports whether there was any. The caller holds the lock.
func (s *Server) cancelAll() (some bool) {
	for _, j := range s.jobs {
		if !j.ended() {
			j.stop()
			some = true
		}
	}
	s.forgetJobs()
	return some
}

// deleteJob cancels work.
func (s *Server) deleteJob(w http.ResponseWriter, r *http.Request) error {
	id, err := strconv.Atoi(r.PathValue("job"))
	if err != nil {
		return problemf(http.StatusBadRequest, "%q is not the number of work", r.PathValue("job"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.jobs, func(j *job) bool { return j.ID == id })
	if at < 0 {
		return problemf(http.StatusNotFound, "there is no work %d any more", id)
	}
	if j := s.jobs[at]; !j.ended() {
		j.stop()
		s.changed()
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

package explore_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"

	"suffice"
	"suffice/internal/explore"
)

// client is one of the crowd, with a window of its own.
type client struct {
	crowd
	*figures
	truth   *truth
	address string
	random  *rand.Rand
	http    *http.Client
	states  *bufio.Scanner // of its window
}

func newClient(c crowd, k int, address string, f *figures, truth *truth) *client {
	return &client{crowd: c, figures: f, truth: truth, address: address, random: rand.New(rand.NewPCG(c.seed, uint64(k))), http: &http.Client{Transport: &http.Transport{}}}
}

// live does one thing after the other. Now and then it reloads the page.
func (c *client) live() {
	defer c.http.CloseIdleConnections()
	for round := 0; c.goOn(round); {
		ctx, leave := context.WithCancel(context.Background())
		err := c.open(ctx)
		for more := true; err == nil && more && c.goOn(round); round++ {
			err = c.act()
			more = c.random.IntN(20) > 0
		}
		leave()
		if err != nil {
			c.problem(err)
			return
		}
	}
}

// open opens the window.
func (c *client) open(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address+"api/events", nil)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return err
	}
	context.AfterFunc(ctx, func() { _ = response.Body.Close() })
	c.states = bufio.NewScanner(response.Body)
	c.states.Buffer(nil, 1<<24)
	return nil
}

// next is the next state that the window is sent.
func (c *client) next() (state explore.State, err error) {
	for c.states.Scan() {
		if text, ok := strings.CutPrefix(c.states.Text(), "data: "); ok {
			return state, json.Unmarshal([]byte(text), &state)
		}
	}
	return state, fmt.Errorf("the window was closed: %w", c.states.Err())
}

// send makes a call.
func (c *client) send(method, path string, body any) (status int, answer []byte, err error) {
	c.count(&c.calls)
	text, err := json.Marshal(body)
	if err != nil {
		return 0, nil, err
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.address+path, bytes.NewReader(text))
	if err != nil {
		return 0, nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err = io.ReadAll(response.Body)
	return response.StatusCode, answer, err
}

// act begins a fit, and cancels it, or waits for it and looks at it; or looks at one of others.
func (c *client) act() error {
	if c.random.IntN(4) == 0 {
		return c.lookAround()
	}
	what := c.choose()
	status, text, err := c.send(http.MethodPost, "api/jobs", map[string]any{
		"kind": "fit", "options": map[string]any{"method": what.method, "dim": what.dim, "seed": what.seed, "verdict": false},
	})
	switch {
	case err != nil:
		return err
	case status == http.StatusTooManyRequests:
		c.count(&c.full)
		_, err := c.next()
		return err
	case status != http.StatusAccepted:
		return fmt.Errorf("a fit was answered by %d %s", status, text)
	}
	c.count(&c.fits)
	var job explore.Job
	if err := json.Unmarshal(text, &job); err != nil {
		return err
	}
	if what.method == slowMethod && c.random.IntN(4) > 0 || c.random.IntN(5) < 2 {
		if c.random.IntN(2) == 0 {
			if _, err := c.next(); err != nil {
				return err
			}
		}
		return c.cancel(job)
	}
	return c.await(job, what)
}

// slowMethod is one that is worth a cancellation.
const slowMethod = "sca"

func (c *client) choose() task {
	methods := []string{"pca", "sir", "pls", "mddm", "pca", "sir", "pls", "mddm", "pca", "sir", "pls", "mddm", slowMethod}
	if c.quick {
		methods = methods[:len(methods)-1]
	}
	return task{methods[c.random.IntN(len(methods))], 1 + c.random.IntN(2), 1 + c.random.Uint64N(3)}
}

func (c *client) cancel(job explore.Job) error {
	status, text, err := c.send(http.MethodDelete, fmt.Sprintf("api/jobs/%d", job.ID), nil)
	if err == nil && status != http.StatusNoContent && status != http.StatusNotFound {
		err = fmt.Errorf("a cancellation was answered by %d %s", status, text)
	}
	c.count(&c.cancelled)
	return err
}

// await waits for work, and looks at what came of it.
func (c *client) await(job explore.Job, what task) error {
	for {
		state, err := c.next()
		if err != nil {
			return err
		}
		now, there := job, state.Version < 0
		for _, j := range state.Jobs {
			if j.ID == job.ID {
				now, there = j, true
			}
		}
		switch {
		case !there && latest(state) < job.ID: // it is older than the work
		case !there:
			c.count(&c.gone)
			return nil
		case now.Status == "failed":
			return fmt.Errorf("%v failed: %s", what, now.Error)
		case now.Status == "cancelled":
			return fmt.Errorf("%v was cancelled by no one", what)
		case now.Status == "done":
			return c.look(now.Fit, what)
		}
	}
}

// latest is the number of the latest work of a state.
func latest(state explore.State) (id int) {
	for _, j := range state.Jobs {
		id = max(id, j.ID)
	}
	return id
}

// lookAround looks at a fit of anyone.
func (c *client) lookAround() error {
	status, text, err := c.send(http.MethodGet, "api/state", nil)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("the state was answered by %d %s, %w", status, text, err)
	}
	var state explore.State
	if err := json.Unmarshal(text, &state); err != nil {
		return err
	}
	if len(state.Fits) > 30 || len(state.Jobs) > 50+100+1 {
		return fmt.Errorf("%d fits and %d jobs are kept", len(state.Fits), len(state.Jobs))
	}
	if len(state.Fits) == 0 {
		return nil
	}
	f := state.Fits[c.random.IntN(len(state.Fits))]
	return c.look(f.ID, task{f.Method, f.Dim, f.Seed})
}

// look compares a fit with what the library finds, bit for bit.
func (c *client) look(id int, what task) error {
	want, err := c.truth.of(what)
	if err != nil {
		return err
	}
	status, text, err := c.send(http.MethodGet, fmt.Sprintf("api/fits/%d/files/model.json", id), nil)
	if err == nil && status == http.StatusNotFound {
		c.count(&c.gone)
		return nil
	}
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("a model was answered by %d %s, %w", status, text, err)
	}
	model, err := suffice.ReadModel(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(model.Components, want.model.Components) || !reflect.DeepEqual(model.Relevance, want.model.Relevance) {
		return fmt.Errorf("%v: components %v, but the library finds %v", what, model.Components, want.model.Components)
	}
	status, text, err = c.send(http.MethodGet, fmt.Sprintf("api/fits/%d/points", id), nil)
	if err == nil && status == http.StatusNotFound {
		c.count(&c.gone)
		return nil
	}
	if err != nil || status != http.StatusOK || len(text) != 4*want.z.Len()*want.z.Width() {
		return fmt.Errorf("points were answered by %d and %d bytes, %w", status, len(text), err)
	}
	for i := range len(text) / 4 {
		got := math.Float32frombits(binary.LittleEndian.Uint32(text[4*i:]))
		if z := float32(want.z.Row(i / want.z.Width())[i%want.z.Width()]); got != z {
			return fmt.Errorf("%v: z %d is %v, but the library finds %v", what, i, got, z)
		}
	}
	c.count(&c.checked)
	return nil
}

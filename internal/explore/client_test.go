package explore

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
	"net/http/httptest"
	"strings"
	"testing"

	"suffice/table"
)

// client is a window without a picture.
type client struct {
	t       testing.TB
	server  *Server
	web     *httptest.Server
	address string
}

// serve begins a server for a table of text; "" means none.
func serve(t testing.TB, text string, options Options) *client {
	t.Helper()
	if text != "" {
		options.File = "a.csv"
		options.Read = func(ctx context.Context, reading table.Options) (*table.Table, error) {
			return table.Read(ctx, strings.NewReader(text), "a.csv", reading)
		}
	}
	options.Command = func(file string, settings []Setting) string {
		text := file
		for _, s := range settings {
			text += strings.TrimSuffix(", "+s.Name+" "+s.Value, " ")
		}
		return text
	}
	server, err := New(context.Background(), options)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server.Handler())
	c := &client{t, server, web, server.Address(web.Listener)}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		web.Close()
	})
	return c
}

// send makes a call, with a body of JSON or of bytes.
func (c *client) send(method, path string, body any) (int, []byte) {
	c.t.Helper()
	var in io.Reader
	kind := ""
	switch body := body.(type) {
	case nil:
	case []byte:
		in = bytes.NewReader(body)
	case string: // JSON as it is
		in, kind = strings.NewReader(body), "application/json"
	default:
		text, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		in, kind = bytes.NewReader(text), "application/json"
	}
	request, err := http.NewRequestWithContext(context.Background(), method, c.address+path, in)
	if err != nil {
		c.t.Fatal(err)
	}
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	response, err := c.web.Client().Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return response.StatusCode, text
}

// call is send that must succeed; into takes the answer, where it is not nil.
func (c *client) call(method, path string, body, into any) []byte {
	c.t.Helper()
	status, text := c.send(method, path, body)
	if status/100 != 2 {
		c.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if into != nil {
		if err := json.Unmarshal(text, into); err != nil {
			c.t.Fatalf("%s %s: %v in %s", method, path, err, text)
		}
	}
	return text
}

// refused is send that must fail with a status, and an error that holds a text.
func (c *client) refused(status int, want, method, path string, body any) {
	c.t.Helper()
	got, text := c.send(method, path, body)
	var said struct{ Error string }
	if err := json.Unmarshal(text, &said); err != nil {
		c.t.Errorf("%s %s: %v in %s", method, path, err, text)
	}
	if got != status || !strings.Contains(said.Error, want) {
		c.t.Errorf("%s %s: got %d %q, want %d %q", method, path, got, said.Error, status, want)
	}
}

func (c *client) floats(path string) []float32 {
	c.t.Helper()
	text := c.call(http.MethodGet, path, nil, nil)
	all := make([]float32, len(text)/4)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(text[4*i:]))
	}
	return all
}

func (c *client) state() (s State) {
	c.t.Helper()
	c.call(http.MethodGet, "api/state", nil, &s)
	return s
}

// follow gives all states that a window is sent until want is true of one, which it returns.
func (c *client) follow(want func(State) bool) State {
	c.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for state := range c.events(ctx) {
		if want(state) {
			return state
		}
	}
	c.t.Fatal("the events have ended")
	return State{}
}

// events are the states that a window is sent.
func (c *client) events(ctx context.Context) func(yield func(State) bool) {
	return func(yield func(State) bool) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.address+"api/events", nil)
		if err != nil {
			c.t.Error(err)
			return
		}
		response, err := c.web.Client().Do(request)
		if err != nil {
			if ctx.Err() == nil {
				c.t.Error(err)
			}
			return
		}
		defer func() { _ = response.Body.Close() }()
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var state State
				if err := json.Unmarshal([]byte(text), &state); err != nil {
					c.t.Error(err)
					return
				}
				if !yield(state) {
					return
				}
			}
		}
	}
}

// done waits for work to end.
func (c *client) done(job Job) Job {
	c.t.Helper()
	var ended Job
	c.follow(func(s State) bool {
		for _, j := range s.Jobs {
			if j.ID == job.ID && j.Status != waiting && j.Status != running {
				ended = j
				return true
			}
		}
		return false
	})
	return ended
}

// work begins work and waits for it, which must succeed.
func (c *client) work(body any) Job {
	c.t.Helper()
	var job Job
	c.call(http.MethodPost, "api/jobs", body, &job)
	ended := c.done(job)
	if ended.Status != finished {
		c.t.Fatalf("work %+v ended as %+v", body, ended)
	}
	return ended
}

// fit makes a fit and gives its number.
func (c *client) fit(options map[string]any) int {
	c.t.Helper()
	return c.work(map[string]any{"kind": "fit", "options": options}).Fit
}

func (c *client) choose(roles Roles) State {
	c.t.Helper()
	var state State
	c.call(http.MethodPost, "api/choose", roles.whole(), &state)
	return state
}

// noisy is a table whose y is a curve of a + b, with a nominal column and a date beside.
func noisy(n int) string {
	random := rand.New(rand.NewPCG(5, 6))
	var text strings.Builder
	text.WriteString("id,a,b,c,town,day,y\n")
	towns := []string{"Ulm", "Bonn", "Kiel"}
	for i := range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		z := a + b
		fmt.Fprintf(&text, "r%d,%.4f,%.4f,%.4f,%s,2024-%02d-%02d,%.4f\n", i, a, b, c, towns[i%3], 1+i%12, 1+i%28, z*z/2+z+.1*random.NormFloat64())
	}
	return text.String()
}

var onY = Roles{Target: []string{"y"}}

// ofFit is the path of a call about a fit.
func ofFit(fit int, rest string) string {
	return strings.TrimSuffix(fmt.Sprintf("api/fits/%d/%s", fit, rest), "/")
}

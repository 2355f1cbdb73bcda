package explore

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
)

// ask makes a call with headers, and gives the status and the error.
func (c *client) ask(method, address string, header map[string]string, body io.Reader) (reply, string) {
	c.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), method, address, body)
	if err != nil {
		c.t.Fatal(err)
	}
	for name, value := range header {
		if name == "Host" {
			request.Host = value
			continue
		}
		request.Header.Set(name, value)
	}
	response, err := (&http.Client{
		Transport:     c.web.Client().Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}).Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	var said struct{ Error string }
	_ = json.Unmarshal(text, &said)
	return reply{response.StatusCode, response.Header}, said.Error
}

// reply is what is told of an answer beside its text.
type reply struct {
	StatusCode int
	Header     http.Header
}

// Whoever does not know the token, or comes from elsewhere, is told nothing.
func TestOthersAreRefused(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	base := strings.TrimSuffix(c.address, c.server.token+"/")
	port := base[strings.LastIndex(base, ":")+1 : len(base)-1]
	if len(c.server.token) < 22 {
		t.Errorf("the token %q has less than 128 bits", c.server.token)
	}
	for _, path := range []string{"", "api/state", "x/api/state", c.server.token[1:] + "/api/state", c.server.token + "x/api/state", "%2e%2e/" + c.server.token + "/api/state"} {
		if response, said := c.ask(http.MethodGet, base+path, nil, nil); response.StatusCode != http.StatusForbidden || !strings.Contains(said, "token") {
			t.Errorf("%q: %d %q", path, response.StatusCode, said)
		}
	}
	own := "http://" + net.JoinHostPort("127.0.0.1", port)
	for _, refused := range []map[string]string{
		{"Host": "evil.example:" + port}, {"Host": "evil.example"}, {"Host": "127.0.0.1:1"}, {"Host": "127.0.0.1"}, {"Host": "10.0.0.1:" + port},
		{"Host": "127.0.0.1.evil.example:" + port}, {"Host": "localhost.evil.example:" + port}, {"Host": ""},
		{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "https" + own[4:]}, {"Origin": "http://127.0.0.1"},
		{"Host": "localhost:" + port, "Origin": own},
		{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site", "Origin": own},
	} {
		if refused["Host"] == "" && len(refused) == 1 && refused["Origin"]+refused["Sec-Fetch-Site"] == "" {
			continue // the client fills it in
		}
		response, said := c.ask(http.MethodGet, c.address+"api/state", refused, nil)
		if response.StatusCode != http.StatusForbidden || said == "" {
			t.Errorf("%v: %d %q", refused, response.StatusCode, said)
		}
	}
	for _, let := range []map[string]string{
		{}, {"Host": "localhost:" + port}, {"Host": "[::1]:" + port}, {"Origin": own}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"},
		{"Host": "localhost:" + port, "Origin": "http://localhost:" + port},
	} {
		if response, said := c.ask(http.MethodGet, c.address+"api/state", let, nil); response.StatusCode != http.StatusOK {
			t.Errorf("%v: %d %q", let, response.StatusCode, said)
		}
	}
}

// A browser may be led to the page, but to nothing else; and a person at a wrong address gets a page.
func TestOpeningThePage(t *testing.T) {
	c := serve(t, "", Options{})
	led := map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
	if response, said := c.ask(http.MethodGet, c.address, led, nil); response.StatusCode != http.StatusOK {
		t.Errorf("%d %q", response.StatusCode, said)
	}
	if response, _ := c.ask(http.MethodGet, c.address+"api/state", led, nil); response.StatusCode != http.StatusForbidden {
		t.Errorf("a call: %d", response.StatusCode)
	}
	led["Sec-Fetch-Dest"] = "iframe"
	if response, _ := c.ask(http.MethodGet, c.address, led, nil); response.StatusCode != http.StatusForbidden {
		t.Errorf("in a frame: %d", response.StatusCode)
	}
	request, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, c.web.URL+"/wrong/", nil)
	request.Header.Set("Accept", "text/html,*/*")
	response, err := c.web.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusForbidden || response.Header.Get("Content-Type") != "text/html; charset=utf-8" || !strings.Contains(string(text), "address") {
		t.Errorf("%d %s", response.StatusCode, text)
	}
}

// A fault is told to whoever started the program.
func TestFaultsAreLogged(t *testing.T) {
	var said strings.Builder
	log.SetOutput(&said)
	defer log.SetOutput(os.Stderr)
	answer := httptest.NewRecorder()
	call(func(http.ResponseWriter, *http.Request) error { panic("oh") }).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
	if answer.Code != http.StatusInternalServerError || !strings.Contains(said.String(), "oh") || !strings.Contains(said.String(), "guard_test.go") {
		t.Errorf("%d, %s", answer.Code, said.String())
	}
}

// Where the server was told to listen elsewhere, addresses and the name it was told are good.
func TestListeningElsewhere(t *testing.T) {
	g := guard{name: "lab.example", port: "80", open: true}
	for host, want := range map[string]bool{
		"10.1.2.3:80": true, "10.1.2.3": true, "[fe80::1]:80": true, "lab.example": true, "LAB.example:80": true, "localhost:80": true,
		"10.1.2.3:81": false, "evil.example:80": false, "": false,
	} {
		if got := g.knows(host); got != want {
			t.Errorf("%q: %v", host, got)
		}
	}
	for name, want := range map[string]string{"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "lab.example": "lab.example"} {
		s := &Server{guard: guard{name: name}, token: "secret"}
		if got := s.Address(listening("0.0.0.0:8080")); got != "http://"+want+":8080/secret/" || !s.guard.open {
			t.Errorf("%q: the address is %s", name, got)
		}
	}
	if (guard{open: true}).knows("127.0.0.1:80") {
		t.Error("no one listens yet")
	}
}

// listening is a listener that has an address.
type listening string

func (listening) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (listening) Close() error              { return nil }
func (l listening) Addr() net.Addr          { return l }
func (listening) Network() string           { return "tcp" }
func (l listening) String() string          { return string(l) }

// All answers keep the page from calling others, and others from showing it.
func TestHeaders(t *testing.T) {
	c := serve(t, "", Options{})
	for _, address := range []string{c.address, c.address + "api/state", c.address + "nothing", c.web.URL} {
		response, _ := c.ask(http.MethodGet, address, nil, nil)
		for name, want := range headers {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", address, name, got)
			}
		}
	}
	response, _ := c.ask(http.MethodGet, strings.TrimSuffix(c.address, "/"), nil, nil)
	if where := response.Header.Get("Location"); response.StatusCode != http.StatusPermanentRedirect || where != "/"+c.server.token+"/" {
		t.Errorf("%d to %q", response.StatusCode, where)
	}
}

// No path leads to a file that is not part of the page.
func TestPathsLeadNowhere(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	for _, path := range []string{
		"../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc/passwd", "page/../page.go", "./page.js", "//page.js", "api//state", "page", "page/page.js",
		"api/fits/1/files/..%2f..%2fserver.go", "api/fits/../state", "server.go", "%00", "api/state/",
	} {
		response, said := c.ask(http.MethodGet, c.address+path, nil, nil)
		if response.StatusCode != http.StatusNotFound && response.StatusCode != http.StatusBadRequest && response.StatusCode != http.StatusForbidden || said == "" {
			t.Errorf("%q: %d %q", path, response.StatusCode, said)
		}
	}
}

// What is too large, or not what the page sends, is refused.
func TestBodiesAreBounded(t *testing.T) {
	c := serve(t, noisy(30), Options{MostUpload: 1000})
	c.choose(onY)
	c.refused(http.StatusRequestEntityTooLarge, "large.csv is larger than", http.MethodPost, "api/upload?name=large.csv", []byte(noisy(100)))
	c.refused(http.StatusRequestEntityTooLarge, "too long: 16 MiB", http.MethodPost, "api/selection", `{"rows":[`+strings.Repeat(" ", mostBody)+`]}`)
	for body, want := range map[string]string{
		"": "cannot be understood", "{": "cannot be understood", "[]": "cannot be understood", `{"rows":[1]} {}`: "something after its end",
		`{"rows":["1"]}`: "cannot be understood", `{"rows":[1.5]}`: "cannot be understood", `{"rows":[1e30]}`: "cannot be understood", `{"row":[1]}`: "unknown field",
	} {
		c.refused(http.StatusBadRequest, want, http.MethodPost, "api/selection", body)
	}
	response, said := c.ask(http.MethodPost, c.address+"api/choose", map[string]string{"Content-Type": "text/plain"}, strings.NewReader("{}"))
	if response.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("%d %q", response.StatusCode, said)
	}
	if left := filesIn(t, c.server.folder); len(left) != 0 {
		t.Errorf("left over: %q", left)
	}
	if s := c.state(); s.Table.Source != "a.csv" || s.Choice == nil {
		t.Errorf("the table is %+v", s.Table)
	}
}

func filesIn(t testing.TB, folder string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// An upload takes the place of the one before, whose file goes; what cannot be read changes
// nothing.
func TestUploadsAreReplaced(t *testing.T) {
	c := serve(t, "", Options{})
	var state State
	for k := range 3 {
		c.call(http.MethodPost, fmt.Sprintf("api/upload?name=t%d.csv", k), []byte(noisy(30+k)), &state)
		if files := filesIn(t, c.server.folder); len(files) != 1 || state.Table.Rows != 30+k {
			t.Errorf("%q, %+v", files, state.Table)
		}
	}
	c.choose(onY)
	c.refused(http.StatusUnprocessableEntity, "empty.csv", http.MethodPost, "api/upload?name=empty.csv", []byte{})
	c.refused(http.StatusUnprocessableEntity, "odd.csv", http.MethodPost, "api/upload?name=odd.csv", bytes.Repeat([]byte{0, 1, 2}, 1000))
	if files := filesIn(t, c.server.folder); len(files) != 1 || c.state().Table.Rows != 32 || c.state().Choice == nil {
		t.Errorf("%q", files)
	}
	c.call(http.MethodPost, "api/upload?name=", []byte(noisy(40)), &state)
	if state.Table.Source != "upload" || state.Choice == nil || state.Choice.Rows != 40 {
		t.Errorf("%+v, %+v", state.Table, state.Choice)
	}
}

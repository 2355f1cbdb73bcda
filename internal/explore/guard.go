package explore

import (
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
)

// guard knows by which addresses the server may be called, so that no other page can call it
// by a name that leads here.
type guard struct {
	name string // beside addresses
	port string // "" as long as no one listens
	open bool   // not on a loopback address alone
}

// Address is the address of the page on a listener, with the token. Only calls to this listener
// are answered.
func (s *Server) Address(listener net.Listener) string {
	host, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		host, port = listener.Addr().String(), ""
	}
	ip := net.ParseIP(host)
	s.guard.port, s.guard.open = port, ip == nil || !ip.IsLoopback()
	if s.guard.name != "" && net.ParseIP(s.guard.name) == nil {
		host = s.guard.name
	} else if ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return fmt.Sprintf("http://%s/%s/", net.JoinHostPort(host, port), s.token)
}

// admits says why a call must not be answered, or nil.
func (g guard) admits(r *http.Request) error {
	if !g.knows(r.Host) {
		return problemf(http.StatusForbidden, "this address is not one that suffice explore listens on; open the one that it has printed")
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return problemf(http.StatusForbidden, "another page must not call suffice explore")
	}
	if from := r.Header.Get("Sec-Fetch-Site"); !opensPage(r) && from != "" && from != "same-origin" && from != "none" {
		return problemf(http.StatusForbidden, "another page must not call suffice explore; open the address in a new window")
	}
	return nil
}

// opensPage reports whether a browser goes to the page itself, as it does from a file that leads there.
// Whoever sends it there learns nothing.
func opensPage(r *http.Request) bool {
	alone := strings.Count(r.URL.Path, "/") == 2 && strings.HasSuffix(r.URL.Path, "/") // /TOKEN/
	return alone && r.Method == http.MethodGet && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// knows reports whether a Host is one that the server was told to have, or an address, which no
// one can make lead elsewhere.
func (g guard) knows(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = strings.Trim(host, "[]"), "80"
	}
	if g.port == "" || port != g.port {
		return false
	}
	ip := net.ParseIP(name)
	switch {
	case name == "localhost", g.name != "" && strings.EqualFold(name, g.name):
		return true
	case ip == nil:
		return false
	}
	return g.open || ip.IsLoopback()
}

// headers keep the page from calling others, and others from showing the page.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cache-Control":                "no-store",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cross-Origin-Opener-Policy":   "same-origin",
}

// ServeHTTP answers calls that know the token.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	if err := s.guard.admits(r); err != nil {
		turnAway(w, r, err)
		return
	}
	token, rest, whole := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		turnAway(w, r, problemf(http.StatusForbidden, "the address lacks the token; open the one that suffice explore has printed"))
		return
	}
	if !whole {
		http.Redirect(w, r, "/"+s.token+"/", http.StatusPermanentRedirect)
		return
	}
	if parts := strings.Split(rest, "/"); slices.Contains(parts, "..") || slices.Contains(parts, ".") || slices.Contains(parts[:len(parts)-1], "") {
		fail(w, errNoCall)
		return
	}
	s.serve(w, r, "/"+rest)
}

// Handler answers the calls of the page.
func (s *Server) Handler() http.Handler { return s }

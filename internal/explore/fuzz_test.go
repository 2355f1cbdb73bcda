package explore

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// No call breaks the server, and those that fail say why.
func FuzzCalls(f *testing.F) {
	c := serve(f, noisy(30), Options{MostUpload: 1 << 16})
	c.choose(onY)
	c.fit(map[string]any{"method": "pca", "dim": 2, "seed": 1, "verdict": false})
	for _, seed := range [][3]string{
		{"GET", "api/state", ""}, {"GET", "api/columns?find=a&from=0&count=9", ""}, {"GET", "api/columns?from=9223372036854775807", ""},
		{"POST", "api/upload?name=a.csv", "a,b\n1,2\n2,3\n"}, {"POST", "api/choose", `{"target":["y"],"kind":"","exclude":[],"nominal":["c"],"missing":""}`},
		{"POST", "api/jobs", `{"kind":"fit","options":{"method":"pca","dim":1,"seed":1}}`}, {"DELETE", "api/jobs/1", ""},
		{"GET", "api/fits/3/points", ""}, {"GET", "api/fits/3/inputs/2", ""}, {"GET", "api/fits/3/shakes/0/points", ""}, {"GET", "api/columns/3/values", ""},
		{"GET", "api/target?which=0", ""}, {"GET", "api/rows/29", ""}, {"POST", "api/fits/3/score", `{"axes":[0,1],"changes":{"1":[1e308,-1e308]}}`},
		{"POST", "api/fits/3/hand", `{"axes":[1,1],"changes":{"0":[0,0]}}`}, {"POST", "api/selection", `{"rows":[1,2,3]}`}, {"POST", "api/exclude", `{"rows":[0]}`},
		{"POST", "api/selection.csv", `{"rows":[]}`}, {"POST", "api/fits/3/predict", `{"values":{"a":"1"}}`}, {"GET", "api/fits/3/files/model.sql", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		request, err := http.NewRequest(method, c.address+path, strings.NewReader(body))
		if err != nil || strings.HasSuffix(request.URL.Path, "/events") { // which ends when the window goes
			return
		}
		request.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		c.server.ServeHTTP(w, request)
		if w.Code == http.StatusInternalServerError {
			t.Errorf("%s %q %q broke: %s", method, path, body, w.Body)
		}
		var said struct{ Error string }
		if err := json.Unmarshal(w.Body.Bytes(), &said); w.Code >= http.StatusBadRequest && (err != nil || said.Error == "") {
			t.Errorf("%s %q %q: %d %s", method, path, body, w.Code, w.Body)
		}
	})
}

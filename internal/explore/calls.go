package explore

import (
	"context"
	"embed"
	"io/fs"
	"log"
	"mime"
	"net/http"
	"path"
	"runtime/debug"
	"time"
)

// bundle is index.html, page.js and page.css, made of web by npm run build there.
//
//go:embed page
var bundle embed.FS

// errNoCall answers what is not there.
var errNoCall = problemf(http.StatusNotFound, "there is no such page or call")

// serve answers a call within the life of the server: Close ends it and waits for it.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, path string) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		fail(w, problemf(http.StatusServiceUnavailable, "suffice explore has ended"))
		return
	}
	s.work.Add(1)
	s.mu.Unlock()
	defer s.work.Done()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	ended := make(chan struct{})
	stop := context.AfterFunc(s.ctx, func() {
		defer close(ended)
		cancel()
		control := http.NewResponseController(w)
		past := time.Unix(1, 0)
		_ = control.SetReadDeadline(past) // where someone sends slowly, or takes slowly
		_ = control.SetWriteDeadline(past)
	})
	defer func() {
		if !stop() {
			<-ended
		}
	}()
	inner := r.Clone(ctx)
	inner.URL.Path, inner.URL.RawPath = path, ""
	s.handler.ServeHTTP(w, inner)
}

// call is one that may fail.
type call func(w http.ResponseWriter, r *http.Request) error

func (c call) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if broken := recover(); broken != nil {
			logFault(broken)
			fail(w, errBroken)
		}
	}()
	if err := c(w, r); err != nil {
		fail(w, err)
	}
}

// logFault tells whoever started the program what should not have happened, and where.
func logFault(broken any) { log.Printf("suffice: a fault: %v\n%s", broken, debug.Stack()) }

// errBroken is for what should not happen.
var errBroken = problemf(http.StatusInternalServerError, "something went wrong inside suffice, which is a fault of it; nothing else is touched")

// routes are all calls, as web/src/api.ts has them.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, answer := range map[string]call{
		"GET /{$}":                                   servePage("index.html"),
		"GET /page.js":                               servePage("page.js"),
		"GET /page.css":                              servePage("page.css"),
		"GET /api/state":                             s.getState,
		"GET /api/events":                            s.getEvents,
		"GET /api/methods":                           s.getMethods,
		"GET /api/columns":                           s.getColumns,
		"POST /api/upload":                           s.postUpload,
		"POST /api/choose":                           s.postChoose,
		"POST /api/jobs":                             s.postJob,
		"DELETE /api/jobs/{job}":                     s.deleteJob,
		"GET /api/fits/{fit}":                        s.onFit(s.getFit),
		"DELETE /api/fits/{fit}":                     s.onFit(s.deleteFit),
		"POST /api/selection":                        s.onSelection(s.postSelection),
		"POST /api/selection.csv":                    s.onSelection(s.postSelectionCSV),
		"POST /api/exclude":                          s.postExclude,
		"GET /api/target":                            s.onChoice(s.getTarget),
		"GET /api/rows/{row}":                        s.onChoice(s.getRow),
		"/":                                          func(http.ResponseWriter, *http.Request) error { return errNoCall },
		"GET /api/fits/{fit}/points":                 s.onFit(s.getPoints),
		"GET /api/fits/{fit}/weights":                s.onFit(s.getWeights),
		"GET /api/fits/{fit}/inputs/{input}":         s.onFit(s.getInput),
		"GET /api/fits/{fit}/shakes/{shake}/weights": s.onFit(s.getShake),
		"GET /api/fits/{fit}/shakes/{shake}/points":  s.onFit(s.getShakePoints),
		"GET /api/columns/{column}/values":           s.onChoice(s.getValues),
		"POST /api/fits/{fit}/score":                 s.onFit(s.postScore),
		"POST /api/fits/{fit}/hand":                  s.onFit(s.postHand),
		"POST /api/fits/{fit}/predict":               s.onFit(s.postPredict),
		"POST /api/fits/{fit}/predict.csv":           s.onFit(s.postPredictFile),
		"GET /api/fits/{fit}/files/{file}":           s.onFit(s.getFile),
	} {
		mux.Handle(pattern, answer)
	}
	return mux
}

// servePage answers with a file of the page.
func servePage(name string) call {
	return func(w http.ResponseWriter, _ *http.Request) error {
		content, err := fs.ReadFile(bundle, path.Join("page", name))
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
		_, err = w.Write(content)
		return ignored(err)
	}
}

// ignored is for errors of writing to someone who has gone.
func ignored(error) error { return nil }

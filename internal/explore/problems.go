package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/table"
)

// problem is an error for people, with the status of HTTP that goes with it.
type problem struct {
	status int
	text   string
}

func (p *problem) Error() string { return p.text }

func problemf(status int, format string, values ...any) *problem {
	return &problem{status, fmt.Sprintf(format, values...)}
}

// statusFor is the status of HTTP that goes with an error.
func statusFor(err error) int {
	if known, ok := errors.AsType[*problem](err); ok {
		return known.status
	}
	if errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable
	}
	return http.StatusUnprocessableEntity
}

// turnAway answers who must not come in: people, who have opened a wrong address, with a page.
func turnAway(w http.ResponseWriter, r *http.Request, err error) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(statusFor(err))
	_, _ = fmt.Fprintf(w, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>suffice explore</title>\n<h1>This is not the address of the page</h1>\n<p>%s.</p>\n", html.EscapeString(inWords(err)))
}

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	text, _ := json.Marshal(map[string]string{"error": inWords(err)}) // strings cannot fail
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Content-Length")
	w.Header().Del("Content-Disposition")
	w.WriteHeader(statusFor(err))
	_, _ = w.Write(text)
}

// inWords is an error with the words that the page has for remedies.
func inWords(err error) string {
	var said interface {
		error
		In(words func(table.Remedy) string) string
	}
	var text string
	absent, lacks := errors.AsType[*table.MissingColumn](err)
	none, unknown := errors.AsType[*suffice.NoNumber](err)
	switch {
	case errors.Is(err, context.Canceled):
		text = "cancelled"
	case errors.As(err, &said):
		text = said.In(remedy)
	case lacks:
		text = absent.Error()
	case unknown:
		text = none.Error() + "; say how many"
	default:
		text = err.Error()
	}
	return termtext.Clean(text)
}

// texts are messages with these words.
func texts(messages []table.Message) []string {
	all := make([]string, len(messages))
	for i, message := range messages {
		all[i] = termtext.Clean(message.In(remedy))
	}
	return all
}

// onThePage is what the page calls settings.
var onThePage = map[table.Setting]string{
	table.SayMissing: "missing values", table.SayKind: "kind", table.SayNominal: "names, not numbers",
	table.NameTarget: "target", table.NameInputs: "input", table.NameExcluded: "leave out",
	"Method": "method", "Select": "only inputs that most halves of the rows choose", "NoScale": "keep the columns’ own units",
}

// remedy words what helps as the page has it, or as the command line where the page has not.
func remedy(r table.Remedy) string {
	words, ok := onThePage[r.Say]
	if !ok {
		return strings.TrimSpace("--"+humanize.Option(string(r.Say))+" "+r.Value) + " when starting suffice explore"
	}
	if r.Value != "" && (r.Say == table.SayMissing || r.Say == table.SayKind) {
		words += ": " + r.Value
	}
	return "“" + words + "”"
}

package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"suffice/evaluate"
	"suffice/internal/page"
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

// fail answers with an error.
func fail(w http.ResponseWriter, err error) {
	status := http.StatusUnprocessableEntity
	if known, ok := errors.AsType[*problem](err); ok {
		status = known.status
	} else if errors.Is(err, context.Canceled) {
		status = http.StatusServiceUnavailable
	}
	text, _ := json.Marshal(map[string]string{"error": inWords(err)}) // strings cannot fail
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Content-Length")
	w.Header().Del("Content-Disposition")
	w.WriteHeader(status)
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
	none, unknown := errors.AsType[*evaluate.NoNumber](err)
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
	return page.Clean(text)
}

// texts are messages with these words.
func texts(messages []table.Message) []string {
	all := make([]string, len(messages))
	for i, message := range messages {
		all[i] = page.Clean(message.In(remedy))
	}
	return all
}

// remedy words what helps as the page has it, or as the command line where the page has not.
func remedy(r table.Remedy) string {
	switch r.Say {
	case table.SayMissing:
		return withValue("“missing values", r.Value)
	case table.SayKind:
		return withValue("“kind", r.Value)
	case table.SayNominal:
		return "“names, not numbers”"
	case table.NameTarget:
		return "“target”"
	case table.NameInputs:
		return "“input”"
	case table.NameExcluded:
		return "“leave out”"
	}
	option := "-"
	before := 'a'
	for _, letter := range string(r.Say) {
		if unicode.IsUpper(letter) && !unicode.IsUpper(before) {
			option += "-"
		}
		before = letter
		option += string(unicode.ToLower(letter))
	}
	return strings.TrimSpace(option+" "+r.Value) + " when starting suffice explore"
}

func withValue(words, value string) string {
	if value == "" {
		return words + "”"
	}
	return words + ": " + value + "”"
}

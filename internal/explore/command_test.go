package explore

import (
	"net/http"
	"strings"
	"testing"

	"suffice/table"
)

func (c *client) info(id int) FitInfo {
	c.t.Helper()
	for _, f := range c.state().Fits {
		if f.ID == id {
			return f
		}
	}
	c.t.Fatalf("there is no fit %d", id)
	return FitInfo{}
}

// The command of a fit names all that it was asked for, and what was added later; there is none
// for fits that no command makes.
func TestCommands(t *testing.T) {
	c := serve(t, strings.Replace(noisy(60), "town", "my town's", 1), Options{Reading: table.Options{NA: []string{"-999"}, Dates: "dmy", Header: table.WithHeader}})
	const begin = `a.csv, target y, kind number, exclude day, exclude my town's, missing drop, header yes, na -999, dates dmy`
	c.choose(Roles{Target: []string{"y"}, Kind: "number", Exclude: []string{"day", "my town's"}, Missing: "drop"})
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 7, "verdict": false})
	if got, want := c.info(id).Command, begin+", method sir, dim 1, no-verdict"; got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	c.work(map[string]any{"kind": "predictor", "fit": id})
	c.work(map[string]any{"kind": "sure", "fit": id, "resamples": 12})
	if got, want := c.info(id).Command, begin+", method sir, dim 1, no-verdict, predictor, intervals 12"; got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	for want, options := range map[string]map[string]any{
		", method pca, dim 1, no-scale":           {"method": "pca", "dim": 1, "seed": 1, "noScale": true},
		", method sir, select":                    {"method": "sir", "dim": 0, "seed": 1, "select": true},
		", method sca, dim 1, seed 3, no-verdict": {"dim": 1, "seed": 3, "verdict": false},
	} {
		if got := c.info(c.fit(options)).Command; got != begin+want {
			t.Errorf("%s, want\n%s", got, begin+want)
		}
	}
	var hand FitInfo
	c.call(http.MethodPost, ofFit(id, "hand"), `{"axes":[0,0],"changes":{}}`, &hand)
	if hand.Command != "" || hand.Given {
		t.Errorf("%+v", hand)
	}
	given := serve(t, noisy(60), Options{Model: c.model(c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})), Roles: table.Roles{Target: []string{"y"}}}).state().Fits[0]
	if given.Command != "" || !given.Given {
		t.Errorf("%+v", given)
	}
}

// A name with signs that steer a terminal is in no command.
func TestNoCommandThatSteersATerminal(t *testing.T) {
	c := serve(t, strings.Replace(noisy(30), "town", "to\x1bwn", 1), Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"to\x1bwn"}})
	if got := c.info(c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})).Command; got != "" {
		t.Errorf("%q", got)
	}
}

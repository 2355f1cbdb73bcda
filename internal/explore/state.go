package explore

import (
	"cmp"
	"encoding/json"
	"net/http"

	"suffice"
	"suffice/internal/metrics"
	"suffice/internal/release"
)

// State is what all windows show.
type State struct {
	Version  int        `json:"version"`
	Table    *TableInfo `json:"table"`
	Roles    Roles      `json:"roles"`
	Choice   *Choice    `json:"choice"`
	Problem  string     `json:"problem"`
	Excluded int        `json:"excluded"`
	LeftOut  []int      `json:"leftOut"`
	Judged   *Judged    `json:"judged"`
	Compared *Compared  `json:"compared"`
	Fits     []FitInfo  `json:"fits"`
	Jobs     []Job      `json:"jobs"`
	Release  string     `json:"release"`
}

// TableInfo tells of the table.
type TableInfo struct {
	ID        int      `json:"id"`
	Source    string   `json:"source"`
	Format    string   `json:"format"`
	Rows      int      `json:"rows"`
	Columns   int      `json:"columns"`
	OnDisk    bool     `json:"onDisk"`
	Remarks   []string `json:"remarks"`
	Suggested string   `json:"suggested"`
}

// Roles are those of the columns.
type Roles struct {
	Target  []string `json:"target"`
	Kind    string   `json:"kind"`
	Exclude []string `json:"exclude"`
	Nominal []string `json:"nominal"`
	Missing string   `json:"missing"`
}

// Choice tells what was chosen of the table.
type Choice struct {
	Target   []string `json:"target"`
	Kind     string   `json:"kind"`
	Classes  []string `json:"classes"`
	Inputs   int      `json:"inputs"`
	Rows     int      `json:"rows"`
	Dropped  int      `json:"dropped"`
	Shown    int      `json:"shown"`
	Notes    []string `json:"notes"`
	Warnings []string `json:"warnings"`
}

// Measured is what numbers are of, as the page names it.
type Measured struct {
	Measure string `json:"measure"`
	Title   string `json:"title"`
	Less    bool   `json:"less"` // is better
}

func measuredBy(name string) Measured {
	m := metrics.Named(name)
	return Measured{name, cmp.Or(m.Title, name), !m.Larger}
}

// Verdict is that of a model, with a sentence.
type Verdict struct {
	Found bool   `json:"found"`
	P     number `json:"p"`
	Measured
	Value     number `json:"value"`
	SE        number `json:"se"`
	AllInputs number `json:"all_inputs"`
	Baseline  number `json:"baseline"`
	Rows      int    `json:"rows"`
	Words     string `json:"words"`
}

func verdictOf(v *suffice.Verdict, dim int) *Verdict {
	if v == nil {
		return nil
	}
	return &Verdict{v.Found, number(v.P), measuredBy(v.Measure), number(v.Value), number(v.SE), number(v.AllInputs), number(v.Baseline), v.Rows, v.InWords(dim)}
}

// Dimension is what a number of components is worth.
type Dimension struct {
	Dim   int    `json:"dim"`
	Value number `json:"value"`
	SE    number `json:"se"`
	Skill number `json:"skill"`
	P     number `json:"p"`
}

func curveOf(curve []suffice.Dimension) []Dimension {
	all := make([]Dimension, len(curve))
	for i, d := range curve {
		all[i] = Dimension{d.Dim, number(d.Value), number(d.SE), number(d.Skill), number(d.P)}
	}
	return all
}

// state is the whole of it. The caller holds the lock.
func (s *Server) state() State {
	state := State{
		Version: s.version, Roles: s.roles.whole(), Problem: s.problem, Compared: s.compared,
		Fits: []FitInfo{}, Jobs: []Job{}, LeftOut: []int{}, Release: release.Version(),
	}
	if s.data != nil {
		state.Table = s.data.info()
	}
	if c := s.chosen; c != nil {
		state.Choice, state.Excluded, state.LeftOut = &c.info, c.training.excluded, list(c.training.shownOut)
	}
	if s.judged != nil {
		state.Judged = &s.judged.Judged
	}
	for _, f := range s.fits {
		state.Fits = append(state.Fits, f.info())
	}
	for _, j := range s.jobs {
		state.Jobs = append(state.Jobs, j.Job)
	}
	return state
}

// stateText is the state as JSON, made once for all windows.
func (s *Server) stateText() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.encoded != nil {
		return s.encoded, nil
	}
	text, err := json.Marshal(s.state())
	if err == nil {
		s.encoded = text
	}
	return text, err
}

// getState answers with the state, as calls do that change it.
func (s *Server) getState(w http.ResponseWriter, _ *http.Request) error {
	text, err := s.stateText()
	if err != nil {
		return err
	}
	return answerText(w, text)
}

// whole are the roles with [] for lists that are empty.
func (r Roles) whole() Roles {
	r.Target, r.Exclude, r.Nominal = list(r.Target), list(r.Exclude), list(r.Nominal)
	return r
}

// getMethods lists the methods.
func (s *Server) getMethods(w http.ResponseWriter, _ *http.Request) error {
	type method struct {
		Name    string `json:"name"`
		What    string `json:"what"`
		Outputs string `json:"outputs"`
	}
	var all []method
	for _, m := range suffice.Methods() {
		all = append(all, method{m.Name, m.What, cmp.Or(m.Outputs, "any")})
	}
	return answer(w, all)
}

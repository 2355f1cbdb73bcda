package explore

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/table"
)

// chosen is what was chosen of a table: rows that pictures show, and rows that fits see.
type chosen struct {
	data    *data
	roles   table.Roles
	choice  *table.Choice
	all     *suffice.Data  // that fits see where no rows are left out
	target  *output.Target // of the shown rows
	classes []int          // of the target's classes, the places on the page
	info    Choice
	view    *view // the shown rows

	columns map[string]bool // of the table, that inputs are made of
	loaded  *fit            // the model that was given, where it can be applied; or nil
	command func(file string, settings []Setting) string

	training *training // guarded by Server.mu
}

// mostMarked is how many of the rows that are left out the page marks.
const mostMarked = 20_000

// training is the rows that fits see.
type training struct {
	*suffice.Data
	excluded int
	out      map[int]bool // rows of the choice that are left out
	shownOut []int        // places of these among the shown rows, ascending, the first of many
}

// postChoose chooses target and inputs.
func (s *Server) postChoose(w http.ResponseWriter, r *http.Request) error {
	var roles Roles
	if err := decode(w, r, &roles); err != nil {
		return err
	}
	if err := roles.check(); err != nil {
		return err
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	d, release, err := s.current()
	if err != nil {
		return err
	}
	defer release()
	s.mu.Lock()
	same := roles.equal(s.roles)
	s.mu.Unlock()
	if same {
		return s.getState(w, r)
	}
	if words := d.lacksWords(s.asRoles(roles)); len(words) > 0 {
		again, err := s.readAgain(r.Context(), d, words)
		if err != nil {
			return err
		}
		if err := s.show(r.Context(), again, roles); err != nil {
			return err
		}
		return s.getState(w, r)
	}
	c, problem := s.tryChoosing(r.Context(), d, roles)
	if err := r.Context().Err(); err != nil {
		return err
	}
	s.mu.Lock()
	s.drop()
	s.put(c, roles, problem)
	s.mu.Unlock()
	return s.getState(w, r)
}

// put makes a choice that of the page. The caller holds the lock.
func (s *Server) put(c *chosen, roles Roles, problem error) {
	s.chosen, s.roles, s.problem = c, roles, ""
	if problem != nil {
		s.problem = inWords(problem)
	}
	if c != nil && c.loaded != nil {
		s.add(c.loaded)
	}
	s.changed()
}

// check finds what no table can be chosen by.
func (r Roles) check() error {
	if r.Target == nil {
		return problemf(http.StatusBadRequest, "the call does not say what the target is; [] means that there is none")
	}
	if err := output.Kind(r.Kind).Check(); r.Kind != "" && err != nil {
		return problemf(http.StatusBadRequest, "%v", err)
	}
	if !slices.Contains([]string{"", "error", "drop", "mean", "median"}, r.Missing) {
		return problemf(http.StatusBadRequest, "missing %q: say error, drop, mean or median", r.Missing)
	}
	return nil
}

func (r Roles) equal(other Roles) bool {
	return r.Kind == other.Kind && r.Missing == other.Missing && slices.Equal(r.Target, other.Target) &&
		slices.Equal(r.Exclude, other.Exclude) && slices.Equal(r.Nominal, other.Nominal)
}

// asRoles are roles as package table has them.
func (s *Server) asRoles(r Roles) table.Roles {
	return table.Roles{
		Target: r.Target, Exclude: r.Exclude, Nominal: r.Nominal, Kind: output.Kind(r.Kind), Missing: table.Missing(r.Missing),
		Weights: s.options.Roles.Weights, Group: s.options.Roles.Group, Time: s.options.Roles.Time, Block: s.options.Roles.Block, Every: s.options.Roles.Every, Independent: s.options.Roles.Independent,
	}
}

// tryChoosing chooses, and says why it failed. Without a target there is neither, unless there is
// a model to show.
func (s *Server) tryChoosing(ctx context.Context, d *data, roles Roles) (*chosen, error) {
	if len(roles.Target) == 0 {
		return nil, s.modelWaits(d)
	}
	c := &chosen{data: d, roles: s.asRoles(roles), command: s.options.Command}
	for _, column := range []*string{&c.roles.Weights, &c.roles.Group, &c.roles.Time, &c.roles.Block} {
		if *column == "" {
			continue
		}
		if _, err := d.table.Find(*column); err != nil {
			*column = "" // of another table
		}
	}
	var err error
	if c.choice, err = d.table.Choose(c.roles); err != nil {
		return nil, err
	}
	if c.all, err = c.choice.Data(); err != nil {
		return nil, err
	}
	if c.view, err = newView(ctx, c.choice.X, drawShown(c.choice.X.Len()), s.mostKept()); err != nil {
		return nil, err
	}
	c.target = c.choice.Target()
	if c.target == nil {
		return nil, errors.New("the target cannot be shown")
	}
	if c.training, err = c.train(nil); err != nil {
		return nil, err
	}
	c.target = c.target.Subset(c.view.shown)
	c.describe()
	return c, s.applyModel(ctx, c)
}

// trainingOf is the rows of a choice that fits see now.
func (s *Server) trainingOf(c *chosen) *training {
	s.mu.Lock()
	defer s.mu.Unlock()
	return c.training
}

// train is the rows that fits see, without some rows of the choice.
func (c *chosen) train(out map[int]bool) (*training, error) {
	t := &training{Data: c.all, excluded: len(out), out: out}
	if len(out) == 0 {
		return t, nil
	}
	for i, row := range c.view.shown {
		if out[row] && len(t.shownOut) < mostMarked {
			t.shownOut = append(t.shownOut, i)
		}
	}
	var kept []int
	next, weights := 0, c.choice.Weights
	for i := range c.choice.X.Len() {
		if weights != nil && weights[i] == 0 {
			continue // it is left out already
		}
		if !out[i] {
			kept = append(kept, next)
		}
		next++
	}
	if len(kept) < 2 {
		return nil, problemf(http.StatusUnprocessableEntity, "only %s would be left; leave fewer out", humanize.Count(len(kept), "row"))
	}
	var err error
	if t.Data, err = c.all.Subset(kept); err != nil {
		return nil, err
	}
	return t, t.Y.Check()
}

// describe tells of the choice.
func (c *chosen) describe() {
	n := c.choice.X.Len()
	c.info = Choice{
		Target: list(output.Names(c.choice.Y)), Kind: string(c.choice.Y.Kind()), Classes: []string{}, Inputs: c.choice.X.Width(), Rows: n,
		Dropped: c.data.table.Len() - n, Shown: len(c.view.shown), Notes: texts(c.choice.Notes), Warnings: texts(c.choice.Warnings),
	}
	c.findColumns()
	if c.target.Kind == output.KindClass {
		c.rankClasses(c.choice.Target())
	}
}

// mostClasses is how many classes have a name on the page.
const mostClasses = 20

// rankClasses gives each class a place on the page: its own, or where there are many, that of
// its frequency, the last for all that are rarer.
func (c *chosen) rankClasses(y *output.Target) {
	c.classes = make([]int, len(y.Classes))
	order := sampling.All(len(y.Classes))
	if len(order) > mostClasses {
		counts := make([]int, len(order))
		for _, k := range y.Class {
			counts[k]++
		}
		order = sampling.Descending(counts)
	}
	for at, k := range order {
		c.classes[k] = min(at, mostClasses)
		if at < mostClasses {
			c.info.Classes = append(c.info.Classes, y.Classes[k])
		}
	}
}

// firstRoles are those of the beginning: as they were asked for, or as the model has them.
func (s *Server) firstRoles(d *data) Roles {
	given := s.options.Roles
	roles := Roles{
		Target: append(d.table.Expand(given.Target), given.Labels...), Kind: string(given.Kind), Exclude: d.table.Expand(given.Exclude),
		Nominal: d.table.Expand(given.Nominal), Missing: string(given.Missing),
	}
	if len(given.Labels) > 0 && roles.Kind == "" {
		roles.Kind = string(output.KindLabels)
	}
	if len(given.Inputs) > 0 {
		inputs := d.table.Expand(given.Inputs)
		for _, name := range d.table.Names() {
			if name != "" && !slices.Contains(inputs, name) && !slices.Contains(roles.Target, name) && !slices.Contains(roles.Exclude, name) && !slices.Contains([]string{given.Weights, given.Group, given.Time, given.Block}, name) {
				roles.Exclude = append(roles.Exclude, name)
			}
		}
	}
	if len(roles.Target) == 0 {
		return s.withTarget(d, roles)
	}
	return roles
}

// withTarget takes the target of the model, where the table has it, or that which the file
// declares.
func (s *Server) withTarget(d *data, roles Roles) Roles {
	m := s.options.Model
	if m != nil && len(m.Output.Names) > 0 && hasAll(d, m.Output.Names) {
		roles.Target, roles.Kind = m.Output.Names, string(m.Output.Kind)
		if output.Kind(roles.Kind).Check() != nil {
			roles.Kind = ""
		}
		if r := m.Reading; r != nil && roles.Missing == "" {
			roles.Missing = r.Missing
		}
		if r := m.Reading; r != nil && len(roles.Nominal) == 0 && hasAll(d, r.Nominal) {
			roles.Nominal = r.Nominal
		}
		return roles
	}
	roles.Target = slices.Clone(d.table.DeclaredLabels())
	return roles
}

// rolesFor are the roles of another table: those that there are, as far as it has the columns.
func (s *Server) rolesFor(d *data) Roles {
	s.mu.Lock()
	roles := s.roles
	s.mu.Unlock()
	if len(roles.Target) == 0 || !hasAll(d, roles.Target) {
		return s.withTarget(d, Roles{})
	}
	absent := func(name string) bool { return !hasAll(d, []string{name}) }
	roles.Exclude = slices.DeleteFunc(slices.Clone(roles.Exclude), absent)
	roles.Nominal = slices.DeleteFunc(slices.Clone(roles.Nominal), absent)
	return roles
}

func hasAll(d *data, names []string) bool {
	for _, name := range names {
		if _, err := d.table.Find(name); err != nil {
			return false
		}
	}
	return true
}

// choosing is the choice, which is held until release is called.
func (s *Server) choosing() (c *chosen, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.data == nil:
		return nil, nil, problemf(http.StatusConflict, "there is no table yet; choose a file")
	case s.chosen == nil:
		return nil, nil, problemf(http.StatusConflict, "choose a target first")
	}
	return s.chosen, s.hold(s.data), nil
}

// onChoice is a call about the choice, which is held meanwhile.
func (s *Server) onChoice(answer func(http.ResponseWriter, *http.Request, *chosen) error) call {
	return func(w http.ResponseWriter, r *http.Request) error {
		c, release, err := s.choosing()
		if err != nil {
			return err
		}
		defer release()
		return answer(w, r, c)
	}
}

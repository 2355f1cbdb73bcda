package explore

import (
	"cmp"
	"context"
	"fmt"

	"suffice"
	"suffice/internal/page"
	"suffice/internal/wording"
	"suffice/table"
)

// applyModel applies the model that was given at the beginning to the shown rows. Where that
// cannot be done, a warning of the choice says why.
func (s *Server) applyModel(ctx context.Context, c *chosen) error {
	if s.options.Model == nil {
		return nil
	}
	f, err := s.applied(ctx, c, s.options.Model)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.info.Warnings = append(c.info.Warnings, page.Clean(s.modelName()+" is not shown: ")+inWords(err))
		return nil
	}
	c.loaded = f
	return nil
}

// modelWaits says why the model that was given is not shown where there is no target.
func (s *Server) modelWaits(d *data) error {
	m := s.options.Model
	switch {
	case m == nil:
		return nil
	case len(m.Output.Names) > 0 && !hasAll(d, m.Output.Names):
		return fmt.Errorf("%s is not shown yet: it predicts %s, which %s does not have; choose any column as the target to see its components, or write them to a file with suffice transform", s.modelName(), wording.Quoted(m.Output.Names), sourceName(d))
	}
	return fmt.Errorf("%s is not shown yet; choose a target to see its components", s.modelName())
}

func (s *Server) modelName() string { return cmp.Or(s.options.ModelName, "the model") }

func (s *Server) applied(ctx context.Context, c *chosen, model *suffice.Projection) (*fit, error) {
	wanted := table.WantedBy(model)
	if c.roles.Missing != "" {
		wanted.Missing = c.roles.Missing
	}
	choice, err := c.data.table.Apply(wanted)
	if err != nil {
		return nil, err
	}
	v, err := viewOf(ctx, choice.X, choice.RowOf, c.view.shown, c.choice.RowOf, s.mostKept())
	if err != nil {
		return nil, err
	}
	f := &fit{
		name: page.Clean(s.modelName()), model: model, of: c, view: v, rows: choice.X.Len(),
		options: suffice.Options{Dim: model.Dim(), Seed: model.Seed}, training: &training{Data: suffice.NewData(choice.X, choice.Y)}, given: true,
	}
	return f, f.project(ctx)
}

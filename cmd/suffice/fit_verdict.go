package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/page"
	"suffice/output"
	"suffice/rows"
)

// autoDim is what --dim takes for as many components as predict best.
const autoDim = "auto"

// dimOf reads a number of components; 0 means auto.
func dimOf(text string) (int, error) {
	if text == autoDim {
		return 0, nil
	}
	dim, err := strconv.Atoi(text)
	if err != nil || dim < 1 {
		return 0, errors.New("the number of components must be at least 1, or auto")
	}
	return dim, nil
}

// judging is how the components of a method are judged; number is that of components, 0 for
// as many as predict best.
func (f *fit) judging(method suffice.Method, number int) evaluate.Assessing {
	return evaluate.Assessing{
		CrossFit: evaluate.CrossFit{Centres: f.centres, NoScale: f.noScale, Seed: f.seed},
		Method:   method, Dim: number, Permutations: f.permutations,
	}
}

// findDim finds the number of components where that is asked for, with the method that was
// asked for, or by default.
func (f *fit) findDim(ctx context.Context, x rows.Source, y output.Output) (*evaluate.Assessment, error) {
	if f.dim > 0 {
		return nil, nil
	}
	method := f.chosen
	switch {
	case f.method == autoMethod:
		method = suffice.Methods()[0]
	case method.KeepsInputs:
		f.dim = x.Width()
		return nil, nil
	}
	progress := startProgress(f.err, "looking for the number of components")
	defer progress.end()
	judging := f.judging(method, 0)
	judging.Progress = func(at evaluate.Progress) {
		progress.set("looking for the number of components: %d fits, now with %d", at.Done, at.Dim)
	}
	judged, err := evaluate.Assess(ctx, x, y, judging)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("the number of components cannot be found: %w; say how many with --dim", err)
	}
	f.dim = judged.Dim
	return judged, nil
}

// judge gives the model its verdict: that of the search for the number of components, unless
// the method was chosen afterwards.
func (f *fit) judge(ctx context.Context, x rows.Source, y output.Output, model *suffice.Projection, found *evaluate.Assessment) error {
	if found != nil && f.method != autoMethod {
		return give(model, found)
	}
	if f.noVerdict || f.chosen.KeepsInputs {
		return nil
	}
	progress := startProgress(f.err, "judging")
	defer progress.end()
	judging := f.judging(f.chosen, model.Dim())
	if f.method == autoMethod { // it was chosen by the same rows
		judging.Tested = suffice.Methods()[0]
	}
	judging.Progress = func(at evaluate.Progress) {
		progress.set("judging by rows held out: %s %d of %d fits", page.Bar(at.Done, at.All), at.Done, at.All)
	}
	judged, err := evaluate.Assess(ctx, x, y, judging)
	if err != nil && ctx.Err() == nil {
		model.Warnings = append(model.Warnings, fmt.Sprintf("what the components are worth was not judged: %v", err))
		return nil
	}
	if err != nil {
		return err
	}
	if found != nil {
		judged.Curve = found.Curve
	}
	return give(model, judged)
}

// give writes a judgement into a model, with a warning where it has found nothing.
func give(model *suffice.Projection, judged *evaluate.Assessment) error {
	model.Verdict, model.Curve = &judged.Verdict, judged.Curve
	if warning := nothing(model); warning != "" {
		model.Warnings = append(model.Warnings, warning)
	}
	return nil
}

// verdictEntries write what a model is worth.
func verdictEntries(out *page.Text, m *suffice.Projection) {
	v := m.Verdict
	if v == nil {
		return
	}
	out.Paragraph("verdict", v.InWords(m.Dim()))
	if len(m.Curve) > 0 {
		out.Paragraph("components", curveInWords(m.Curve, v.Measure))
	}
}

// curveInWords says what each number of components is worth.
func curveInWords(curve []suffice.Dimension, measure string) string {
	return measure + " with " + strings.Join(names(curve, func(d suffice.Dimension) string { return fmt.Sprintf("%d: %.3f", d.Dim, d.Value) }), ", ")
}

// nothing warns that a model has found nothing.
func nothing(m *suffice.Projection) string {
	if m.Verdict == nil || m.Verdict.Found {
		return ""
	}
	return fmt.Sprintf("nothing was found that predicts %s better than chance (%s): the components are arbitrary", cmp.Or(firstName(m), "the target"), suffice.PInWords(m.Verdict.P))
}

func firstName(m *suffice.Projection) string {
	if len(m.Output.Names) == 1 {
		return strconv.Quote(m.Output.Names[0])
	}
	return ""
}

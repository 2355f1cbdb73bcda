package explore

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"slices"

	"suffice"
	"suffice/chart"
	"suffice/evaluate"
	"suffice/export"
	"suffice/internal/release"
	"suffice/internal/termtext"
	"suffice/report"
	"suffice/rows"
	"suffice/table"
)

// file is one that people keep of a fit.
type file struct {
	kind  string // its content type
	write func(ctx context.Context, k kept, to io.Writer) error
}

// kept is what files are made of.
type kept struct {
	*fit
	model    *suffice.Projection
	compared *evaluate.CompareResult // methods, where that was asked for
}

// keptFiles are all of them, by name.
var keptFiles = map[string]file{
	"model.json":  {"application/json", func(_ context.Context, k kept, to io.Writer) error { return k.model.Write(to) }},
	"z.csv":       {csvType, writeComponents},
	"picture.png": {"image/png", writePicture(chart.PNG)},
	"picture.svg": {"image/svg+xml", writePicture(chart.SVG)},
	"picture.pdf": {"application/pdf", writePicture(chart.PDF)},
	"report.html": {"text/html; charset=utf-8", writeReport},
	"model.onnx":  {"application/octet-stream", writeExport("onnx")},
	"model.sql":   {"text/plain; charset=utf-8", writeExport("sql")},
	"model.py":    {"text/plain; charset=utf-8", writeExport("python")},
	"model.go":    {"text/plain; charset=utf-8", writeExport("go")},
}

// getFile sends a file of a fit.
func (s *Server) getFile(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	name := r.PathValue("file")
	made, ok := keptFiles[name]
	if !ok {
		return errNoCall
	}
	s.mu.Lock()
	k := kept{f, model, s.found}
	s.mu.Unlock()
	return s.download(w, name, made.kind, func(to io.Writer) error { return made.write(r.Context(), k, to) })
}

// writeComponents writes z of all rows, as suffice transform does with the model.
func writeComponents(ctx context.Context, k kept, to io.Writer) error {
	model := k.model.WithoutPredictor().Used()
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing = nil, k.of.roles.Missing
	choice, err := k.of.data.table.Apply(wanted)
	if err != nil {
		return err
	}
	return writeRows(ctx, to, model.Names(), make([][]string, model.Dim()), sourceName(k.of.data), choice, func(x *rows.Matrix, _ func(i int) int) ([]float64, error) {
		z := make([]float64, x.Len()*model.Dim())
		return z, cmp.Or(model.TransformTo(ctx, z, x), model.CheckFinite(z))
	})
}

// report is what to draw and to write of a fit: the shown rows.
func (k kept) report() (report.Report, error) {
	y, z := k.of.target, k.z
	if k.view.at != nil { // some rows are not there
		var there []int
		dim := k.model.Dim()
		z = nil
		for i := range k.view.at {
			if k.view.at[i] >= 0 {
				there, z = append(there, i), append(z, k.z[i*dim:(i+1)*dim]...)
			}
		}
		y = y.Subset(there)
	}
	matrix, err := rows.NewMatrix(k.model.Dim(), z)
	source := sourceName(k.of.data)
	made := report.Report{
		Model: k.model, Z: matrix, Y: y, Source: termtext.Clean(baseName(source)), ModelFile: "model.json", DataFile: "data.csv",
		Seen: report.SeenRows, Version: release.Version(), Comparison: comparedWith(k.compared, k.model),
	}
	if name := baseName(source); isPlain(name) {
		made.DataFile = name
	}
	if k.given || k.training.excluded > 0 {
		made.Seen = report.MaybeSeen
	}
	return made, err
}

// comparedWith is what a comparison has for as many components as a model has, or nil where its
// method is not among them.
func comparedWith(all *evaluate.CompareResult, m *suffice.Projection) *evaluate.CompareResult {
	if all == nil {
		return nil
	}
	some := *all
	some.Rows = slices.DeleteFunc(slices.Clone(all.Rows), func(r evaluate.Row) bool { return r.Err != nil || r.Dim != m.Dim() && !r.AllDims })
	if !slices.ContainsFunc(some.Rows, func(r evaluate.Row) bool { return r.Method == m.Method }) {
		return nil
	}
	return &some
}

// writePicture draws the rows, the target along components, and the weights.
func writePicture(format chart.Format) func(context.Context, kept, io.Writer) error {
	return func(_ context.Context, k kept, to io.Writer) error {
		made, err := k.report()
		if err != nil {
			return err
		}
		parts := slices.DeleteFunc(report.UsualParts(), func(part report.Part) bool { return part == report.OfSummary && !made.HasSummary() })
		figure, err := made.Figure(parts...)
		if err != nil {
			return err
		}
		return figure.Write(to, format)
	}
}

func writeReport(ctx context.Context, k kept, to io.Writer) error {
	made, err := k.report()
	if err != nil {
		return err
	}
	if k.model.Predictor != nil && made.Y != nil {
		made.Judged, err = evaluate.Model(ctx, k.model, k.view.x, made.Y)
		if ctx.Err() != nil {
			return err
		}
		if err != nil { // such as a target of another kind; the rest is worth having
			made.Judged = nil
		}
	}
	return made.Write(to)
}

func writeExport(format string) func(context.Context, kept, io.Writer) error {
	return func(_ context.Context, k kept, to io.Writer) error {
		f, err := export.FormatNamed(format)
		if err != nil {
			return err
		}
		return f.Write(to, k.model, export.Options{})
	}
}

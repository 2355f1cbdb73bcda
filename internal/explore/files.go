package explore

import (
	"context"
	"io"
	"net/http"
	"slices"

	"suffice"
	"suffice/chart"
	"suffice/export"
	"suffice/internal/page"
	"suffice/internal/release"
	"suffice/report"
	"suffice/rows"
	"suffice/table"
)

// file is one that people keep of a fit.
type file struct {
	kind  string // its content type
	write func(ctx context.Context, f *fit, model *suffice.Projection, to io.Writer) error
}

// keptFiles are all of them, by name.
var keptFiles = map[string]file{
	"model.json":  {"application/json", writeModel},
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
func (s *Server) getFile(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	kept, ok := keptFiles[name]
	if !ok {
		return errNoCall
	}
	f, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	return s.download(w, name, kept.kind, func(to io.Writer) error { return kept.write(r.Context(), f, model, to) })
}

func writeModel(_ context.Context, _ *fit, model *suffice.Projection, to io.Writer) error {
	return model.Write(to)
}

// writeComponents writes z of all rows, as suffice transform does with the model.
func writeComponents(ctx context.Context, f *fit, model *suffice.Projection, to io.Writer) error {
	model = model.Used()
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing = nil, f.of.roles.Missing
	choice, err := f.of.data.table.Apply(wanted)
	if err != nil {
		return err
	}
	out, err := table.NewWriter(ctx, to, model.Names(), "csv")
	if err != nil {
		return err
	}
	err = rows.Each(ctx, choice.X, rows.BlockLen(choice.X.Width()), func(from, _ int, block []float64) error {
		some, err := rows.NewMatrix(choice.X.Width(), block)
		if err != nil {
			return err
		}
		z := make([]float64, some.Len()*model.Dim())
		if err := model.TransformTo(ctx, z, some); err != nil {
			return err
		}
		if err := model.CheckFinite(z); err != nil {
			return err
		}
		return out.Append(z)
	})
	if err != nil {
		out.Stop()
		return err
	}
	return out.Close()
}

// reportOf is what to draw and to write of a fit: the shown rows.
func (f *fit) reportOf(model *suffice.Projection) (report.Report, error) {
	y, z := f.of.target, f.z
	if f.view.at != nil { // some rows are not there
		var there []int
		dim := model.Dim()
		z = nil
		for i := range f.view.at {
			if row := f.z[i*dim : (i+1)*dim]; row[0] == row[0] { //nolint:gocritic // it is there
				there, z = append(there, i), append(z, row...)
			}
		}
		y = y.Subset(there)
	}
	matrix, err := rows.NewMatrix(model.Dim(), z)
	made := report.Report{
		Model: model, Z: matrix, Y: y, Source: page.Clean(sourceName(f.of.data)), ModelFile: "model.json", DataFile: "data.csv",
		Seen: report.SeenRows, Version: release.Version(),
	}
	if name := baseName(sourceName(f.of.data)); isPlain(name) {
		made.DataFile = name
	}
	if f.given {
		made.Seen = report.MaybeSeen
	}
	return made, err
}

// writePicture draws the rows, the target along components, and the weights.
func writePicture(format chart.Format) func(context.Context, *fit, *suffice.Projection, io.Writer) error {
	return func(_ context.Context, f *fit, model *suffice.Projection, to io.Writer) error {
		made, err := f.reportOf(model)
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

func writeReport(_ context.Context, f *fit, model *suffice.Projection, to io.Writer) error {
	made, err := f.reportOf(model)
	if err != nil {
		return err
	}
	return made.Write(to)
}

func writeExport(format string) func(context.Context, *fit, *suffice.Projection, io.Writer) error {
	return func(_ context.Context, _ *fit, model *suffice.Projection, to io.Writer) error {
		f, err := export.FormatNamed(format)
		if err != nil {
			return err
		}
		return f.Write(to, model, export.Options{})
	}
}

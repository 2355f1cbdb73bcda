package export

import (
	"archive/zip"
	"encoding/csv"
	"fmt"
	"io"
	"slices"

	"suffice"
	"suffice/internal/format/npy"
	"suffice/internal/humanize"
)

// writeCSV writes a row for each input: its name, mean, scale, and weight in each
// component. The decimals read back as the same numbers.
func writeCSV(w io.Writer, m *suffice.Projection, _ Options) error {
	out := csv.NewWriter(w)
	if err := out.Write(append([]string{"input", "mean", "scale"}, m.Names()...)); err != nil {
		return err
	}
	all := m.Weights()
	for j, name := range m.Inputs {
		record := []string{name, decimal(m.Mean[j]), decimal(m.Scale[j])}
		for _, weights := range all {
			record = append(record, decimal(weights[j]))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func describeCSV(m *suffice.Projection, _ Options) string {
	return "a row for each input: its mean, scale, " + humanize.Components(m.Dim())
}

// writeNPY writes one array of 2+m rows and d columns: the means, the scales, and the
// m components.
func writeNPY(w io.Writer, m *suffice.Projection, _ Options) error {
	all := slices.Concat(m.Mean, m.Scale, slices.Concat(m.Weights()...))
	return npy.WriteArray(w, []int{2 + m.Dim(), len(m.Inputs)}, all)
}

// writeNPZ writes the arrays components (m x d), mean, scale and inputs (d each).
func writeNPZ(w io.Writer, m *suffice.Projection, _ Options) error {
	d := len(m.Inputs)
	archive := zip.NewWriter(w)
	for _, array := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"components", func(w io.Writer) error {
			return npy.WriteArray(w, []int{m.Dim(), d}, slices.Concat(m.Weights()...))
		}},
		{"mean", func(w io.Writer) error { return npy.WriteArray(w, []int{d}, m.Mean) }},
		{"scale", func(w io.Writer) error { return npy.WriteArray(w, []int{d}, m.Scale) }},
		{"inputs", func(w io.Writer) error { return npy.WriteStrings(w, m.Inputs) }},
		{"fill", func(w io.Writer) error { return npy.WriteArray(w, []int{d}, m.Fill) }},
	} {
		if array.name == "fill" && m.Fill == nil {
			continue
		}
		member, err := archive.CreateHeader(&zip.FileHeader{Name: array.name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if err := array.write(member); err != nil {
			return err
		}
	}
	return archive.Close()
}

func describeNPY(m *suffice.Projection, _ Options) string {
	return fmt.Sprintf("%d x %d: a row of means, one of scales, then the components", 2+m.Dim(), len(m.Inputs))
}

func describeNPZ(m *suffice.Projection, _ Options) string {
	return fmt.Sprintf("components (%d x %d), mean, scale, inputs", m.Dim(), len(m.Inputs))
}

package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"suffice"
	"suffice/internal/wording"
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

// decimal is the shortest decimal that reads back as v.
func decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func describeCSV(m *suffice.Projection, _ Options) string {
	return "a row for each input: its mean, scale, " + wording.Components(m.Dim())
}

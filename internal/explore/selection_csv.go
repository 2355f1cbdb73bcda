package explore

import (
	"cmp"
	"encoding/csv"
	"io"
	"net/http"

	"suffice/table"
)

// postSelectionCSV is rows of the table, all their columns as the file has them.
func (s *Server) postSelectionCSV(w http.ResponseWriter, r *http.Request, c *chosen, selected []int) error {
	var columns []int // those that have a name are read
	var names []string
	for j, name := range c.data.table.Names() {
		if name != "" {
			columns, names = append(columns, j), append(names, name)
		}
	}
	return s.download(w, "selection.csv", csvType, func(to io.Writer) error {
		out := csv.NewWriter(to)
		if err := out.Write(names); err != nil {
			return err
		}
		texts := make([]string, len(columns))
		var wrong error
		err := c.data.table.EachRow(r.Context(), c.tableRows(selected), func(_ int, row table.Cells) {
			for k, j := range columns {
				texts[k] = row.Text(j)
			}
			if wrong == nil {
				wrong = out.Write(texts)
			}
		})
		out.Flush()
		return cmp.Or(err, wrong, out.Error())
	})
}

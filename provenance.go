package suffice

// Reading tells how the file of the fit was read where its content did not tell, so that
// whoever applies the model need not say it again. What is empty was left to the content.
type Reading struct {
	Format       string   `json:"format,omitempty"`
	Header       string   `json:"header,omitempty"`        // of CSV: "yes" or "no"
	DecimalComma bool     `json:"decimal_comma,omitempty"` // numbers in CSV are written 3,14
	Missing      string   `json:"missing,omitempty"`       // "drop" or "mean"
	Nominal      []string `json:"nominal,omitempty"`       // columns whose numbers are names
}

// IsEmpty reports whether there is nothing to remember.
func (r Reading) IsEmpty() bool {
	return r.Format == "" && r.Header == "" && !r.DecimalComma && r.Missing == "" && len(r.Nominal) == 0
}

// Source tells where the rows of a fit came from.
type Source struct {
	File    string `json:"file,omitempty"` // its name without folders; "" for standard input
	Rows    int    `json:"rows"`           // of the file, before some were dropped
	Columns int    `json:"columns"`        // of the file, whether they are inputs or not
	Date    string `json:"date,omitempty"` // when the file was written, as 2006-01-02T15:04:05Z
	Digest  string `json:"digest,omitempty"`
	Version string `json:"version,omitempty"` // of the program
}

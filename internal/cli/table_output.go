package cli

import (
	"strings"

	"github.com/spf13/pflag"

	"suffice/table"
)

// TableOutput is where and how a command writes a table.
type TableOutput struct {
	Path string
	to   string // the format
}

// Add adds its options.
func (o *TableOutput) Add(flags *pflag.FlagSet) {
	flags.StringVarP(&o.Path, "output", "o", "", "write to this `file` instead of standard output, in the\nformat that its ending says (.csv, .parquet, ...)")
	flags.StringVar(&o.to, "to", "", "write in this `format`, whatever the file is called")
}

// WriteFormats are what --to takes.
var WriteFormats = []string{"csv", "tsv", "parquet", "npy", "jsonl", "csv.gz", "tsv.gz", "jsonl.gz", "csv.zst", "tsv.zst", "jsonl.zst"}

// Check fails early, before any work, where the table cannot be written. With asJSON
// something about it is printed, too.
func (o *TableOutput) Check(asJSON bool) (table.WriteFormat, error) {
	if asJSON && (o.Path == "-" || o.Path == "" && o.to != "") {
		return "", Usagef("--json and the table both want standard output; name a file with -o")
	}
	format, err := o.format()
	if err != nil {
		return "", err
	}
	return format, CheckWritable(o.Path)
}

// format is what --to says, or the ending of the path; on standard output it is CSV.
func (o *TableOutput) format() (table.WriteFormat, error) {
	switch format := table.WriteFormat(strings.TrimPrefix(o.to, ".")); {
	case o.to != "":
		if err := format.Check(); err != nil {
			return "", Usagef("--to %s: %v", o.to, err)
		}
		return format, nil
	case ToStandardOutput(o.Path):
		return "csv", nil
	}
	format, err := table.FormatOf(o.Path)
	if err != nil {
		return "", Usagef("%v", err)
	}
	return format, nil
}

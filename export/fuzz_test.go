package export

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"suffice"
)

// Whatever a model file holds, each format is written without a panic; the Go file
// parses, and the quotes of the SELECT match.
func FuzzFormats(f *testing.F) {
	seed, err := json.Marshal(strange(2))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed, "data", "id")
	f.Add([]byte(`{"format":"suffice/1","inputs":["\"'"],"components":[[-0.0],[1e308]],"mean":[-1e308],"scale":[1e-299]}`), `a.b."`, `"`)
	f.Fuzz(func(t *testing.T, data []byte, table, keep string) {
		var m suffice.Projection
		if json.Unmarshal(data, &m) != nil {
			return
		}
		o := Options{Table: strings.ReplaceAll(table, `"`, ""), Keep: []string{keep}}
		for _, format := range Formats() {
			var out bytes.Buffer
			if err := format.Write(&out, &m, o); err != nil && !format.Takes("column") { // of a vector
				t.Fatalf("%s: %v", format.Name, err)
			}
			switch format.Name {
			case "go":
				if _, err := parser.ParseFile(token.NewFileSet(), "m.go", out.Bytes(), 0); err != nil {
					t.Fatal(err)
				}
			case "sql":
				_, query, _ := strings.Cut(out.String(), "\nSELECT\n")
				if strings.Count(query, `"`)%2 != 0 || !strings.HasSuffix(query, ";\n") {
					t.Fatal(query)
				}
			}
		}
	})
}

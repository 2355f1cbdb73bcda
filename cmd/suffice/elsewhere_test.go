//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Commands say of rows in other processes what they say of files; only figures that need all
// rows at once are left out.
func TestCommandsOnRowsElsewhere(t *testing.T) {
	program := build(t)
	inDirectory(t, nil)
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, k := range []string{"1", "2", "3"} {
		must(t, "", "generate", "data3", "--n", "150", "--seed", k, "-o", "parts/"+k+".csv")
	}
	must(t, "", "fit", "parts/1.csv", "-t", "y", "-d", "1", "--method", "mddm", "--no-verdict", "--predictor", "-o", "m.json")
	both := func(args ...string) (here, elsewhere string) {
		t.Helper()
		for _, engine := range []string{"", "workers:2"} {
			command := exec.CommandContext(t.Context(), program, args...)
			command.Env = append(os.Environ(), "SUFFICE_ENGINE="+engine, "SOURCE_DATE_EPOCH=1")
			out, err := command.CombinedOutput()
			if err != nil {
				out = append(out, err.Error()...)
			}
			here, elsewhere = elsewhere, string(out)
		}
		return here, strings.ReplaceAll(elsewhere, "parts: ", "parts/1.csv, parts/2.csv, parts/3.csv: ")
	}
	for _, args := range []string{
		"fit parts -t y -d 2 --method mddm --json", "fit parts -t y -d 1 --method sir --no-verdict --predictor --json",
		"evaluate m.json parts --json", "dims parts -t y --method mddm --json", "fit parts -t nope -d 1", "fit parts -t y --weights x1 -d 1 --no-verdict",
	} {
		here, elsewhere := both(strings.Fields(args)...)
		if here, elsewhere = withoutFiles(here), withoutFiles(elsewhere); here != elsewhere && !strings.Contains(elsewhere, "elsewhere") {
			t.Errorf("%s\nhere      %s\nelsewhere %s", args, here, elsewhere)
		}
	}
	if here, elsewhere := both("describe", "parts"); listOf(here) != listOf(elsewhere) || !strings.Contains(elsewhere, "450 rows, 5 columns") {
		t.Errorf("here\n%s\nelsewhere\n%s", here, elsewhere)
	}
}

// listOf is the first list of what describe prints.
func listOf(text string) string {
	_, list, _ := strings.Cut(text, "\n\n")
	list, _, _ = strings.Cut(list, "\n\n")
	return list
}

// withoutFiles leaves out what tells files from parts, and seconds.
func withoutFiles(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.Contains(line, `"digest"`) && !strings.Contains(line, `"seconds"`) && !strings.Contains(line, `"file"`) && !strings.Contains(line, `"source"`) && !strings.Contains(line, `"table"`) {
			kept = append(kept, strings.ReplaceAll(line, "parts/1.csv, parts/2.csv, parts/3.csv", "parts"))
		}
	}
	return strings.Join(kept, "")
}

func TestProgramsForEnginesArePrinted(t *testing.T) {
	for _, name := range []string{"spark", "dask"} {
		if text := must(t, "", "engine", name); !strings.Contains(text, "suffice engine "+name) || !strings.Contains(text, "sffr") {
			t.Errorf("%s: %s", name, text)
		}
	}
	want := `{
  "model": "m.json",
  "files": ["a b"],
  "output": "z",
  "options": ["--keep=id","--unscaled=true"]
}
`
	if got := must(t, "", "engine", "understand", "--", "transform", "m.json", "--keep", "id", "a b", "--unscaled", "-o", "z"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestWrongEngine(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	for _, engine := range []string{"pipes:x", "workers:0", "cloud"} {
		t.Setenv(engineVariable, engine)
		if got := invoke(t, "", "fit", "a.csv", "-t", "y", "-d", "1"); got.code != codeFailed || !strings.Contains(got.err, "SUFFICE_ENGINE is \""+engine+"\"") {
			t.Errorf("%s: %+v", engine, got)
		}
	}
}

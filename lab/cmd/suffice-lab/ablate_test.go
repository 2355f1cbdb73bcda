package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"suffice/internal/cli"
	"suffice/internal/search"
	"suffice/lab/ablation"
)

// A number is changed on drawn and on real tables; both come as text, in files, as JSON, and again
// from the state.
func TestAblate(t *testing.T) {
	tinyTables(t)
	number := ablation.Variants(search.Quick)[0].Number // whatever it is called
	args := strings.Fields("ablate --quick --tables li_rat_60_4 --repeats 2 --data t --real vehicle,wine --state s.jsonl -o a.md -o a.csv --numbers " + number)
	got := invoke(t, "", args...)
	if want := "suffice-lab: warning: wine is left out: t has no file wine.arff.gz, "; got.code != cli.Done || !strings.HasPrefix(got.err, want) || strings.Count(got.err, "\n") != 1 {
		t.Fatalf("%+v", got)
	}
	wantNarrow(t, got.out)
	for _, want := range []string{"2 repeats from 1001\n", "\n1 drawn table, error: as it is, mean error 0.", "\n1 real table, ridge: ", "\n" + number + " ", "  geometric  "} {
		if !strings.Contains(got.out, want) {
			t.Errorf("there is no %q in\n%s", want, got.out)
		}
	}
	for _, name := range []string{"a.md", "a.csv", "s.jsonl"} {
		if info, err := os.Stat(name); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if again := must(t, "", args...); again != got.out {
		t.Errorf("from the state\n%s\nat first\n%s", again, got.out)
	}
	var r ablation.Report
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &r); err != nil {
		t.Fatal(err)
	}
	if r.Name != "ablate" || r.From != 1001 || len(r.Rows) < 4 || len(r.Changes) != len(r.Rows)-2 || r.Changes[0].Number != number || r.Changes[0].Seconds.Ratio <= 0 {
		t.Errorf("%+v", r)
	}
}

func TestAblateUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"--numbers None":              `--numbers: the search has no number "None" to change`,
		"--numbers=":                  "--numbers: name at least one",
		"--tables cve9":               `--tables: there is no cell "cve9"`,
		"--data . --real wines":       `--real: there is no table "wines" (did you mean wine?)`,
		"--from 0":                    "--from 0: tables are numbered from 1",
		"-o a.gif":                    "-o a.gif: the file must end in .md, .csv, .json, .png, .svg or .pdf",
		"--methods sir":               "there is no option --methods",
		"--state a.md -o a.md":        "--state a.md and -o a.md are the same file",
		"--repeats 0 --tables li_rat": "--repeats 0: there must be at least 1",
	} {
		got := invoke(t, "", append([]string{"ablate"}, strings.Fields(args)...)...)
		if got.code != cli.WrongUsage || !strings.HasPrefix(got.err, "suffice-lab: "+want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
}

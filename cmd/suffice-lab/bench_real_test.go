package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"suffice/internal/realtables"
)

// tinyTables are in a folder t: y bends with the first input of both.
func tinyTables(t *testing.T) {
	t.Helper()
	inDirectory(t, nil)
	if err := os.Mkdir("t", 0o777); err != nil {
		t.Fatal(err)
	}
	numbers, classes := "x1,x2,x3,y\n", "x1,x2,x3,y\n"
	for i := range 80 {
		a, b, c := math.Sin(float64(i)), math.Cos(3.7*float64(i)), math.Sin(1.3*float64(i*i))
		numbers += fmt.Sprintf("%g,%g,%g,%g\n", a, b, c, a*a)
		classes += fmt.Sprintf("%g,%g,%g,c%d\n", a, b, c, int(math.Round(math.Abs(a))))
	}
	for name, text := range map[string]string{"t/airfoil.csv.gz": numbers, "t/vehicle.csv.gz": classes} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBenchReal(t *testing.T) {
	tinyTables(t)
	args := strings.Fields("bench real --data t --tables airfoil,vehicle --methods sca0,save,pca --dims 2,1 --splits 2 --seeds 2 --state s.jsonl")
	text := must(t, "", args...)
	wantNarrow(t, text)
	for _, want := range []string{
		"2 random divisions of each table, seed 1\n\n1 component  ", "\n2 components  ", "\nairfoil  ", "\nvehicle  ",
		"\ngeometric mean of the error of sca0 divided by that of another method\n", "\n1 component    all      best other ", "\nall            classes  pca ",
		"where the errors of 2 seeds\nare more than 25% apart\nsca0     neighbours ", " of 8, ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if again := must(t, "", args...); again != text {
		t.Errorf("from the state\n%s\nat first\n%s", again, text)
	}
	var report realReport
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 12 || report.Rows[0].Table != "airfoil" || report.Rows[0].Method != "sca0" || report.Rows[0].Fits != 4 || report.Rows[0].N != 80 || report.Rows[0].D != 3 {
		t.Errorf("%+v", report)
	}
}

func TestBenchRealUsage(t *testing.T) {
	tinyTables(t)
	for args, want := range map[string]string{
		"--data nowhere":            "there is no directory nowhere with the tables; name it with --data, docs/real.md says which files it has",
		"--data t":                  "--data t has no file abalone.arff.gz, the table abalone; leave that table out, or name another folder",
		"--tables wines":            `--tables: there is no table "wines" (did you mean wine?); choose from ` + strings.Join(realtables.Names(), ", "),
		"--tables wine,wine":        "--tables: wine is there twice",
		"--methods rmave,pca,rmave": "--methods: rmave is there twice",
		"--methods pca,pca":         "--methods: pca is there twice",
		"--dims 0":                  "--dims 0: the number of components must be at least 1",
		"--dims 2,2":                "--dims: 2 is there twice",
		"--splits 0":                "--splits 0: there must be at least 1",
		"--seeds 0":                 "--seeds 0: there must be at least 1",
		"--state -":                 "--state -: the state must be a file",
	} {
		got := invoke(t, "", append([]string{"bench", "real"}, strings.Fields(args)...)...)
		if want := (outcome{codeUsage, "", "suffice: " + want + "; see suffice-lab bench real --help\n"}); got != want {
			t.Errorf("bench real %s\ngot  %+v\nwant %+v", args, got, want)
		}
	}
	got := invoke(t, "", strings.Fields("bench real --data t --tables airfoil --methods sca0,rmave --python no-such-python --env e")...)
	if want := "rmave needs Python with NumPy: there is no program no-such-python; see --python and --env, or leave it out of --methods"; got.code != codeFailed || !strings.Contains(got.err, want) {
		t.Errorf("got %+v", got)
	}
}

func TestBenchRealHelp(t *testing.T) { wantNarrow(t, must(t, "", "bench", "real", "--help")) }

//go:build unix

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// fakeScikitLearn is an environment e whose scikit-learn predicts for the test rows what the
// training rows have, of which there are as many; boosting fails.
func fakeScikitLearn(t *testing.T) {
	t.Helper()
	script := `#!/bin/sh
case "$1 $2" in
"- versions") cat >/dev/null; echo '{"python":"3.0","scikit-learn":"1.0"}' ;;
*" boosting") echo '{"error":"MemoryError: there is none"}' ;;
*) cp "$5" "$7"; echo '{"ready":true}'; echo '{"seconds":0.5,"predicted":true}' ;;
esac
`
	if err := os.MkdirAll("e/bin", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("e/bin/python", []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestBenchPredict(t *testing.T) {
	takesLong(t)
	tinyTables(t)
	fakeScikitLearn(t)
	args := strings.Fields("bench predict --data t --tables airfoil,vehicle --env e --seed 2")
	text := must(t, "", args...)
	wantNarrow(t, text)
	for _, want := range []string{
		"1 random division of each table, seed 2, scikit-learn 1.0\n", "     ours   forest boosting    ridge ", "\nairfoil  ", "\nvehicle  ",
		"\nall      better of forest and boosting ", "\nclasses  ridge ", "ours is better on 2 of 2\n", "boosting failed 1 time on vehicle: MemoryError: there is none\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	var report predictReport
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Places) != 8 || len(report.Margins) != 12 {
		t.Fatalf("%+v", report)
	}
	ours, forest, boosting := report.Places[4], report.Places[5], report.Places[6]
	if ours.Table != "vehicle" || ours.Predictor != "ours" || ours.Dim < 1 || ours.Error > .9 || ours.Problem != "" {
		t.Errorf("ours %+v", ours)
	}
	if forest.Seconds != .5 || forest.Error <= 0 || boosting.Error != 1 || boosting.Failed != 1 {
		t.Errorf("forest %+v, boosting %+v", forest, boosting)
	}
}

func TestBenchPredictUsage(t *testing.T) {
	tinyTables(t)
	got := invoke(t, "", strings.Fields("bench predict --data t --tables airfoil --splits 0")...)
	if want := "suffice: --splits 0: there must be at least 1; see suffice-lab bench predict --help\n"; got.code != codeUsage || got.err != want {
		t.Errorf("got %+v", got)
	}
	got = invoke(t, "", strings.Fields("bench predict --data t --tables airfoil --dim 0")...)
	if want := "suffice: --dim 0: the number of components must be at least 1, or auto; see suffice-lab bench predict --help\n"; got.code != codeUsage || got.err != want {
		t.Errorf("got %+v", got)
	}
	got = invoke(t, "", strings.Fields("bench predict --data t --tables airfoil --python no-such-python --env none")...)
	if want := "the others need Python with scikit-learn: there is no program no-such-python; see --python and --env"; got.code != codeFailed || !strings.Contains(got.err, want) {
		t.Errorf("got %+v", got)
	}
	wantNarrow(t, must(t, "", "bench", "predict", "--help"))
}

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"suffice/internal/termtext"
)

// visits are rows of persons, who each have a level of all inputs and of y, and nothing else; the
// rows are in the order of the persons, and of days.
func visits(persons, each int) string {
	random := rand.New(rand.NewPCG(9, 9))
	var text strings.Builder
	text.WriteString("person,day,a,b,c,y\n")
	for person := range persons {
		var level [4]float64
		for j := range level {
			level[j] = random.NormFloat64()
		}
		for visit := range each {
			day := person*each + visit
			fmt.Fprintf(&text, "p%02d,2024-%02d-%02d", person, 1+day/28%12, 1+day%28)
			for j := range level {
				fmt.Fprintf(&text, ",%.4f", level[j]+.4*random.NormFloat64())
			}
			text.WriteString("\n")
		}
	}
	return text.String()
}

// What belongs together is told by a column, and asked for where it is not.
func TestRowsThatBelongTogether(t *testing.T) {
	inDirectory(t, map[string]string{"visits.csv": visits(30, 8)})
	fit := func(args ...string) (judgedFit, outcome) {
		got := invoke(t, "", append([]string{"fit", "visits.csv", "--target", "y", "--method", "sir", "--dim", "1", "--json"}, args...)...)
		var found judgedFit
		if err := json.Unmarshal([]byte(got.out), &found); err != nil {
			t.Fatalf("%v: %v: %s", args, err, got.err)
		}
		return found, got
	}
	told, _ := fit("--group", "person", "--exclude", "day")
	if v := told.Verdict; v.Found || math.IsNaN(v.P) || v.Group != "person" || v.Groups != 30 || !strings.Contains(v.Words, "nothing") {
		t.Errorf("told: %+v", v)
	}
	untold, said := fit("--exclude", "person,day")
	if v := untold.Verdict; v.Found || !math.IsNaN(v.P) || !strings.Contains(v.WhyNoP, "rows that follow each other are alike") || !strings.Contains(said.err, "say --group COLUMN or --time COLUMN") {
		t.Errorf("untold: %+v, %s", v, said.err)
	}
	if !strings.Contains(said.out, `"p": null`) && !strings.Contains(said.out, `"p":null`) {
		t.Errorf("p is no null: %s", said.out)
	}
	if independent, _ := fit("--exclude", "person,day", "--group", "none"); math.IsNaN(independent.Verdict.P) {
		t.Errorf("independent: %+v", independent.Verdict)
	}
	if later, _ := fit("--time", "day", "--exclude", "person"); later.Verdict.Time != "day" {
		t.Errorf("in time: %+v", later.Verdict)
	}
	for _, args := range [][]string{
		{"dims", "visits.csv", "--target", "y", "--method", "sir", "--most", "2", "--group", "person", "--exclude", "day"},
		{"inputs", "visits.csv", "--target", "y", "--method", "sir", "--dim", "1", "--copies", "5", "--group", "person", "--exclude", "day"},
		{"dependence", "visits.csv", "--and", "y", "--between", "a,b", "--permutations", "20", "--group", "person"},
		{"dependence", "visits.csv", "--and", "y", "--between", "a,b", "--permutations", "20", "--time", "day"},
	} {
		must(t, "", args...)
	}
	for want, args := range map[string][]string{
		"rows are divided by one of them": {"--group", "person", "--time", "day"},
		"--group a is an input too":       {"--group", "a", "--inputs", "a,b"},
		"--permutations puts single rows": {"--group", "person", "--permutations", "20"},
		`has no column "nobody"`:          {"--group", "nobody"},
	} {
		if got := invoke(t, "", append([]string{"fit", "visits.csv", "--target", "y"}, args...)...); got.code == codeDone || !strings.Contains(got.err, want) {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
}

// What holds between blocks alone is no finding within them, and what holds within them is one.
func TestBlocksOfRows(t *testing.T) {
	text := strings.Split(strings.TrimSpace(visits(20, 8)), "\n")
	text[0] += ",z"
	for i, row := range text[1:] {
		cells := strings.Split(row, ",")
		text[1+i] += fmt.Sprintf(",%s%d", cells[2], i%10)
	}
	inDirectory(t, map[string]string{"visits.csv": strings.Join(text, "\n")})
	for target, found := range map[string]bool{"y": false, "z": true} {
		var fit judgedFit
		if err := json.Unmarshal([]byte(must(t, "", "fit", "visits.csv", "--target", target, "--inputs", "a,b,c", "--method", "sir", "--dim", "1", "--block", "person", "--json")), &fit); err != nil {
			t.Fatal(err)
		}
		if v := fit.Verdict; v.Found != found || v.Block != "person" || found && !strings.Contains(v.Words, "rows held out, within blocks (person)") {
			t.Errorf("%s: %+v", target, v)
		}
		for _, args := range [][]string{
			{"inputs", "visits.csv", "--target", target, "--inputs", "a,b,c", "--method", "sir", "--dim", "1", "--block", "person"},
			{"dependence", "visits.csv", "--and", target, "--between", "a,b", "--permutations", "20", "--block", "person"},
		} {
			must(t, "", args...)
		}
		text := must(t, "", "compare", "visits.csv", "--target", target, "--inputs", "a,b,c", "--methods", "sir", "--dims", "1", "--repeats", "5", "--block", "person")
		if !strings.Contains(text, "training rows, within blocks") || strings.Contains(text, "nothing predicts better") == found || found && !strings.Contains(text, "--block person --method sir --dim 1") {
			t.Error(text)
		}
	}
	if got := invoke(t, "", "fit", "visits.csv", "--target", "y", "--block", "person", "--group", "day"); got.code == codeDone || !strings.Contains(got.err, "--block with --group or --time") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
}

// Evaluate tells how sure measures are by groups.
func TestEvaluateByGroup(t *testing.T) {
	inDirectory(t, map[string]string{"visits.csv": visits(30, 8)})
	must(t, "", "fit", "visits.csv", "--target", "c", "--exclude", "person,day,y", "--group", "none", "--method", "pls", "--dim", "1", "--predictor", "--no-verdict", "-o", "m.json")
	if text := must(t, "", "evaluate", "m.json", "visits.csv", "--group", "person"); !strings.Contains(text, "±: standard error by 30 groups") {
		t.Error(text)
	}
	var judged struct {
		Groups int
		SE     map[string]float64
	}
	if err := json.Unmarshal([]byte(must(t, "", "evaluate", "m.json", "visits.csv", "--group", "person", "--json")), &judged); err != nil || judged.Groups != 30 || judged.SE["rmse"] <= 0 {
		t.Errorf("%+v, %v", judged, err)
	}
	for want, args := range map[string][]string{
		"±: standard error by 30 blocks; what holds within": {"--block", "person"},
		"±: standard error by 16 stretches of time":         {"--time", "day"},
		"±: standard error by 9 groups":                     {"--group", "day", "--every", "31d"},
	} {
		if text := must(t, "", append([]string{"evaluate", "m.json", "visits.csv"}, args...)...); !strings.Contains(text, want) {
			t.Errorf("%v: %s", args, text)
		}
	}
}

// What evaluate refuses is named once, and lines are as wide as elsewhere.
func TestEvaluateByGroupRefuses(t *testing.T) {
	inDirectory(t, map[string]string{"visits.csv": visits(30, 8)})
	must(t, "", "fit", "visits.csv", "--target", "c", "--exclude", "person,day,y", "--group", "none", "--method", "pls", "--dim", "1", "--predictor", "--no-verdict", "-o", "m.json")
	for _, by := range []string{"--group", "--time", "--block"} {
		if got := invoke(t, "", "evaluate", "m.json", "visits.csv", by, "nosuch"); got.code == codeDone || strings.Count(got.err, "visits.csv") != 1 {
			t.Errorf("%s: exit code %d: %s", by, got.code, got.err)
		}
	}
	if got := invoke(t, "", "evaluate", "m.json", "visits.csv", "--block", "day", "--every", "100000d"); got.code == codeDone || !strings.Contains(got.err, "of one group, stretch or block") {
		t.Errorf("exit code %d: %s", got.code, got.err)
	}
	for line := range strings.Lines(must(t, "", "evaluate", "m.json", "visits.csv", "--block", "person")) {
		if utf8.RuneCountInString(line) > termtext.Width+1 {
			t.Errorf("too wide: %s", line)
		}
	}
	if help := must(t, "", "compare", "--help"); !strings.Contains(help, "--block") || strings.Contains(help, "exchanging rows") {
		t.Error("compare has no p")
	}
	for _, more := range [][]string{{"--screen", "2"}, {"--method", "seas"}} {
		if got := invoke(t, "", append([]string{"fit", "visits.csv", "--target", "c", "--exclude", "person,day,y", "--active", "1"}, more...)...); got.code == codeDone || !strings.Contains(got.err, "--active is for one method on all inputs") {
			t.Errorf("%v: exit code %d: %s", more, got.code, got.err)
		}
	}
}

// Times are cut into groups and blocks of a length.
func TestGroupsOfALength(t *testing.T) {
	inDirectory(t, map[string]string{"visits.csv": visits(30, 8)})
	args := []string{"fit", "visits.csv", "--target", "y", "--exclude", "person", "--method", "sir", "--dim", "1", "--json", "--every", "1w"}
	for _, by := range []string{"--group", "--block"} {
		var found judgedFit
		if err := json.Unmarshal([]byte(must(t, "", append(args, by, "day")...)), &found); err != nil || found.Verdict.Group+found.Verdict.Block != "day, every 1w" {
			t.Errorf("%s: %+v, %v", by, found.Verdict, err)
		}
	}
	if text := must(t, "", "compare", "visits.csv", "--target", "y", "--exclude", "person", "--methods", "sir", "--dims", "1", "--repeats", "2", "--group", "day", "--every", "1w"); !strings.Contains(text, "of other groups") {
		t.Error(text)
	}
	for want, args := range map[string][]string{
		"name the column of times with --group or --block": {"--every", "1w"},
		"which is no length":         {"--every", "soon", "--group", "day"},
		"cannot be cut every \"1w\"": {"--every", "1w", "--group", "a"},
	} {
		if got := invoke(t, "", append([]string{"fit", "visits.csv", "--target", "y"}, args...)...); got.code == codeDone || !strings.Contains(got.err, want) {
			t.Errorf("%v: exit code %d: %s", args, got.code, got.err)
		}
	}
}

// Whole groups in random order find no dependence of persons' levels, which single rows do.
func TestDependenceOfGroups(t *testing.T) {
	inDirectory(t, map[string]string{"visits.csv": visits(30, 8)})
	p := func(args ...string) float64 {
		var found struct{ P float64 }
		if err := json.Unmarshal([]byte(must(t, "", append([]string{"dependence", "visits.csv", "--and", "y", "--between", "a,b,c", "--permutations", "100", "--json"}, args...)...)), &found); err != nil {
			t.Fatal(err)
		}
		return found.P
	}
	if alone, together := p(), p("--group", "person"); alone > .05 || together < .05 {
		t.Errorf("p is %v of rows and %v of groups", alone, together)
	}
}

// Describe asks about what gives the target away.
func TestDescribeAsks(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,copy,y\n")
	random := rand.New(rand.NewPCG(1, 9))
	for range 100 {
		y := random.NormFloat64()
		fmt.Fprintf(&text, "%.3f,%.1f,%.5f\n", random.NormFloat64(), y, y)
	}
	inDirectory(t, map[string]string{"t.csv": text.String()})
	if out := must(t, "", "describe", "t.csv", "--target", "y"); !strings.Contains(strings.Join(strings.Fields(out), " "), `"copy" alone predicts`) {
		t.Error(out)
	}
	if out := must(t, "", "describe", "t.csv", "--target", "y", "--json"); !strings.Contains(out, `is it known before`) {
		t.Error(out)
	}
}

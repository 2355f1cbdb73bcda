//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
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
	for k := range uint64(3) {
		writeDrawn(t, fmt.Sprintf("parts/%d.csv", k+1), "data3", 40, k+1)
	}
	must(t, "", "fit", "parts/1.csv", "-t", "y", "-d", "1", "--method", "mddm", "--no-verdict", "--predictor", "-o", "m.json")
	both := hereAndElsewhere(t, program)
	for _, args := range []string{
		"fit parts -t y -d 2 --method mddm --json", "fit parts -t y -d 1 --method sir --no-verdict --predictor --json", "fit parts -t y --active 2 --method mddm --no-verdict --json",
		"evaluate m.json parts --json", "dims parts -t y --method mddm --most 1 --json", "fit parts -t nope -d 1",
		"fit generated:rows=120,inputs=3,parts=3 -t y -d 2 --method mddm --json", "fit generated:rows=120,parts=0 -t y -d 1",
	} {
		if here, elsewhere := both(strings.Fields(args)...); here != elsewhere && !strings.Contains(elsewhere, "elsewhere") {
			t.Errorf("%s\nhere      %s\nelsewhere %s", args, here, elsewhere)
		}
	}
}

// Tables with words, classes and missing values are described and judged as they are here.
func TestCommandsOnMixedRowsElsewhere(t *testing.T) {
	both := hereAndElsewhere(t, mixedParts(t))
	must(t, "", "fit", "parts/1.csv", "-t", "y", "-i", "a,b,color", "--missing", "drop", "-d", "1", "--method", "mddm", "--no-verdict", "--predictor", "-o", "m.json")
	for _, args := range []string{
		"describe parts", "fit parts -t c -i a,y -d 1 --method lda --no-verdict", "fit parts -t y,z -i a,b,color -d 1 --method mddm --no-verdict --missing mean",
		"fit parts -t tags -i a,y -d 1 --method mddm --no-verdict", "fit parts -t y -i a,b,color -d 1 --method mddm --no-verdict --missing median --weights w",
		"fit parts -t c -i a,b,color --active 1 --method mddm --no-verdict --missing mean --weights w",
		"evaluate m.json parts", "evaluate m.json parts --missing drop", "evaluate m.json parts --missing mean",
		"dependence parts --between a,color --and y --missing mean", "dependence parts --and c --missing drop --permutations 9 --json",
		"inputs parts -t y -i a,b,color -d 1 --method sir --missing drop --copies 3 --json", "compare parts -t y -i a,b --dims 1 --methods mddm --missing drop --repeats 2 --json",
		"compare parts -t y -i a --dims 1 --methods mddm --group c --repeats 1 --json", "compare parts -t y -i a --dims 1 --methods mddm --time z --repeats 1 --json",
	} {
		if here, elsewhere := both(strings.Fields(args)...); here != elsewhere || strings.Contains(elsewhere, "exit status 2") {
			t.Errorf("%s\nhere\n%s\nelsewhere\n%s", args, here, elsewhere)
		}
	}
}

// mixedParts makes a table in three files, and is the program in its folder.
func mixedParts(t *testing.T) (program string) {
	program = build(t)
	files := map[string]string{}
	for k := range 3 {
		text := "a,b,color,y,z,c,w,tags\n"
		for i := k * 60; i < (k+1)*60; i++ {
			a, b, color := float64(i*37%101)/50-1, float64(i*53%89)/40-1, []string{"red", "green", "blue"}[i*7%11%3]
			y, class := a*a+b, "low"
			if y > .5 {
				class = "high"
			}
			cell := fmt.Sprint(b)
			if i%17 == 4 {
				cell = ""
			}
			if i%29 == 5 {
				color = ""
			}
			text += fmt.Sprintf("%g,%s,%s,%g,%g,%s,%d,%s\n", a, cell, color, y, b-a, class, i%4, []string{"p;q", "q", ""}[i%3])
		}
		files[fmt.Sprintf("parts/%d.csv", k+1)] = text
	}
	inDirectory(t, nil)
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return program
}

// hereAndElsewhere runs the program with rows here and in other processes, and is what it
// prints but for what tells files from parts, and seconds.
func hereAndElsewhere(t *testing.T, program string) func(args ...string) (here, elsewhere string) {
	return func(args ...string) (here, elsewhere string) {
		t.Helper()
		for _, engine := range []string{"", "workers:2"} {
			command := exec.CommandContext(t.Context(), program, args...)
			command.Env = append(os.Environ(), "SUFFICE_ENGINE="+engine, "SOURCE_DATE_EPOCH=1")
			out, err := command.CombinedOutput()
			if err != nil {
				out = append(out, err.Error()...)
			}
			here, elsewhere = elsewhere, withoutFiles(string(out))
		}
		return here, elsewhere
	}
}

// withoutFiles leaves out what tells files from parts, and seconds.
func withoutFiles(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !fileOrTime.MatchString(line) {
			kept = append(kept, listedParts.ReplaceAllString(secondsTaken.ReplaceAllString(line, ""), "parts"))
		}
	}
	return strings.Join(kept, "")
}

var (
	fileOrTime   = regexp.MustCompile(`^\s*"(digest|seconds|file|source|table)":|^time  `)
	secondsTaken = regexp.MustCompile(`"seconds": ?[0-9.e-]+`)
	listedParts  = regexp.MustCompile(`(parts/)?1\.csv, (parts/)?2\.csv, (parts/)?3\.csv|parts/1\.csv, parts/2\.csv, par…`)
)

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

func TestMistakesNameTheCommandThatIsUnderstood(t *testing.T) {
	got := invoke(t, "", "engine", "understand", "--", "fit", "a.csv", "--targt", "y")
	if want := "suffice: there is no option --targt (did you mean --target?); see suffice fit --help\n"; got.code != codeUsage || got.err != want {
		t.Errorf("%+v", got)
	}
}

func TestFilesHereAreUnderstood(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable, "b.csv": smallTable, "_b": "", "x[1].csv": smallTable})
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for names, want := range map[string][]string{
		".": {"a.csv", "b.csv", "x[1].csv"}, "b*": {"b.csv"}, "_b": {"_b"}, "x[1].csv": {"x[1].csv"},
	} {
		got := must(t, "", "engine", "understand", "--here", "--", "fit", names, "-t", "y")
		for _, name := range want {
			if strings.Count(got, folder) != len(want) || !strings.Contains(got, `"`+filepath.Join(folder, name)+`"`) {
				t.Errorf("%s: %s", names, got)
			}
		}
	}
	if got := must(t, "", "engine", "understand", "--here", "--", "fit", "generated:rows=9,parts=1", "-t", "y"); !strings.Contains(got, `"generated:rows=9,`) {
		t.Error(got)
	}
	if got := invoke(t, "", "engine", "understand", "--here", "--", "fit", "z*", "-t", "y"); got.code != codeFailed || !strings.Contains(got.err, "no file matches z*") {
		t.Errorf("%+v", got)
	}
}

func TestGeneratedTablesAreUnderstoodAsParts(t *testing.T) {
	got := must(t, "", "engine", "understand", "--", "fit", "generated:rows=90,parts=2", "-t", "y")
	for _, part := range []string{"1", "2"} {
		if want := `"generated:rows=90,inputs=20,dim=2,noise=0.5,seed=1,parts=2,part=` + part + `"`; !strings.Contains(got, want) {
			t.Errorf("%s is not among %s", want, got)
		}
	}
	if got := invoke(t, "", "engine", "understand", "--", "fit", "generated:rows=90,parts=91", "-t", "y"); got.code == 0 || !strings.Contains(got.err, "parts must be from 1 to 90") {
		t.Errorf("%+v", got)
	}
}

func TestWrongEngine(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	for _, engine := range []string{"pipes:x", "workers:0", "cloud"} {
		t.Setenv("SUFFICE_ENGINE", engine)
		if got := invoke(t, "", "fit", "a.csv", "-t", "y", "-d", "1"); got.code != codeFailed || !strings.Contains(got.err, "SUFFICE_ENGINE is \""+engine+"\"") {
			t.Errorf("%s: %+v", engine, got)
		}
	}
}

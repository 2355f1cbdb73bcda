//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// largeTable is a table that does not fit into 32 MiB: 120,000 rows of 23 numbers.
var largeTable = sync.OnceValue(func() []byte {
	var out []byte
	state := uint64(1)
	next := func() float64 {
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>40)/(1<<23) - 1
	}
	for j := range 22 {
		out = fmt.Appendf(out, "x%d,", j+1)
	}
	out = append(out, "y\n"...)
	for range 120_000 {
		first := 0.
		for j := range 22 {
			v := next()
			if j == 0 {
				first = v
			}
			out = append(strconv.AppendFloat(out, v, 'f', 4, 64), ',')
		}
		out = append(strconv.AppendFloat(out, first*first*first+next()/10, 'f', 4, 64), '\n')
	}
	return out
})

// makeLarge writes it.
func makeLarge(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, largeTable(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every command that reads a table gives the same, be the table in memory or on disk.
func TestCommandsWithATableLargerThanMemory(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	makeLarge(t, "d.csv")
	must(t, "", "fit", "d.csv", "-t", "y", "-d", "2", "--no-verdict", "--method", "pca", "-o", "m.json")
	for _, args := range [][]string{
		{"describe", "d.csv"},
		{"compare", "d.csv", "-t", "y", "--methods", "pca", "--dims", "1", "--train", "200", "--repeats", "1", "--json"},
		{"dependence", "d.csv", "--between", "x1", "--and", "y", "--permutations", "0", "--centres", "10", "--json"},
		{"transform", "m.json", "d.csv", "-o", "out.csv"},
		{"plot", "m.json", "d.csv", "-o", "out.svg"},
		{"report", "m.json", "d.csv", "--repeats", "0", "-o", "out.html"},
	} {
		t.Run(args[0], func(t *testing.T) {
			run := func(options ...string) string {
				text := must(t, "", append(args, options...)...)
				if file := args[len(args)-1]; strings.HasPrefix(file, "out.") {
					text += readFile(t, file)
				}
				return regexp.MustCompile(`"seconds": ?[^,\n]*`).ReplaceAllString(text, "")
			}
			if inMemory, onDisk := run(), run("--memory", "32MiB"); onDisk != inMemory {
				t.Errorf("from disk\n%.1000s\nin memory\n%.1000s", onDisk, inMemory)
			}
		})
	}
}

// A table that does not fit into memory gives the same model, bit for bit, from a file and
// from standard input, and the result says how.
func TestFitOfATableLargerThanMemory(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	makeLarge(t, "d.csv")
	const limit = "32MiB"
	fit := func(method, stdin, file, memory string, options ...string) (said, model string) {
		said = must(t, stdin, append([]string{"fit", file, "-t", "y", "-d", "2", "--no-verdict", "--method", method, "--memory", memory, "-o", "m.json"}, options...)...)
		return said, readFile(t, "m.json")
	}
	var model string // of the last method
	for _, method := range []string{"pca", "sir"} {
		text, inMemory := fit(method, "", "d.csv", "1GiB", "--json")
		if strings.Contains(text, "on_disk") {
			t.Errorf("%s of a table that fits: %s", method, text)
		}
		text, model = fit(method, "", "d.csv", limit, "--json")
		if model != inMemory {
			t.Errorf("%s: from disk\n%s\nin memory\n%s", method, model, inMemory)
		}
		var result struct {
			OnDisk int64 `json:"on_disk"`
			Passes int
		}
		if err := json.Unmarshal([]byte(text), &result); err != nil {
			t.Fatal(err)
		}
		if result.OnDisk < 10<<20 || result.Passes < 2 {
			t.Errorf("%s: %+v", method, result)
		}
	}
	summary, piped := fit("sir", string(largeTable()), "-", limit)
	if withoutFile(piped) != withoutFile(model) {
		t.Error("standard input gives another model")
	}
	wantNarrow(t, summary)
	if !regexp.MustCompile(`\nReading +[0-9]+ passes over the rows on disk, which do not fit into 32 MiB\n`).MatchString(summary) {
		t.Errorf("the summary does not say how it was read:\n%s", summary)
	}
}

func TestMemoryThatIsNoAmount(t *testing.T) {
	for memory, want := range map[string]string{
		"much": `suffice: --memory: "much" is no amount of memory; write one such as 1GiB, 500MB or 2G; see suffice fit --help` + "\n",
		"1MB":  "suffice: --memory 1MB: a fit takes at least 32 MiB; see suffice fit --help\n",
	} {
		got := invoke(t, "", "fit", "d.csv", "-t", "y", "-d", "2", "--no-verdict", "--memory", memory)
		if got.code != codeUsage || got.err != want {
			t.Errorf("--memory %s: %+v", memory, got)
		}
	}
}

// What is wrong far down in a file that does not fit has its place in one line.
func TestLargeFilesThatAreBroken(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	makeLarge(t, "d.csv")
	text := readFile(t, "d.csv")
	end := strings.LastIndex(text[:len(text)-1], ",")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("short.csv", text[:end]+"\n")
	write("word.csv", text[:end+1]+"many\n")
	write("gap.csv", text[:end]+",\n")
	for file, want := range map[string]string{
		"short.csv": "short.csv:120001: 22 fields, but the header has 23; add what is missing, or quote values that hold commas",
		"word.csv":  `word.csv:120001, column "y": "many" is not a number; fix the file, choose another target or say --kind class`,
		"gap.csv":   `gap.csv:120001, column "y": the value is missing; use --missing drop or --missing mean, or fix the file`,
	} {
		got := invoke(t, "", "fit", file, "-t", "y", "-d", "2", "--no-verdict", "--method", "pca", "--memory", "32MiB", "-o", "m.json")
		if got.code != codeFailed || got.err != "suffice: "+want+"\n" || got.out != "" {
			t.Errorf("%s: %+v", file, got)
		}
	}
	if _, err := os.Stat("m.json"); err == nil {
		t.Error("there is a model")
	}
}

// A fit of a table on disk that is interrupted leaves no temporary file.
func TestInterruptedOnDisk(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	makeLarge(t, "d.csv")
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	wantInterrupted(t, "fit d.csv -t y -d 2 --method sir --no-verdict --memory 32MiB -o out", map[string]string{"d.csv": ""})
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// Nor does one that gets a signal while more of the table may come.
func TestInterruptOnDisk(t *testing.T) {
	takesLong(t)
	program := build(t)
	inDirectory(t, nil)
	makeLarge(t, "d.csv")
	temporary := t.TempDir()
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		command := exec.Command(program, "fit", "-", "-t", "y", "-d", "2", "--no-verdict", "--memory", "32MiB", "-o", "m.json")
		command.Env = append(os.Environ(), "TMPDIR="+temporary)
		interrupt(t, command, signal, readFile(t, "d.csv"))
		wantOnly(t, map[string]string{"d.csv": ""})
		if left, err := filepath.Glob(temporary + "/*"); err != nil || len(left) > 0 {
			t.Errorf("left %q, %v", left, err)
		}
	}
}

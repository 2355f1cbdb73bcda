package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// FuzzOptions gives options whatever values: there is no panic, the code is one of ours, and
// a failure is told in a line or two without what steers a terminal.
func FuzzOptions(f *testing.F) {
	dir := f.TempDir()
	path, model := filepath.Join(dir, "t.csv"), filepath.Join(dir, "m.json")
	for name, text := range map[string]string{path: smallTable, model: smallModel} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	commands := [][]string{
		{"fit", path, "--method", "sir", "--no-verdict"}, {"fit", path, "--method", "pca", "--no-verdict"}, {"describe", path}, {"transform", model, path}, {"inspect", model},
		{"export", model}, {"compare", path, "--methods", "pca", "--repeats", "1"}, {"dependence", path, "--permutations", "2"}, {"plot", model, path, "-o", "-"},
		{"report", model, path, "-o", "-", "--repeats", "0"}, {"methods"}, {"completion"},
	}
	options := []string{
		"--target", "--dim", "--kind", "--inputs", "--exclude", "--nominal", "--missing", "--format", "--header", "--memory", "--method", "--centres", "--seed", "--dims", "--train", "--folds",
		"--between", "--and", "--to", "--table", "--keep", "--package", "--function", "--what", "--colour", "--as", "--data", "-t", "-d", "-i", "-x", "--json", "--all", "--float32", "--decimal-comma", "--no-scale", "",
	}
	for k := range options {
		f.Add(uint8(k), uint8(k), "-1", uint8(k+1), "99999999999999999999")
		f.Add(uint8(k), uint8(0), "y", uint8(k), "\x1b[2J")
	}
	f.Fuzz(func(t *testing.T, command, first uint8, value string, second uint8, other string) {
		args := append([]string{}, commands[int(command)%len(commands)]...)
		for _, given := range []struct {
			option uint8
			value  string
		}{{first, value}, {second, other}} {
			option := options[int(given.option)%len(options)]
			writes := strings.HasPrefix(given.value, "-") && len(given.value) > 3 || strings.Contains(given.value, "-o") || strings.Contains(given.value, "--")
			if writes || len(given.value) > 100 || len(given.value) > 3 && (option == "--train" || option == "--memory" || option == "") {
				return // files elsewhere, and work that takes long
			}
			switch {
			case option == "":
				args = append(args, given.value)
			case strings.HasPrefix(option, "--"):
				args = append(args, option+"="+given.value)
			default:
				args = append(args, option, given.value)
			}
		}
		var out, errs bytes.Buffer
		code := run(context.Background(), args, strings.NewReader("a,y\n1,2\n3,4\n5,7\n"), &out, &errs)
		said := errs.String()
		switch {
		case code != codeDone && code != codeFailed && code != codeUsage:
			t.Errorf("%q: code %d, %s", args, code, said)
		case code != codeDone && said == "":
			t.Errorf("%q fails silently", args)
		case code != codeDone && strings.Count(strings.TrimSpace(said), "\n") > 3:
			t.Errorf("%q: many lines: %s", args, said)
		case strings.ContainsAny(said, "\x1b\u009b\a\r"):
			t.Errorf("%q: %q", args, said)
		}
	})
}

// Every option that counts something has a bound, whatever the command.
func TestHugeCountsAreRefused(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable, "m.json": smallModel})
	tried := 0
	var visit func(cmd *cobra.Command, path []string)
	visit = func(cmd *cobra.Command, path []string) {
		for _, child := range cmd.Commands() {
			visit(child, append(path[:len(path):len(path)], child.Name()))
		}
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if kind := flag.Value.Type(); kind != "int" && kind != "intSlice" {
				return
			}
			tried++
			told := false
			for _, arguments := range [][]string{nil, {"a.csv"}, {"m.json", "a.csv"}, {"data1"}, {"a.csv", "b", "c", "1"}} { // as many as it takes
				args := append(append(path[:len(path):len(path)], arguments...), "--"+flag.Name+"=1000000000000")
				got := invoke(t, "", args...)
				if got.code != codeUsage || strings.Count(got.err, "\n") != 1 {
					t.Errorf("%q: %+v", args, got)
				}
				told = told || strings.Contains(got.err, "is too many; ask for")
			}
			if !told {
				t.Errorf("%q --%s has no bound", path, flag.Name)
			}
		})
	}
	visit(newRoot(streams{}), nil)
	if tried < 20 {
		t.Errorf("only %d options were tried", tried)
	}
}

func TestEmptyValuesAreRefused(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	got := invoke(t, "", "fit", "a.csv", "-t", "y", "-d", "1", "-o", "")
	if want := "suffice: -o is given nothing; give it a value, or leave it out; see suffice fit --help\n"; got.code != codeUsage || got.err != want {
		t.Errorf("%+v", got)
	}
}

func TestNamesDoNotSteerTheTerminal(t *testing.T) {
	evil := readFile(t, "testdata/hostile/evilm.json")
	inDirectory(t, map[string]string{"m.json": evil})
	for _, args := range [][]string{{"inspect", "m.json"}, {"describe", "x\x1b[2J"}, {"fit", "a.csv", "--bad\x1b[31m"}, {"\x1b[31m"}, {"inspect", "m\u009b2J.json"}} {
		got := invoke(t, "", args...)
		if strings.ContainsAny(got.out+got.err, "\x1b\u009b\a\r") {
			t.Errorf("%q: %q %q", args, got.out, got.err)
		}
	}
}

// Numbers whose squares are too large for a number are described without what is not one.
func TestDescribeOfHugeNumbers(t *testing.T) {
	text := must(t, "", "describe", "testdata/hostile/x1e300.csv", "--json")
	if !strings.Contains(text, `"max"`) || strings.Contains(text, "Inf") || strings.Contains(text, "NaN") {
		t.Errorf("%.500s", text)
	}
}

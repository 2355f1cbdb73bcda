package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// halves is a model whose components are a/2 and (a+b)/2, exactly.
const halves = `{"format":"suffice/1","method":"pca","inputs":["a","b"],"components":[[1,0],[1,1]],"mean":[0,0],"scale":[2,2]}`

// aLine is row i of a long file, and its components.
func aLine(i int) (in, out string) {
	return fmt.Sprintf("%d,%d\n", 2*i, 2), fmt.Sprintf("%d,%d\n", i, i+1)
}

func longFile(n int) (in, out string) {
	var ins, outs strings.Builder
	ins.WriteString("a,b\n")
	outs.WriteString("z1,z2\n")
	for i := range n {
		in, out := aLine(i)
		ins.WriteString(in)
		outs.WriteString(out)
	}
	return ins.String(), outs.String()
}

// Rows come out in the order they went in, however many blocks they make.
func TestTransformKeepsTheOrder(t *testing.T) {
	in, want := longFile(200_000)
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": in})
	if got := must(t, "", "transform", "m.json", "x.csv"); got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
	must(t, "", "transform", "m.json", "x.csv", "-o", "z.csv")
	if readFile(t, "z.csv") != want {
		t.Error("the file is not what standard output is")
	}
}

// Problems far into a file, and one that only the end shows: one line, no file, and the
// messages that a small file has.
func TestTransformOfABrokenFile(t *testing.T) {
	in, _ := longFile(100_000)
	gap := strings.Replace(strings.Replace(in, "\n180000,2\n", "\n180000,\n", 1), "\n190000,2\n", "\n,2\n", 1)
	for name, c := range map[string]struct{ text, want string }{
		"a line too short": {strings.Replace(in, "\n180000,2\n", "\n180000\n", 1), "x.csv:90002: 1 field, but the header has 2; add what is missing, or quote values that hold commas"},
		"a word":           {strings.Replace(in, "\n180000,2\n", "\n180000,two\n", 1), `x.csv:90002, column "b": "two" is not a number; fix the file`},
		"gaps":             {gap, `x.csv:90002, column "b": the value is missing (the first of 2 missing values in 2 columns); use --missing drop or --missing mean, or fix the file`},
		"no column":        {strings.Replace(in, "a,b", "a,c", 1), `the model needs column "b", which x.csv does not have`},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"m.json": halves, "x.csv": c.text}
			inDirectory(t, files)
			for _, output := range []string{"z.csv", "z.npy", "z.parquet", "z.jsonl.gz"} {
				got := invoke(t, "", "transform", "m.json", "x.csv", "-o", output)
				if got.code != codeFailed || got.err != "suffice: "+c.want+"\n" {
					t.Errorf("exit code %d, said %s", got.code, got.err)
				}
			}
			wantOnly(t, files)
		})
	}
}

// A Parquet file that is cut off in its last row group, and one that lost its end.
func TestTransformOfATruncatedParquetFile(t *testing.T) {
	in, _ := longFile(50_000)
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": in, "one.json": strings.ReplaceAll(halves, "[1,1]", "[0,1]")})
	must(t, "", "transform", "one.json", "x.csv", "-o", "x.parquet")
	whole := readFile(t, "x.parquet")
	m := strings.NewReplacer(`"a","b"`, `"z1","z2"`).Replace(halves)
	files := map[string]string{"m.json": m, "cut.parquet": whole[:len(whole)-100]}
	inDirectory(t, files)
	got := invoke(t, "", "transform", "m.json", "cut.parquet", "-o", "z.csv")
	if want := "suffice: cut.parquet: the Parquet file is damaged or cut off; copy or make it again\n"; got.code != codeFailed || got.err != want {
		t.Errorf("exit code %d, said %s", got.code, got.err)
	}
	wantOnly(t, files)
}

// A full disk ends it with one line.
func TestTransformToAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	in, _ := longFile(100_000)
	inDirectory(t, map[string]string{"m.json": halves, "x.csv": in})
	for _, format := range []string{"csv", "npy", "parquet", "csv.zst"} {
		got := invoke(t, "", "transform", "m.json", "x.csv", "--to", format, "-o", "/dev/full")
		if got.code != codeFailed || !strings.Contains(got.err, "no space left") || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit code %d, said %s", format, got.code, got.err)
		}
	}
}

// Rows of a pipe come out while it is open and nothing more comes in.
func TestTransformOfAPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "m.json")
		if err := os.WriteFile(path, []byte(halves), 0o666); err != nil {
			t.Fatal(err)
		}
		in, feed := io.Pipe()
		results, out := io.Pipe()
		done := make(chan int, 1)
		go func() {
			var errs bytes.Buffer
			done <- run(t.Context(), []string{"transform", path, "-"}, in, out, &errs)
			_ = out.Close()
		}()
		lines := bufio.NewScanner(results)
		expect := func(want string) {
			t.Helper()
			if !lines.Scan() || lines.Text() != want {
				t.Fatalf("got %q, want %q", lines.Text(), want)
			}
		}
		send := func(text string) {
			if _, err := io.WriteString(feed, text); err != nil {
				t.Error(err)
			}
		}
		send("a,b\n2,4\n")
		expect("z1,z2")
		expect("1,3")
		send("4,4\n6,0\n")
		expect("2,4")
		expect("3,3")
		send("8,") // half a row
		send("2\n")
		expect("4,5")
		_ = feed.Close()
		if code := <-done; code != codeDone {
			t.Errorf("exit code %d", code)
		}
	})
}

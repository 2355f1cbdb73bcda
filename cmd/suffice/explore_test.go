package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"suffice/internal/explore"
)

// The address is the only line of standard output; the page answers there, and Ctrl-C is a
// good end.
func TestExploreServesATable(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reader, writer := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"explore", "a.csv", "--no-browser", "--target", "y"}, strings.NewReader(""), writer, io.Discard)
		_ = writer.Close()
	}()
	lines := bufio.NewReader(reader)
	address, err := lines.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(strings.TrimSpace(address) + "api/state")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var state struct {
		Table  struct{ Source string }
		Choice struct{ Target []string }
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		t.Fatal(err)
	}
	if state.Table.Source != "a.csv" || len(state.Choice.Target) != 1 || state.Choice.Target[0] != "y" {
		t.Errorf("the page begins with %+v", state)
	}
	cancel()
	if got := <-code; got != codeDone {
		t.Errorf("it ends with code %d", got)
	}
	if rest, err := lines.ReadString('\n'); rest != "" || err != io.EOF {
		t.Errorf("after the address comes %q", rest)
	}
}

// The command that the page shows for a fit makes the same model, byte for byte.
func TestExploreTellsTheCommand(t *testing.T) {
	var text strings.Builder
	text.WriteString("a;b;the day;town;y\n")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 80 {
		a, b := random.NormFloat64(), random.NormFloat64()
		line := fmt.Sprintf("%.3f;%.3f;%d/%d/2024;%s;%.3f\n", a, b, 1+i%12, 1+i%9, []string{"Ulm", "Bonn", "n.k."}[i%3], a+b*b)
		text.WriteString(strings.ReplaceAll(line, ".", ","))
	}
	inDirectory(t, map[string]string{"a table.csv": text.String()})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reader, writer := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"explore", "a table.csv", "--no-browser", "--target", "y", "--dates", "mdy", "--na", "n,k", "--missing", "drop", "--decimal-comma"}, strings.NewReader(""), writer, io.Discard)
		_ = writer.Close()
	}()
	address, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	begun, err := http.Post(address+"api/jobs", "application/json", strings.NewReader(`{"kind":"fit","options":{"method":"sir","dim":0,"seed":1,"predictor":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = begun.Body.Close()
	id, command := fittedBy(t, address)
	page, err := http.Get(fmt.Sprintf("%sapi/fits/%d/files/model.json", address, id))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = page.Body.Close() }()
	want, err := io.ReadAll(page.Body)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-code
	words := strings.Fields(strings.ReplaceAll(command, "'a table.csv'", "TABLE"))
	words[slices.Index(words, "TABLE")] = "a table.csv"
	var errs strings.Builder
	if code := run(t.Context(), words[1:], strings.NewReader(""), io.Discard, &errs); code != codeDone {
		t.Fatalf("%s: %s", command, errs.String())
	}
	if got, err := os.ReadFile("model.json"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s makes\n%s, want\n%s", command, got, want)
	}
}

func TestFitCommand(t *testing.T) {
	got := fitCommand("-a.csv", []explore.Setting{{Name: "target", Value: "my town's"}, {Name: "na", Value: "-999"}, {Name: "no-scale"}})
	if want := `suffice fit ./-a.csv --target 'my town'\''s' --na=-999 --no-scale -o model.json`; got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

// fittedBy waits for the first fit of the page at an address, and gives its number and command.
func fittedBy(t *testing.T, address string) (id int, command string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"api/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	events, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = events.Body.Close() }()
	for lines := bufio.NewScanner(events.Body); lines.Scan(); {
		text, isState := strings.CutPrefix(lines.Text(), "data: ")
		var state struct {
			Fits []struct {
				ID      int
				Command string
			}
			Jobs []struct{ Error string }
		}
		if !isState || json.Unmarshal([]byte(text), &state) != nil {
			continue
		}
		if len(state.Fits) > 0 {
			return state.Fits[0].ID, state.Fits[0].Command
		}
		if len(state.Jobs) > 0 && state.Jobs[0].Error != "" {
			t.Fatal(state.Jobs[0].Error)
		}
	}
	t.Fatal("nothing was fitted")
	return 0, ""
}

func TestExploreSaysWhatIsWrong(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for _, c := range []struct {
		args []string
		code int
		said string
	}{
		{[]string{"a.csv", "--port", port}, codeFailed, "is in use"},
		{[]string{"a.csv", "--port", "70000"}, codeUsage, "ports are from"},
		{[]string{"-"}, codeUsage, "standard input"},
		{[]string{"a.csv", "b.csv"}, codeUsage, "takes one file, but got 2"},
		{[]string{"--model", "m.json"}, codeUsage, "name a file"},
		{[]string{"a.csv", "--model", "m.json"}, codeFailed, "m.json"},
		{[]string{"none.csv"}, codeFailed, "none.csv"},
		{[]string{"a.csv", "--host", "300.1.1.1"}, codeFailed, "--host"},
	} {
		var errs strings.Builder
		code := run(t.Context(), append([]string{"explore", "--no-browser"}, c.args...), strings.NewReader(""), io.Discard, &errs)
		if code != c.code || !strings.Contains(errs.String(), c.said) {
			t.Errorf("%q: code %d, %s", c.args, code, errs.String())
		}
	}
}

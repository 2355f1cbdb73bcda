package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
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

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The browser is given a file that leads to the page and that others cannot read, and no command
// has the address. The file goes in the end.
func TestTheAddressIsInNoCommand(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	folder := t.TempDir()
	// It writes the file's name and mode and its text, and whether it leads its own group, to a pipe
	// that is read below.
	script := "#!/bin/sh\nexec > " + folder + "/said\nstat -c %a \"$1\"\necho \"$1\"\ncut -d ' ' -f 1,5 /proc/$$/stat\ncat \"$1\"\necho END\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "said"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reader, writer := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, []string{"explore", "a.csv"}, strings.NewReader(""), writer, io.Discard)
		_ = writer.Close()
	}()
	address, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	said, err := os.ReadFile(filepath.Join(folder, "said"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(said), "\n")
	if len(lines) < 4 || lines[0] != "600" || strings.Contains(lines[1], address) || !strings.Contains(string(said), `url=`+address+`"`) || !strings.Contains(string(said), `href="`+address+`"`) {
		t.Fatalf("%s, of %s", said, address)
	}
	if id, group, _ := strings.Cut(lines[2], " "); id != group {
		t.Errorf("process %s is of group %s", id, group)
	}
	cancel()
	if got := <-code; got != codeDone {
		t.Errorf("it ends with code %d", got)
	}
	if _, err := os.Stat(lines[1]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there", lines[1])
	}
}

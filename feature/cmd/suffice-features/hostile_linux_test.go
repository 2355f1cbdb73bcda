package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"suffice/internal/cli"
)

// addressLimit is in KiB, as ulimit -v takes it.
const addressLimit = 4_000_000

// Pictures that are made to fill the memory, or to take for ever, are warned of, and give a result or one
// line, in an address space of 4 GB. testdata/hostile has some; the others are made here.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	program, err := built.ours()
	if err != nil {
		t.Fatal(err)
	}
	shipped, err := filepath.Abs("testdata/hostile")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("pictures", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("pictures/pipe.png", 0o600); err != nil {
		t.Fatal(err)
	}
	wide := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\xff\xff\x00\x00\xff\xff\x10\x06\x00\x00\x00")
	if err := os.WriteFile("pictures/wide.png", binary.BigEndian.AppendUint32(wide, crc32.ChecksumIEEE(wide[12:])), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{shipped}, {"pictures"}, {"pictures", "--words-from", "/dev/zero"}} {
		limited := append([]string{"-c", fmt.Sprintf(`ulimit -v %d && exec "$@"`, addressLimit), "sh", program, "images", "-o", "x.csv"}, args...)
		command := exec.CommandContext(t.Context(), "sh", limited...)
		var errs bytes.Buffer
		command.Stderr = &errs
		err := command.Run()
		said := errs.String()
		stopped, failed := errors.AsType[*exec.ExitError](err)
		if failed && stopped.ExitCode() != cli.Failed && stopped.ExitCode() != cli.WrongUsage {
			t.Errorf("%q: %v: %.300s", args, err, said)
		}
		for line := range strings.Lines(said) {
			if !strings.HasPrefix(line, "suffice-features: ") {
				t.Errorf("%q: %.300s", args, said)
				break
			}
		}
		if strings.Count(said, "\n") > 5 {
			t.Errorf("%q: more than a line: %.300s", args, said)
		}
	}
}

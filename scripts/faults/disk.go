//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// written are commands whose results go to a file, which comes last.
var written = []struct {
	name    string
	args    []string
	file    string
	anyName bool // does not tell what is written
}{
	{"fit", []string{"fit", "small.csv", "-t", "y", "-d", "2", "--method", "sir", "--predictor", "--intervals", "200", "-o"}, "fit.json", true},
	{"transform", []string{"transform", "model.json", "large.csv", "-o"}, "z.csv", true},
	{"transform to Parquet", []string{"transform", "model.json", "large.csv", "-o"}, "z.parquet", false},
	{"transform to NPY", []string{"transform", "model.json", "large.csv", "-o"}, "z.npy", false},
	{"plot", []string{"plot", "model.json", "small.csv", "-o"}, "picture.png", false},
	{"report", []string{"report", "model.json", "small.csv", "--repeats", "0", "-o"}, "report.html", false},
	{"features", []string{"features", "images", "photos", "--words", "400", "--to", "csv", "-o"}, "words.csv", true},
	{"compare --state", []string{"compare", "small.csv", "-t", "y", "--methods", "pca,sir,none", "--dims", "1,2", "--repeats", "40", "--state"}, "compare.state", false},
}

// fullDisk lets commands write where there is no room: on a file system of a few kilobytes,
// where one may be mounted, with a limit on the size of files, and to /dev/full.
func (s *suite) fullDisk() error {
	const room = "4096"
	folder, mounted, err := s.mount("full", "size="+room)
	if err != nil {
		return err
	}
	defer s.unmount(folder, mounted)
	if mounted {
		s.refused("full disk (tmpfs of 4 kB)", folder, s.command)
	} else {
		fmt.Fprintln(s.out, "full disk: no file system may be mounted here")
	}
	limited := func(args ...string) *exec.Cmd { // 4 blocks of 1 kB; the signal would end it without a word
		cmd := exec.CommandContext(s.ctx, "bash", append([]string{"-c", `ulimit -f 4; trap "" XFSZ; exec "$0" "$@"`}, s.words(args)...)...)
		cmd.Dir = s.folder
		return cmd
	}
	if err := s.empty(); err != nil {
		return err
	}
	s.refused("limit of file sizes (ulimit -f)", s.path("out"), limited)
	var problems []string
	times := 0
	for _, w := range written {
		if !w.anyName {
			continue
		}
		times++
		if problem := refusal(s.command(append(slices.Clone(w.args), "/dev/full")...)); problem != "" {
			problems = append(problems, w.name+": "+problem)
		}
	}
	s.count("/dev/full", times, problems)
	return nil
}

// refused runs all commands that write into a folder where they cannot. They must say so in
// one line and leave nothing, but for a state file, which has what there was room for.
func (s *suite) refused(what, folder string, command func(args ...string) *exec.Cmd) {
	var problems []string
	for _, w := range written {
		path := filepath.Join(folder, w.file)
		problem := refusal(command(append(slices.Clone(w.args), path)...))
		entries, _ := os.ReadDir(folder)
		for _, entry := range entries {
			if problem == "" && !strings.HasSuffix(entry.Name(), ".state") {
				problem = "left " + entry.Name()
			}
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
		if problem != "" {
			problems = append(problems, w.name+": "+problem)
		}
	}
	s.count(what, len(written), problems)
}

// refusal says what is wrong with how a command fails; "" where it does so with 1 and a line.
func refusal(cmd *exec.Cmd) string {
	code, said, err := during(cmd, func() error { return nil })
	lines := strings.Split(strings.ReplaceAll(strings.TrimSpace(said), "suffice-features: ", "suffice: "), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "suffice: warning") || !strings.HasPrefix(line, "suffice: ")
	})
	if err != nil || code != 1 || len(lines) != 1 || strings.Contains(said, "goroutine ") {
		return fmt.Sprintf("it ended with %d and said %q (%v)", code, said, err)
	}
	return ""
}

// readOnly lets commands write into a folder that takes no files: a file system mounted so,
// because root may write into any other, or a folder without the permission.
func (s *suite) readOnly() error {
	folder, mounted, err := s.mount("readonly", "")
	if err != nil {
		return err
	}
	defer s.unmount(folder, mounted)
	what := "read-only file system"
	if mounted {
		err = syscall.Mount("", folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	} else {
		what = "read-only folder"
		err = os.Chmod(folder, 0o555)
	}
	if err != nil || !mounted && os.Geteuid() == 0 {
		fmt.Fprintln(s.out, "read-only folder: root may write into any folder, and none may be mounted read-only")
		return nil
	}
	s.refused(what, folder, s.command)
	return nil
}

// mount makes a folder that is a small file system of its own, where that is permitted.
func (s *suite) mount(name, options string) (folder string, mounted bool, err error) {
	folder = s.path(name)
	if err := os.Mkdir(folder, 0o777); err != nil {
		return "", false, err
	}
	return folder, syscall.Mount("tmpfs", folder, "tmpfs", 0, options) == nil, nil
}

func (s *suite) unmount(folder string, mounted bool) {
	if mounted {
		_ = syscall.Unmount(folder, syscall.MNT_DETACH)
	}
}

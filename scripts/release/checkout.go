package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"
)

// checkout is the commit that a release is made of.
type checkout struct {
	root    string
	module  string // its path, which the linker needs to set the version
	version string // as v0.1.0
	commit  string
	date    time.Time // of the commit, and of all files in the release
}

var wellFormed = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// openCheckout finds the commit of the checkout that a folder is in. A release needs a tag of its version at the
// commit, and no changes beside it; a snapshot does not.
func openCheckout(folder, version string, snapshot bool) (checkout, error) {
	if !wellFormed.MatchString(version) {
		return checkout{}, fmt.Errorf("--version %q is not a version such as v0.1.0", version)
	}
	root, err := output(folder, "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return checkout{}, err
	}
	c := checkout{root: root, version: version}
	if c.commit, err = output(root, "git", "rev-parse", "HEAD"); err != nil {
		return checkout{}, err
	}
	date, err := output(root, "git", "show", "--no-patch", "--format=%cI", "HEAD")
	if err != nil {
		return checkout{}, err
	}
	if c.date, err = time.Parse(time.RFC3339, date); err != nil {
		return checkout{}, err
	}
	c.date = c.date.UTC()
	if c.module, err = output(root, "go", "list", "-m"); err != nil {
		return checkout{}, err
	}
	changes, err := output(root, "git", "status", "--porcelain")
	if err != nil {
		return checkout{}, err
	}
	if snapshot {
		c.version += "-snapshot." + c.commit[:12]
		if changes != "" {
			c.version += ".changed"
		}
		return c, nil
	}
	return c, c.checkTag(changes)
}

func (c checkout) checkTag(changes string) error {
	if changes != "" {
		return errors.New("there are changes that are not in the commit; commit them, or try with --snapshot")
	}
	tags, err := output(c.root, "git", "tag", "--points-at", "HEAD")
	if err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(tags), c.version) {
		return fmt.Errorf("the commit has no tag %s; run git tag %s, or try with --snapshot", c.version, c.version)
	}
	return nil
}

// number is the version without the v that Go has before it.
func (c checkout) number() string { return strings.TrimPrefix(c.version, "v") }

// isoDate is the date as the program and lists of parts have it.
func (c checkout) isoDate() string { return c.date.Format(time.RFC3339) }

// output runs a program and returns what it says, without the end of its last line.
func output(folder, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = folder
	cmd.Env = settled(os.Environ())
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return strings.TrimRight(out.String(), "\n"), nil
}

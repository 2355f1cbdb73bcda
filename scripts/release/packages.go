package main

import (
	"os"
	"path"
	"strings"
)

const (
	inShort = "find the few combinations of columns that suffice to predict another"
	inLong  = `Suffice finds the few linear combinations of a table's columns that keep what
they say about another column: supervised, "sufficient" dimension reduction.
It reads CSV, Parquet, Arrow, Excel, SQLite and other tables.`
	maintainer = "The authors of suffice <suffice@localhost>"
)

// packages writes a package for Debian and its kin, and one for Red Hat and its kin.
func (c checkout) packages(folder string, p platform, program string, texts []file) error {
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	for _, kind := range []struct {
		layout
		write func(folder string, p platform, files []file) error
	}{
		{layout{"usr/share/doc/suffice/copyright", "usr/share/zsh/vendor-completions/_suffice"}, c.debian},
		{layout{"usr/share/licenses/suffice/LICENSE", "usr/share/zsh/site-functions/_suffice"}, c.redHat},
	} {
		files, err := kind.files(binary, texts)
		if err != nil {
			return err
		}
		if err := kind.write(folder, p, files); err != nil {
			return err
		}
	}
	return nil
}

// packageVersion is the version as packages sort it: 0.1.0~rc.1 goes before 0.1.0.
func (c checkout) packageVersion() string {
	number, rest, isEarly := strings.Cut(c.number(), "-")
	if !isEarly {
		return number
	}
	return number + "~" + strings.ReplaceAll(rest, "-", ".")
}

// layout is where a system looks for what not all have in the same place.
type layout struct{ licence, zsh string }

// files are those of a package, at their places in the system.
func (l layout) files(binary []byte, texts []file) ([]file, error) {
	all := []file{{name: "usr/bin/suffice", mode: 0o755, data: binary}}
	for _, text := range texts {
		to := l.place(text.name)
		if to == "" {
			continue
		}
		if strings.HasPrefix(text.name, manFolder) {
			packed, err := zippedBytes(text.data)
			if err != nil {
				return nil, err
			}
			text.data = packed
		}
		text.name = to
		all = append(all, text)
	}
	return all, nil
}

// place is where a file of the archives belongs in a system, "" where it does not.
func (l layout) place(name string) string {
	switch {
	case name == "LICENSE":
		return l.licence
	case name == bashScript:
		return "usr/share/bash-completion/completions/suffice"
	case name == zshScript:
		return l.zsh
	case name == fishScript:
		return "usr/share/fish/vendor_completions.d/suffice.fish"
	case strings.HasPrefix(name, manFolder):
		return "usr/share/man/man1/" + path.Base(name) + ".gz"
	case strings.HasPrefix(name, "completions/"):
		return ""
	}
	return "usr/share/doc/suffice/" + name
}

package main

import (
	"bytes"
	"crypto/md5" // the sums that dpkg --verify compares
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/google/rpmpack"
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
		if err := kind.write(folder, p, kind.files(binary, texts)); err != nil {
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
func (l layout) files(binary []byte, texts []file) []file {
	all := []file{{name: "usr/bin/suffice", mode: 0o755, data: binary}}
	for _, text := range texts {
		to := l.place(text.name)
		if to == "" {
			continue
		}
		if strings.HasPrefix(text.name, manFolder) {
			text.data = packed(text.data)
		}
		text.name = to
		all = append(all, text)
	}
	return all
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

// debian writes a package as deb(5) has it: an archive of ar(1) with the number of the format,
// what dpkg should know, and the files.
func (c checkout) debian(folder string, p platform, files []file) error {
	var sums strings.Builder
	size := 0
	files = inFolders(files)
	for i, f := range files {
		if !f.isFolder() {
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), f.name)
		}
		size += len(f.data)
		files[i].name = "./" + f.name
	}
	control, err := packedTar([]file{
		{name: "./control", mode: 0o644, data: []byte(c.control(p, size))},
		{name: "./md5sums", mode: 0o644, data: []byte(sums.String())},
	}, c.date)
	if err != nil {
		return err
	}
	data, err := packedTar(files, c.date)
	out := bytes.NewBufferString("!<arch>\n")
	for _, member := range []file{
		{name: "debian-binary", data: []byte("2.0\n")}, {name: "control.tar.gz", data: control}, {name: "data.tar.gz", data: data},
	} { // 60 letters about each, and an even number of bytes
		fmt.Fprintf(out, "%-16s%-12d%-6d%-6d%-8s%-10d`\n%s%s", member.name, c.date.Unix(), 0, 0, "100644", len(member.data), member.data, strings.Repeat("\n", len(member.data)%2))
	}
	return write(folder, "suffice_"+c.packageVersion()+"_"+p.processor+".deb", out.Bytes(), err)
}

// control is what dpkg should know. The size is in kibibytes.
func (c checkout) control(p platform, size int) string {
	return fmt.Sprintf(`Package: suffice
Version: %s
Architecture: %s
Maintainer: %s
Installed-Size: %d
Section: math
Priority: optional
Description: %s
 %s
`, c.packageVersion(), p.processor, maintainer, (size+1023)/1024, inShort, strings.ReplaceAll(inLong, "\n", "\n "))
}

// redHat writes a package of rpm.
func (c checkout) redHat(folder string, p platform, files []file) error {
	processor := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[p.processor]
	made, err := rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "suffice", Version: c.packageVersion(), Release: "1", Arch: processor, OS: "linux",
		Summary: inShort, Description: inLong, Licence: "BSD-3-Clause", Packager: maintainer,
		BuildHost: "localhost", BuildTime: c.date, Compressor: "gzip:6",
	})
	if err != nil {
		return err
	}
	for _, f := range inFolders(files) {
		kind := uint(0o100000)
		if f.isFolder() {
			if path.Base(f.name) != "suffice" {
				continue // one of the system
			}
			kind = 0o40000
		}
		made.AddFile(rpmpack.RPMFile{
			Name: "/" + path.Clean(f.name), Body: f.data, Mode: uint(f.mode.Perm()) | kind,
			Owner: "root", Group: "root", MTime: uint32(c.date.Unix()),
		})
	}
	var out bytes.Buffer
	err = made.Write(&out)
	return write(folder, "suffice-"+c.packageVersion()+"-1."+processor+".rpm", out.Bytes(), err)
}

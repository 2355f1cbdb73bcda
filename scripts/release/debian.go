package main

import (
	"bytes"
	"crypto/md5" // the sums that dpkg --verify compares
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

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
	control, err := c.packedTar([]file{
		{name: "./control", mode: 0o644, data: []byte(c.control(p, size))},
		{name: "./md5sums", mode: 0o644, data: []byte(sums.String())},
	})
	if err != nil {
		return err
	}
	data, err := c.packedTar(files)
	if err != nil {
		return err
	}
	name := "suffice_" + c.packageVersion() + "_" + p.processor + ".deb"
	return writeFile(filepath.Join(folder, name), func(w io.Writer) error {
		if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
			return err
		}
		for _, member := range []file{
			{name: "debian-binary", data: []byte("2.0\n")}, {name: "control.tar.gz", data: control}, {name: "data.tar.gz", data: data},
		} {
			if err := writeMember(w, member, c.date.Unix()); err != nil {
				return err
			}
		}
		return nil
	})
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

func (c checkout) packedTar(files []file) ([]byte, error) {
	var out bytes.Buffer
	err := zipped(&out, func(w io.Writer) error { return writeTar(w, files, c.date) })
	return out.Bytes(), err
}

// writeMember writes a file of an archive of ar: 60 letters about it, and an even number of
// bytes.
func writeMember(w io.Writer, f file, seconds int64) error {
	if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8s%-10d`\n%s", f.name, seconds, 0, 0, "100644", len(f.data), f.data); err != nil {
		return err
	}
	_, err := io.WriteString(w, strings.Repeat("\n", len(f.data)%2))
	return err
}

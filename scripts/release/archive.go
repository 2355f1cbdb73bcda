package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// file is one of an archive.
type file struct {
	name string // with slashes; one that ends in a slash is a folder
	mode fs.FileMode
	data []byte
}

func (f file) isFolder() bool { return f.name[len(f.name)-1] == '/' }

// archive writes the program with its texts: a zip for Windows, a tar for the others.
func (c checkout) archive(folder string, p platform, program string, texts []file) error {
	name := "suffice_" + c.number() + "_" + p.name()
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	files := []file{{name: path.Join(name, p.program()), mode: 0o755, data: data}}
	for _, text := range texts {
		text.name = path.Join(name, text.name)
		files = append(files, text)
	}
	files = inFolders(files)
	if p.system == "windows" {
		return writeFile(filepath.Join(folder, name+".zip"), func(w io.Writer) error { return writeZip(w, files, c.date) })
	}
	return writeFile(filepath.Join(folder, name+".tar.gz"), func(w io.Writer) error {
		return zipped(w, func(w io.Writer) error { return writeTar(w, files, c.date) })
	})
}

// inFolders puts before files the folders that they are in.
func inFolders(files []file) []file {
	var all []file
	known := map[string]bool{}
	for _, f := range files {
		var missing []file
		for folder := path.Dir(path.Clean(f.name)); folder != "." && !known[folder]; folder = path.Dir(folder) {
			known[folder] = true
			missing = append(missing, file{name: folder + "/", mode: 0o755})
		}
		slices.Reverse(missing)
		all = append(append(all, missing...), f)
	}
	return all
}

func writeTar(w io.Writer, files []file, date time.Time) error {
	archive := tar.NewWriter(w)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.data)), ModTime: date, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if f.isFolder() {
			header.Typeflag = tar.TypeDir
		}
		if f.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

func writeZip(w io.Writer, files []file, date time.Time) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		if f.isFolder() {
			header.Method = zip.Store
			header.SetMode(f.mode | fs.ModeDir)
		}
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.data); err != nil {
			return err
		}
	}
	return archive.Close()
}

// zipped packs what is written, without the name and time that gzip could note.
func zipped(w io.Writer, write func(io.Writer) error) error {
	packed, err := gzip.NewWriterLevel(w, gzip.DefaultCompression)
	if err != nil {
		return err
	}
	if err := write(packed); err != nil {
		return err
	}
	return packed.Close()
}

func zippedBytes(data []byte) ([]byte, error) {
	var out bytes.Buffer
	err := zipped(&out, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	return out.Bytes(), err
}

func writeFile(name string, write func(io.Writer) error) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := write(out); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
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
		data, err = zipOf(files, c.date)
		return write(folder, name+".zip", data, err)
	}
	data, err = packedTar(files, c.date)
	return write(folder, name+".tar.gz", data, err)
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

// tarOf is an archive of files, all of one date.
func tarOf(files []file, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := tar.NewWriter(&out)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.data)), ModTime: date, Typeflag: tar.TypeReg, Format: tar.FormatUSTAR}
		if f.isFolder() {
			header.Typeflag = tar.TypeDir
		}
		if f.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if err := archive.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := archive.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

func zipOf(files []file, date time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		if f.isFolder() {
			header.Method = zip.Store
			header.SetMode(f.mode | fs.ModeDir)
		}
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := entry.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// packed is data as gzip has it, without the name and time that it could note.
func packed(data []byte) []byte {
	var out bytes.Buffer
	to := gzip.NewWriter(&out)
	_, _ = to.Write(data) // memory takes all
	_ = to.Close()
	return out.Bytes()
}

func packedTar(files []file, date time.Time) ([]byte, error) {
	data, err := tarOf(files, date)
	return packed(data), err
}

// write writes a file of the release, unless making it failed.
func write(folder, name string, data []byte, err error) error {
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), data, 0o666)
}

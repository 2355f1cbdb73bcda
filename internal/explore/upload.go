package explore

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"suffice/internal/memory"
	"suffice/table"
)

// mostName is how many letters of the name of an upload are kept.
const mostName = 200

// postUpload reads another table.
func (s *Server) postUpload(w http.ResponseWriter, r *http.Request) error {
	file, name, err := s.keep(w, r)
	if err != nil {
		return err
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	d, err := s.load(r.Context(), &data{options: s.uploaded(), file: name, upload: file, read: reading(file, name)})
	if err != nil {
		return errors.Join(err, os.Remove(file))
	}
	if err := s.show(r.Context(), d, s.rolesFor(d)); err != nil {
		return err
	}
	return s.getState(w, r)
}

// uploaded are the options to read uploads with: what tells of one file alone is left out.
func (s *Server) uploaded() table.Options {
	options := s.options.Reading
	options.Format, options.Header, options.SkipLines, options.Sheet, options.Query = "", table.FindHeader, 0, "", ""
	return options
}

// reading reads an upload, which messages call by the name that it had.
func reading(file, name string) func(context.Context, table.Options) (*table.Table, error) {
	return func(ctx context.Context, options table.Options) (*table.Table, error) {
		in, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer func() { _ = in.Close() }()
		return table.Read(ctx, in, name, options)
	}
}

// keep writes the body of a call to a file of its own. Name is what its sender calls it, without
// folders.
func (s *Server) keep(w http.ResponseWriter, r *http.Request) (file, name string, err error) {
	name = baseName(r.URL.Query().Get("name"))
	out, err := os.CreateTemp(s.folder, "upload-")
	if err != nil {
		return "", "", errors.New("the file cannot be kept: there is no room for temporary files")
	}
	_, err = io.Copy(out, http.MaxBytesReader(w, r.Body, s.options.MostUpload))
	err = errors.Join(err, out.Close())
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		err = problemf(http.StatusRequestEntityTooLarge, "%s is larger than %s, which is as much as can be uploaded; name it when starting suffice explore instead", name, memory.Format(s.options.MostUpload))
	} else if err != nil {
		err = problemf(http.StatusBadRequest, "%s was not received whole", name)
	}
	if err != nil {
		_ = os.Remove(out.Name())
		return "", "", err
	}
	return out.Name(), name, nil
}

// baseName is the name of a file without folders, of whatever system.
func baseName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, "\\", "/"))
	if name == "." || name == "/" || name == ".." {
		return "upload"
	}
	if letters := []rune(name); len(letters) > mostName {
		name = string(letters[:mostName])
	}
	return name
}

package explore

import (
	"bufio"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"
)

// download makes a file and sends it whole, or says why it cannot be made.
func (s *Server) download(w http.ResponseWriter, name, kind string, write func(io.Writer) error) error {
	file, err := os.CreateTemp(s.folder, "download-")
	if err != nil {
		return errors.New("the file cannot be made: there is no room for temporary files")
	}
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	out := bufio.NewWriter(file)
	if err := write(out); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return errors.New("the file cannot be made: there is no room for temporary files")
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.FormatInt(size, 10))
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	_, err = io.Copy(w, file)
	return ignored(err)
}

const csvType = "text/csv; charset=utf-8"

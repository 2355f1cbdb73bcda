package explore

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// number is one that JSON has null for where it is not finite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); v-v == 0 {
		return json.Marshal(v)
	}
	return []byte("null"), nil
}

// numbers are a list of them, [] where there are none.
func numbers(values []float64) []number {
	all := make([]number, len(values))
	for i, v := range values {
		all[i] = number(v)
	}
	return all
}

// list is [] rather than null.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// answer writes an object as JSON.
func answer(w http.ResponseWriter, object any) error {
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return answerText(w, text)
}

func answerText(w http.ResponseWriter, text []byte) error {
	w.Header().Set("Content-Type", "application/json")
	_, err := w.Write(text)
	return ignored(err)
}

// answerFloats writes numbers of single precision, the least byte first. Of is how many there
// are, and at each of them.
func answerFloats(w http.ResponseWriter, of int, at func(i int) float64) error {
	const piece = 1 << 14
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Length", strconv.Itoa(4*of))
	buffer := make([]byte, 0, 4*min(of, piece))
	for from := 0; from < of; from += piece {
		buffer = buffer[:0]
		for i := from; i < min(of, from+piece); i++ {
			buffer = binary.LittleEndian.AppendUint32(buffer, math.Float32bits(float32(at(i))))
		}
		if _, err := w.Write(buffer); err != nil {
			return ignored(err)
		}
	}
	return nil
}

const (
	mostBody    = 16 << 20 // bytes of a call in JSON
	slowestBody = 30 * time.Second
)

// readBody reads a call that must come soon, and not be long.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(slowestBody))
	if err := r.Context().Err(); err != nil { // the end of the server has set another deadline
		return nil, err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if err == nil {
		_ = control.SetReadDeadline(time.Time{}) // or the connection ends while it is answered
	}
	return text, err
}

// decode reads the one JSON object that a call has, with no fields but those that are known.
func decode(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); kind != "application/json" {
		return problemf(http.StatusUnsupportedMediaType, "the call must be application/json")
	}
	text, err := readBody(w, r)
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return problemf(http.StatusRequestEntityTooLarge, "the call is too long: %d MiB at most", mostBody>>20)
	}
	if err != nil {
		return problemf(http.StatusBadRequest, "the call was cut off")
	}
	if string(bytes.TrimSpace(text)) == "null" {
		return problemf(http.StatusBadRequest, "the call cannot be understood: it says nothing")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return problemf(http.StatusBadRequest, "the call cannot be understood: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return problemf(http.StatusBadRequest, "the call cannot be understood: there is something after its end")
	}
	return nil
}

// place reads a number of the path or the query, from 0 to less than of.
func place(what, text string, of int) (int, error) {
	k, err := strconv.Atoi(text)
	if err != nil || k < 0 {
		return 0, problemf(http.StatusBadRequest, "%q is not the number of a %s", text, what)
	}
	if k >= of {
		return 0, problemf(http.StatusNotFound, "there is no %s %d: there are %d", what, k, of)
	}
	return k, nil
}

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

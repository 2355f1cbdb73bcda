package explore

import (
	"context"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	"suffice/internal/memory"
	"suffice/internal/termtext"
	"suffice/table"
)

// data is a table, and how it was read.
type data struct {
	id        int
	table     *table.Table
	described *table.Description
	options   table.Options // that it was read with
	words     []string      // columns whose words were kept for roles
	file      string        // the name that models remember, or ""
	upload    string        // the file that was uploaded, or ""
	read      func(ctx context.Context, options table.Options) (*table.Table, error)
	end       context.CancelFunc // of reading its rows

	users   int  // calls and work that read it; guarded by Server.mu
	dropped bool // it is closed when the last of them has ended

	looking    sync.Mutex
	histograms map[int][]int
}

// load reads a table. Reading ends with ctx, but later passes over its rows only with the
// server.
func (s *Server) load(ctx context.Context, d *data) (*data, error) {
	life, end := context.WithCancel(s.ctx)
	stop := context.AfterFunc(ctx, end)
	options := d.options
	options.Digest = true
	read, err := d.read(life, options)
	if err == nil {
		d.table, d.end, d.histograms = read, end, map[int][]int{}
		d.described, err = read.Describe()
	}
	if !stop() && err == nil {
		err = ctx.Err()
	}
	if err != nil {
		if read != nil {
			_ = read.Close()
		}
		end()
		return nil, err
	}
	return d, nil
}

// open reads the table that was given at the beginning.
func (s *Server) open(ctx context.Context) error {
	d, err := s.load(ctx, &data{options: s.options.Reading, file: s.options.File, read: s.options.Read})
	if err != nil {
		return err
	}
	roles := s.firstRoles(d)
	s.changing.Lock()
	defer s.changing.Unlock()
	return s.show(ctx, d, roles)
}

// show makes a table that of the page, with roles.
func (s *Server) show(ctx context.Context, d *data, roles Roles) error {
	c, problem := s.tryChoosing(ctx, d, roles)
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil || s.ctx.Err() != nil {
		s.discard(d)
		return context.Canceled
	}
	s.drop()
	if d.id == 0 {
		d.id = s.id()
	} else if s.data != nil { // the same file, read again
		d.upload, s.data.upload = s.data.upload, ""
	}
	s.discard(s.data)
	s.data = d
	s.put(c, roles, problem)
	return nil
}

// hold keeps a table open until release is called. The caller of hold holds the lock, and that
// of release must not.
func (s *Server) hold(d *data) (release func()) {
	d.users++
	return sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.users--; d.users == 0 && d.dropped {
			d.close()
		}
	})
}

// discard closes a table as soon as no one reads it. The caller holds the lock.
func (s *Server) discard(d *data) {
	if d == nil {
		return
	}
	if d.dropped = true; d.users == 0 {
		d.close()
	}
}

func (d *data) close() {
	d.end()
	_ = d.table.Close()
	if d.upload != "" {
		_ = os.Remove(d.upload)
	}
}

func (d *data) info() *TableInfo {
	bytes, _ := d.table.Spooled()
	remarks := texts(d.table.Remarks())
	if bytes > 0 {
		remarks = append(remarks, "it does not fit into memory, so that "+memory.Format(bytes)+" of it are on disk, and work takes longer")
	}
	return &TableInfo{
		ID: d.id, Source: termtext.Clean(sourceName(d)), Format: d.table.Format(), Rows: d.table.Len(), Columns: d.table.Width(),
		OnDisk: bytes > 0, Remarks: remarks, Suggested: d.described.Target,
	}
}

// sourceName is what people call the table.
func sourceName(d *data) string {
	if d.file != "" {
		return d.file
	}
	return d.table.Source()
}

// lacksWords lists the columns whose words roles need as they are in the file, where reading it
// has made numbers of them, or not kept all.
func (d *data) lacksWords(roles table.Roles) []string {
	needs := roles.Reading(table.Options{})
	var lacking []string
	for _, c := range d.described.Columns {
		formed := c.Form != "" && needs.Words(c.Name)
		cut := c.Type == table.Text && c.Distinct == 0 && needs.Whole(c.Name)
		if (formed || cut) && !slices.Contains(d.words, c.Name) {
			lacking = append(lacking, c.Name)
		}
	}
	return lacking
}

// readAgain reads the table with all words of some columns.
func (s *Server) readAgain(ctx context.Context, d *data, words []string) (*data, error) {
	again := &data{id: d.id, options: d.options, words: append(slices.Clone(d.words), words...), file: d.file, read: d.read}
	kept := func(name string) bool { return slices.Contains(again.words, name) }
	again.options.Words, again.options.Whole = kept, kept
	return s.load(ctx, again)
}

// current is the table, which is held until release is called.
func (s *Server) current() (d *data, release func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.data == nil {
		return nil, nil, problemf(http.StatusConflict, "there is no table yet; choose a file")
	}
	return s.data, s.hold(s.data), nil
}

// isPlain reports whether a name of a file needs no quotes in a command.
func isPlain(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == "" && name[0] != '-'
}

package browser

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	_ "suffice/internal/explore" // so that the tests run again where it has changed
	"suffice/internal/testing/artificial"
)

// program builds the program once.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "suffice-browser-")
	if err != nil {
		return "", err
	}
	atEnd = append(atEnd, func() { _ = os.RemoveAll(folder) })
	path := filepath.Join(folder, "suffice")
	out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", path, "suffice/cmd/suffice").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

// serving is suffice explore at work.
type serving struct {
	address string
	command *exec.Cmd
	errs    bytes.Buffer
}

// explore starts suffice explore, and ends it with the test.
func explore(t *testing.T, args ...string) *serving {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{command: exec.CommandContext(limited(t), path, append([]string{"explore", "--no-browser"}, args...)...)}
	s.command.Stderr = &s.errs
	out, err := s.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.end(t) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = s.command.Wait()
		t.Fatalf("there is no address: %v, %s", err, &s.errs)
	}
	s.address = strings.TrimSpace(line)
	return s
}

// end asks it to end, once.
func (s *serving) end(t *testing.T) {
	if s.command.ProcessState != nil {
		return
	}
	_ = s.command.Process.Signal(syscall.SIGTERM) // Ctrl-C is kept from what runs in the background
	if err := s.command.Wait(); err != nil {
		t.Errorf("after a signal to end: %v, %s", err, &s.errs)
	}
}

// person is someone in front of a window: whatever fails, fails the test.
type person struct {
	*testing.T
	*Window
}

func (p person) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatalf("%v\nthe page shows: %s\nits console: %s", err, p.Shown(), p.Console())
	}
}

// hook is the selector of an element that tests look for.
func hook(name string) string { return fmt.Sprintf("[data-test=%q]", name) }

func (p person) click(name string)       { p.Helper(); p.must(p.Click(hook(name))) }
func (p person) choose(name, to string)  { p.Helper(); p.must(p.Choose(hook(name), to)) }
func (p person) wait(expression string)  { p.Helper(); p.Log(expression); p.must(p.Wait(expression)) }
func (p person) see(name string)         { p.Helper(); p.wait(find(name)) }
func find(name string) string            { return fmt.Sprintf("document.querySelector('%s')", hook(name)) }
func (p person) text(name string) string { return value[string](p, find(name)+".textContent") }

func value[T any](p person, expression string) T {
	p.Helper()
	v, err := Value[T](p.Window, expression)
	p.must(err)
	return v
}

// keep writes what the window shows to a folder where a person can look at it.
func (p person) keep(name string, whole bool) {
	p.Helper()
	picture, err := p.Picture(whole)
	p.must(err)
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		folder = p.ArtifactDir()
	}
	p.must(os.MkdirAll(folder, 0o755))
	p.must(os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644))
}

// visit opens the page of a table.
func visit(t *testing.T, width, height int, args ...string) (person, *serving) {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	window := start(t, width, height)
	s := explore(t, args...)
	p := person{t, window}
	p.must(p.Open(s.address))
	p.see("facts")
	return p, s
}

// fitted clicks on Fit, and waits for the picture of what came of it.
func (p person) fitted(method string, dim int) {
	p.Helper()
	before := value[int](p, fmt.Sprintf("document.querySelectorAll('%s').length", hook("fit-item")))
	p.choose("method", method)
	p.choose("dim", strconv.Itoa(dim))
	p.click("fit")
	p.wait(fmt.Sprintf("document.querySelectorAll('%s').length > %d", hook("fit-item"), before))
	p.wait(fmt.Sprintf("window.suffice && window.suffice.fit == document.querySelector('%s[aria-pressed=true]')?.dataset.fit && window.suffice.points() > 0 && !window.suffice.moving", hook("fit-item")))
}

const bikes = "../../../examples/bikes.csv"

// A person opens a table, chooses what to predict, fits, looks, and keeps the model; the
// components of the page are those that the command line makes of the model.
func TestFromTableToModel(t *testing.T) {
	p, _ := visit(t, 1280, 900, bikes)
	p.keep("1-table", false)
	p.wait(fmt.Sprintf("document.querySelectorAll('%s').length == 12", hook("column")))
	rentals := value[int](p, fmt.Sprintf("Number([...document.querySelectorAll('%s')].find(e => e.textContent.includes('rentals')).dataset.index)", hook("column")))
	p.must(p.Click(fmt.Sprintf(`%s[data-index="%d"] %s`, hook("column"), rentals, hook("make-target"))))
	p.wait(find("choice-problem") + "?.textContent.includes('missing')")
	p.choose("missing", "median")
	p.wait(find("choice") + "?.textContent.includes('rentals')")
	p.choose("method", "sir")
	p.click("ask")
	p.wait(find("verdict") + "?.textContent.length > 20")
	p.keep("2-verdict", true)
	p.fitted("sir", 2)
	if points := value[int](p, "window.suffice.points()"); points != 731 {
		t.Errorf("the picture has %d points, but the table 731 rows", points)
	}
	p.see("axis-x")
	p.keep("3-picture", true)

	model, err := p.Download(func() error { return p.Click(hook("keep-model")) })
	p.must(err)
	id := value[string](p, fmt.Sprintf("document.querySelector('%s[aria-pressed=true]').dataset.fit", hook("fit-item")))
	onPage := value[[]float64](p, fmt.Sprintf("fetch('api/fits/%s/points').then(r => r.arrayBuffer()).then(b => [...new Float32Array(b)])", id))
	sameComponents(t, onPage, transformed(t, model, bikes))
}

// transformed is what suffice transform makes of a table.
func transformed(t *testing.T, model, table string) []float64 {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(limited(t), path, "transform", model, table).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errorOf(err))
	}
	records, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var z []float64
	for _, record := range records[1:] {
		for _, cell := range record {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			z = append(z, v)
		}
	}
	return z
}

func errorOf(err error) string {
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(failed.Stderr)
	}
	return ""
}

// sameComponents compares components that came as numbers of 32 bits with those of 64.
func sameComponents(t *testing.T, onPage, z []float64) {
	t.Helper()
	if len(onPage) != len(z) {
		t.Fatalf("%d numbers on the page, but %d by suffice transform", len(onPage), len(z))
	}
	for i, v := range z {
		if math.Abs(v-onPage[i]) > 1e-6*math.Max(1, math.Abs(v)) {
			t.Fatalf("number %d is %g on the page, but %g by suffice transform", i, onPage[i], v)
		}
	}
}

// The picture is coloured by a column, tells about a row, is turned to another fit, and its
// arrows are dragged while the score follows.
func TestPicture(t *testing.T) {
	p, _ := visit(t, 1280, 900, bikes, "--target", "rentals", "--missing", "median")
	p.fitted("pca", 2)
	p.fitted("sir", 2)

	p.must(p.Choose(hook("colour"), value[string](p, find("colour")+".options[3].value")))
	p.wait(find("legend") + "?.textContent.length > 0")

	_, err := p.Place(hook("canvas"))
	p.must(err)
	at := value[[]float64](p, `(() => { const b = document.querySelector('[data-test="canvas"]').getBoundingClientRect(); const q = window.suffice.positions();
		let best = 0, far = Infinity; for (let i = 0; i < q.length / 2; i++) { const d = Math.hypot(q[2*i] - b.width / 2, q[2*i+1] - b.height / 2); if (d < far) { far = d; best = i } }
		return [b.x + q[2*best], b.y + q[2*best+1]] })()`)
	p.must(p.Move(Point{at[0] + 1, at[1]}))
	p.must(p.Move(Point{at[0], at[1]}))
	p.wait(find("tooltip") + "?.textContent.includes('rentals')")
	p.keep("4-hover", false)

	p.click("lasso")
	canvas, err := p.Place(hook("canvas"))
	p.must(err)
	size := value[[]float64](p, `(() => { const b = document.querySelector('[data-test="canvas"]').getBoundingClientRect(); return [b.width, b.height] })()`)
	around := func(x, y float64) Point { return Point{canvas.X + x*size[0], canvas.Y + y*size[1]} }
	p.must(p.Drag(nil, around(-.3, -.3), around(0, -.35), around(.3, -.3), around(.3, .3), around(-.3, .3), around(-.3, -.3)))
	p.see("difference")
	p.keep("5-selection", true)
	count := value[int](p, fmt.Sprintf(`Number(%s.textContent.replace(/\D*(\d[\d,\u202f\u00a0]*).*/s, '$1').replace(/\D/g, ''))`, find("selection-count")))
	if count < 1 || count > 731 {
		t.Errorf("%d rows are selected: %s", count, p.text("selection-count"))
	}
	file, err := p.Download(func() error { return p.Click(hook("selection-csv")) })
	p.must(err)
	if rows := lines(t, file) - 1; rows != count {
		t.Errorf("%d rows are selected, but %d are in the file", count, rows)
	}
	p.click("clear-selection")
	p.wait("window.suffice.selected == 0 && " + find("selection") + ".offsetParent === null")

	score := find("score") + "?.dataset.value"
	p.wait(score)
	was := value[string](p, score)
	shown := value[string](p, `document.querySelector('[data-test="fit-item"][aria-pressed="true"]').textContent`)
	if seen := p.text("score-seen"); !strings.Contains(seen, "the verdict, on") || !strings.Contains(shown, p.text("score")) {
		t.Errorf("the score %q is said to be %q of %q", p.text("score"), seen, shown)
	}
	p.must(p.Wait("window.before = window.suffice.positions()"))
	handle, err := p.Place(hook("arrow"))
	p.must(err)
	p.must(p.Drag(func() error { return p.Wait("true") }, handle, Point{handle.X - 30, handle.Y + 20}, Point{handle.X - 90, handle.Y + 60}))
	p.wait(fmt.Sprintf("%s != %q", score, was))
	p.wait("!(" + atRest + ")")
	if seen := p.text("score-seen"); !strings.Contains(seen, "estimate for the view turned by hand") || !strings.Contains(seen, "has seen") || strings.Contains(seen, "verdict") {
		t.Errorf("the score is said to be %q", seen)
	}
	p.keep("6-dragged", false)
	p.click("hand-reset")
	p.wait(fmt.Sprintf("%s == %q", score, was))
	p.wait(atRest)

	p.click("tour")
	p.wait("window.suffice.moving && !(" + atRest + ")")
	p.keep("7-tour", false)
	p.click("tour")
	p.wait("!window.suffice.moving && " + atRest)
	if said := p.Console(); strings.Contains(said, "rror") {
		t.Errorf("the page complains: %s", said)
	}
}

// atRest tells whether rows are where they were before.
const atRest = "window.suffice.positions().every((v, i) => Math.abs(v - window.before[i]) < .01)"

// Rows are read and selected by keys, and by the legend; a fit leaves those out that are excluded.
func TestRowsByKeys(t *testing.T) {
	p, _ := visit(t, 1280, 900, bikes, "--target", "rentals", "--missing", "median")
	p.fitted("sir", 2)
	p.must(p.Wait(find("canvas") + ".focus() === undefined"))
	p.must(p.Press("n"))
	p.wait(find("picture-said") + ".textContent.startsWith('row 1: rentals')")
	p.must(p.Press("n"))
	p.wait(find("picture-said") + ".textContent.startsWith('row 2: rentals')")
	p.must(p.Press("\r"))
	p.wait(find("picture-said") + ".textContent.includes('temperature')")
	p.must(p.Press(" "))
	p.wait("window.suffice.selected == 1")
	p.must(p.Press(" "))
	p.wait("window.suffice.selected == 0")

	p.choose("legend-from", "5000")
	p.click("legend-select")
	p.wait("window.suffice.selected > 1")
	many := value[int](p, "window.suffice.selected")
	p.click("exclude")
	p.wait(find("excluded") + "?.offsetParent !== null")
	p.fitted("sir", 2)
	p.keep("11-left-out", false)
	if rows := value[int](p, "fetch('api/state').then(r => r.json()).then(s => s.fits.at(-1).rows)"); rows != 731-many {
		t.Errorf("the fit has seen %d of 731 rows, of which %d are left out", rows, many)
	}
	p.click("take-back")
	p.wait(find("excluded") + "?.offsetParent === null")
}

func lines(t *testing.T, path string) int {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(text), "\n")
}

// Light, dark and narrow.
func TestLooks(t *testing.T) {
	p, _ := visit(t, 1280, 900, bikes, "--target", "rentals", "--missing", "median")
	p.fitted("sir", 2)
	for _, look := range []struct {
		name          string
		width, height int
		dark          bool
	}{{"light", 1280, 900, false}, {"dark", 1280, 900, true}, {"narrow", 390, 844, false}, {"narrow-dark", 390, 844, true}} {
		p.must(p.Dark(look.dark))
		p.must(p.Resize(look.width, look.height))
		p.wait("document.documentElement.clientWidth == innerWidth")
		if wide := value[int](p, "document.documentElement.scrollWidth"); wide > look.width {
			t.Errorf("%s: the page is %d pixels wide in a window of %d", look.name, wide, look.width)
		}
		p.keep("look-"+look.name, true)
	}
}

// The pictures of docs/explore.md: with SUFFICE_DOCS=write they are taken anew.
func TestPicturesOfTheDocumentation(t *testing.T) {
	if os.Getenv("SUFFICE_DOCS") != "write" {
		t.Skip("SUFFICE_DOCS=write takes them")
	}
	t.Chdir("../../..") // so that the page names the table as docs/explore.md does
	p, _ := visit(t, 1280, 770, "examples/penguins.csv", "--target", "species", "--exclude", "island,year", "--missing", "drop")
	p.fitted("sca", 2)
	p.see("axis-x")
	for _, look := range []struct {
		name          string
		width, height int
		dark          bool
	}{{"explore-picture", 1280, 770, false}, {"explore-narrow", 390, 844, true}} {
		p.must(p.Dark(look.dark))
		p.must(p.Resize(look.width, look.height))
		p.wait("document.documentElement.clientWidth == innerWidth")
		value[bool](p, "([...document.querySelectorAll('h2')].find(e => e.textContent == 'The picture').scrollIntoView({behavior: 'instant'}), true)")
		p.wait("!window.suffice.moving")
		picture, err := p.Picture(false)
		p.must(err)
		p.must(os.WriteFile(filepath.Join("docs", look.name+".png"), picture, 0o644))
	}
}

// Work is cancelled, survives a reload, and is seen by a second window.
func TestWork(t *testing.T) {
	table := longTable(t)
	p, s := visit(t, 1000, 800, table, "--target", "y")
	p.choose("method", "lsdr")
	p.choose("dim", "3")
	p.click("fit")
	p.see("cancel")
	p.wait(find("progress") + "?.textContent.length > 0")
	p.must(p.Reload())
	p.see("cancel")
	p.keep("8-working", false)

	window, err := p.Another(t.TempDir(), 800, 700)
	p.must(err)
	defer window.Limit(patience(t))()
	other := person{t, window}
	other.must(other.Open(s.address))
	other.see("cancel")
	other.click("cancel")
	for _, q := range []person{p, other} {
		q.wait(fmt.Sprintf("!%s || %[1]s.hidden || %[1]s.offsetParent === null", find("cancel")))
	}
	p.fitted("pca", 1)
	other.see("fit-item")
	other.must(other.Close())
}

// longTable has rows that take long to fit.
func longTable(t *testing.T) string {
	t.Helper()
	table := filepath.Join(t.TempDir(), "long.csv")
	if err := artificial.All()[0].WriteFile(t.Context(), table, 60_000, 1); err != nil {
		t.Fatal(err)
	}
	return table
}

// Names of columns and classes are text, whatever they hold.
func TestHostileNames(t *testing.T) {
	attack := `<script>window.attacked=1</script><img src=x onerror=window.attacked=1>`
	table := filepath.Join(t.TempDir(), "<img src=x onerror=window.attacked=1>.csv")
	var text strings.Builder
	writer := csv.NewWriter(&text)
	_ = writer.Write([]string{attack, `"'</style>`, "b", "y" + attack})
	for i := range 90 {
		_ = writer.Write([]string{fmt.Sprint(i % 7), fmt.Sprint(i * i % 11), []string{attack, "ok", "x"}[i%3], attack + fmt.Sprint(i%2)})
	}
	writer.Flush()
	if err := os.WriteFile(table, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	p, _ := visit(t, 1280, 900, table, "--target", "y"+attack)
	p.fitted("lda", 1)
	p.see("weight")
	if value[bool](p, "'attacked' in window") {
		t.Error("a name was taken for a script")
	}
	if scripts := value[int](p, "document.querySelectorAll('script:not([src]), img').length"); scripts != 0 {
		t.Errorf("%d elements came of names", scripts)
	}
	p.keep("9-hostile", true)
}

// The page says when the program is gone, and that nothing is done without its token.
func TestLostAndForeign(t *testing.T) {
	p, s := visit(t, 1000, 700, bikes, "--target", "rentals", "--missing", "median")
	s.end(t)
	p.wait(find("lost") + "?.offsetParent !== null")
	p.keep("10-lost", false)

	another := explore(t, bikes)
	parts := strings.Split(strings.Trim(another.address, "/"), "/")
	parts[len(parts)-1] = "wrong"
	p.must(p.Open(strings.Join(parts, "/") + "/"))
	if text := value[string](p, "document.body.textContent"); strings.Contains(text, "rentals") || !strings.Contains(text, "address") {
		t.Errorf("with another token it says %q", text)
	}
}

// A page of another site cannot call the program, even where it knows the address.
func TestOtherSites(t *testing.T) {
	p, s := visit(t, 800, 600, bikes, "--target", "rentals", "--missing", "median")
	excluded := "fetch('api/exclude', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{\"rows\":[0,1,2]}'}).then(r => r.json()).then(s => s.excluded)"
	if rows := value[int](p, excluded); rows != 3 {
		t.Fatalf("%d rows are left out", rows)
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "another site")
	}))
	defer other.Close()
	p.must(p.Open(other.URL))
	for _, call := range []string{
		"fetch('%sapi/state').then(r => r.text(), e => 'refused')",
		"fetch('%sapi/exclude', {method: 'POST', body: '{\"rows\":[]}', mode: 'no-cors'}).then(r => r.type, e => 'refused')",
		"fetch('%sapi/upload?name=other.csv', {method: 'POST', body: 'a,b\\n1,2\\n3,4\\n', mode: 'no-cors'}).then(r => r.type, e => 'refused')",
		"fetch('%sapi/exclude', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{\"rows\":[]}'}).then(r => r.text(), e => 'refused')",
	} {
		if got := value[string](p, fmt.Sprintf(call, s.address)); got != "refused" && got != "opaque" {
			t.Errorf("another site reads %q", got)
		}
	}
	p.must(p.Open(s.address))
	p.see("facts")
	if now := value[string](p, "fetch('api/state').then(r => r.json()).then(s => `${s.table.rows} rows, ${s.excluded} left out`)"); now != "731 rows, 3 left out" {
		t.Errorf("after calls of another site: %s", now)
	}
}

// A window finds the program again after the connection was dropped, and shows what it has missed.
func TestReconnect(t *testing.T) {
	if testing.Short() {
		t.Skip("drives a browser")
	}
	p := person{t, start(t, 1000, 700)}
	s := explore(t, bikes, "--target", "rentals", "--missing", "median")
	program, err := url.Parse(s.address)
	p.must(err)
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: program.Scheme, Host: program.Host})
		r.Out.Header.Del("Origin")
	}}
	var down atomic.Bool
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down.Load() {
			panic(http.ErrAbortHandler)
		}
		forward.ServeHTTP(w, r)
	}))
	drop := func() {
		down.Store(true)
		between.CloseClientConnections()
	}
	defer between.Close()
	defer drop()
	p.must(p.Open(between.URL + program.Path))
	p.see("facts")
	p.wait(find("choice") + "?.textContent.includes('rentals')")
	drop()
	p.wait(find("lost") + "?.offsetParent !== null")
	answer, err := http.Post(s.address+"api/exclude", "application/json", strings.NewReader(`{"rows":[0,1,2]}`))
	p.must(err)
	p.must(answer.Body.Close())
	down.Store(false)
	p.wait(find("lost") + "?.offsetParent === null")
	p.wait(find("excluded") + "?.textContent.startsWith('3 rows are left out')")
}

// More windows than a browser has connections all work; a fit does not take over those that did
// not ask for it; and when the window closes that holds the stream, another takes its place.
func TestWindows(t *testing.T) {
	first, s := visit(t, 600, 500, bikes, "--target", "rentals", "--missing", "median")
	const many = 8
	windows := make([]person, many)
	for i := range windows {
		windows[i] = person{t, start(t, 600, 500)}
		windows[i].must(windows[i].Open(s.address))
		windows[i].see("facts")
		windows[i].wait(find("choice") + "?.textContent.includes('rentals')")
	}
	p, other := windows[0], windows[many-1]
	p.fitted("pca", 1)
	other.see("weight")
	first.must(first.Close())
	shown := find("fit-item") + `.parentElement.parentElement.querySelector('[aria-pressed=true]').dataset.fit`
	before := value[string](other, shown)
	p.fitted("pca", 2)
	other.wait(find("fresh") + "?.offsetParent !== null")
	if now := value[string](other, shown); now != before {
		t.Errorf("fit %s took the place of %s in a window that did not ask for it", now, before)
	}
	other.click("fresh-show")
	other.wait(fmt.Sprintf("%s != %q && window.suffice.fit == %[1]s", shown, before))
}

// Without a file the page asks for one, and takes it.
func TestUpload(t *testing.T) {
	p, _ := visit(t, 1280, 900)
	p.keep("0-empty", false)
	path, err := filepath.Abs("../../../examples/data3.csv")
	p.must(err)
	p.must(p.Upload(hook("upload-file"), path))
	p.wait(fmt.Sprintf("document.querySelectorAll('%s').length == 5", hook("column")))
}

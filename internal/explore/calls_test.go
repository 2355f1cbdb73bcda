package explore

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/report"
	"suffice/table"
)

func TestThePageIsServed(t *testing.T) {
	c := serve(t, "", Options{})
	for path, file := range map[string]string{"": "index.html", "page.js": "page.js", "page.css": "page.css"} {
		want, err := fs.ReadFile(bundle, "page/"+file)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.call(http.MethodGet, path, nil, nil); !bytes.Equal(got, want) {
			t.Errorf("%q is not %s", path, file)
		}
	}
	c.refused(http.StatusNotFound, "there is no such page", http.MethodGet, "nothing.js", nil)
	c.refused(http.StatusNotFound, "there is no such page", http.MethodPost, "api/state", "{}")
}

func TestMethods(t *testing.T) {
	var all []struct{ Name, What, Outputs string }
	serve(t, "", Options{}).call(http.MethodGet, "api/methods", nil, &all)
	if len(all) != len(suffice.Methods()) || all[0].Name != "sca" || all[0].What == "" || all[0].Outputs == "" {
		t.Errorf("%+v", all)
	}
}

func TestColumns(t *testing.T) {
	c := serve(t, noisy(60), Options{})
	var all Columns
	c.call(http.MethodGet, "api/columns?find=&from=0&count=100", nil, &all)
	if all.Total != 7 || all.Found != 7 || len(all.Columns) != 7 {
		t.Fatalf("%+v", all)
	}
	types, roles := []string{}, []string{}
	for j, column := range all.Columns {
		if column.Index != j {
			t.Errorf("column %d has index %d", j, column.Index)
		}
		types, roles = append(types, column.Type), append(roles, column.Role)
	}
	if want := []string{"text", "number", "number", "number", "nominal", "date", "number"}; !slices.Equal(types, want) {
		t.Errorf("types %q, want %q", types, want)
	}
	if want := []string{"unused", "input", "input", "input", "input", "input", "input"}; !slices.Equal(roles, want) {
		t.Errorf("roles %q, want %q", roles, want)
	}
	a, town, day := all.Columns[1], all.Columns[4], all.Columns[5]
	sum := 0
	for _, count := range a.Histogram {
		sum += count
	}
	if len(a.Histogram) != bins || sum != 60 || a.Min == nil || a.Target != "number" || len(a.Levels) != 0 {
		t.Errorf("a: %+v", a)
	}
	if len(town.Histogram) != 0 || len(town.Levels) != 3 || town.Levels[0].Rows != 20 || town.Distinct != 3 || town.Min != nil {
		t.Errorf("town: %+v", town)
	}
	if day.First != "2024-01-01" || day.Last == "" {
		t.Errorf("day: %+v", day)
	}
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"c"}})
	c.call(http.MethodGet, "api/columns?find=&from=0&count=100", nil, &all)
	roles = nil
	for _, column := range all.Columns {
		roles = append(roles, column.Role)
	}
	if want := []string{"unused", "input", "input", "excluded", "input", "input", "target"}; !slices.Equal(roles, want) {
		t.Errorf("roles %q, want %q", roles, want)
	}
	c.call(http.MethodGet, "api/columns?find=D&from=1&count=5", nil, &all)
	if all.Found != 2 || len(all.Columns) != 1 || all.Columns[0].Name != "day" {
		t.Errorf("found %+v", all)
	}
	c.refused(http.StatusBadRequest, "count", http.MethodGet, "api/columns?count=501", nil)
	c.refused(http.StatusBadRequest, "not the number of a column", http.MethodGet, "api/columns?from=-1", nil)
}

// A choice that fails says why in words of the page, and keeps the roles.
func TestChoicesThatFail(t *testing.T) {
	c := serve(t, "a,b,y\n1,2,3\n,4,5\n6,7,8\n9,1,2\n", Options{})
	state := c.choose(onY)
	if state.Choice != nil || !strings.Contains(state.Problem, "“missing values: drop”") || !slices.Equal(state.Roles.Target, onY.Target) {
		t.Errorf("choice %+v, problem %q", state.Choice, state.Problem)
	}
	c.refused(http.StatusConflict, "choose a target first", http.MethodPost, "api/jobs", map[string]any{"kind": "fit", "options": map[string]any{"method": "pca", "dim": 1, "seed": 1}})
	state = c.choose(Roles{Target: []string{"y"}, Missing: "drop"})
	if state.Choice == nil || state.Choice.Rows != 3 || state.Choice.Dropped != 1 || state.Problem != "" {
		t.Errorf("choice %+v, problem %q", state.Choice, state.Problem)
	}
	state = c.choose(Roles{Target: []string{"z"}})
	if state.Choice != nil || !strings.Contains(state.Problem, `no column "z"`) {
		t.Errorf("problem %q", state.Problem)
	}
	if state = c.choose(Roles{}); state.Choice != nil || state.Problem != "" {
		t.Errorf("without a target: %+v", state)
	}
	c.refused(http.StatusBadRequest, "; choose one of number", http.MethodPost, "api/choose", Roles{Kind: "colour"}.whole())
	c.refused(http.StatusBadRequest, "say error, drop, mean or median", http.MethodPost, "api/choose", Roles{Missing: "guess"}.whole())
}

// Values, the target and rows are those of the table.
func TestCells(t *testing.T) {
	c := serve(t, "a,w,y\n1,red,1.5\n2,blue,2.5\n,red,3.5\n4,red,4\n5,green,7\n6,,8\n", Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"w"}, Missing: "drop", Kind: "number"})
	if got := c.floats("api/target"); !slices.Equal(got, []float32{1.5, 2.5, 4, 7, 8}) {
		t.Errorf("target %v", got)
	}
	if got := c.floats("api/columns/0/values"); !slices.Equal(got, []float32{1, 2, 4, 5, 6}) {
		t.Errorf("a %v", got)
	}
	got := c.floats("api/columns/1/values")
	if got[0] != 0 || got[2] != 0 || got[1] == got[3] || !math.IsNaN(float64(got[4])) {
		t.Errorf("w %v", got)
	}
	var row Row
	c.call(http.MethodGet, "api/rows/2", nil, &row)
	if want := (Row{4, []Cell{{"y", "4"}, {"a", "4"}, {"w", "red"}}}); fmt.Sprint(row) != fmt.Sprint(want) {
		t.Errorf("row %+v, want %+v", row, want)
	}
	c.refused(http.StatusNotFound, "there is no row 5", http.MethodGet, "api/rows/5", nil)
	c.refused(http.StatusBadRequest, "not the number of a row", http.MethodGet, "api/rows/x", nil)
	c.refused(http.StatusNotFound, "there is no column 9", http.MethodGet, "api/columns/9/values", nil)
	c.refused(http.StatusNotFound, "there is no target 1", http.MethodGet, "api/target?which=1", nil)
}

// A class has a place among the classes of the choice; of many, those that are rare share one.
func TestTargetOfClasses(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,y\n")
	for i := range 200 {
		class := i % 10
		switch i % 20 {
		case 0:
			class = 10 + i/20
		case 1:
			class = 30 + i/20
		}
		fmt.Fprintf(&text, "%d,k%d\n", i*i%31, class)
	}
	c := serve(t, text.String(), Options{})
	state := c.choose(onY)
	if state.Choice == nil || state.Choice.Kind != "class" || len(state.Choice.Classes) != mostClasses {
		t.Fatalf("%+v %s", state.Choice, state.Problem)
	}
	lines := strings.Split(text.String(), "\n")
	for i, place := range c.floats("api/target") {
		_, class, _ := strings.Cut(lines[1+i], ",")
		if at := slices.Index(state.Choice.Classes, class); at >= 0 && float32(at) != place || at < 0 && place != mostClasses {
			t.Fatalf("row %d of class %s has place %v", i, class, place)
		}
	}
}

func TestSelection(t *testing.T) {
	c := serve(t, noisy(90), Options{})
	c.choose(onY)
	towns := c.floats("api/columns/4/values")
	var some []int
	for i, town := range towns {
		if town == 0 {
			some = append(some, i)
		}
	}
	var selected Selected
	c.call(http.MethodPost, "api/selection", map[string]any{"rows": some}, &selected)
	first := selected.Differences[0]
	if selected.Rows != 30 || selected.Of != 90 || !strings.HasPrefix(first.Name, "town=") || first.Inside != 1 || first.Outside != 0 || math.Abs(float64(first.Size)-3/math.Sqrt2) > 1e-9 {
		t.Errorf("%+v", selected)
	}
	if !strings.HasPrefix(selected.Target, "y: mean ") || slices.ContainsFunc(selected.Differences, func(d Difference) bool { return d.Name == "y" }) {
		t.Errorf("target %q in %+v", selected.Target, selected.Differences)
	}
	c.call(http.MethodPost, "api/selection", map[string]any{"rows": []int{}}, &selected)
	if selected.Rows != 0 || len(selected.Differences) != 0 {
		t.Errorf("nothing: %+v", selected)
	}
	got, err := csv.NewReader(bytes.NewReader(c.call(http.MethodPost, "api/selection.csv", map[string]any{"rows": []int{5, 2, 5}}, nil))).ReadAll()
	lines := strings.Split(noisy(90), "\n")
	if err != nil || len(got) != 3 || strings.Join(got[0], ",") != lines[0] {
		t.Fatalf("%v, %v", got, err)
	}
	if got[1][0] != "r2" || got[2][0] != "r5" || got[2][5] != strings.Split(lines[6], ",")[5] {
		t.Errorf("%v", got)
	}
	c.refused(http.StatusBadRequest, "some of the rows are not shown", http.MethodPost, "api/selection", map[string]any{"rows": []int{90}})
	c.refused(http.StatusBadRequest, "unknown field", http.MethodPost, "api/selection", map[string]any{"rows": []int{1}, "more": 1})
}

// A fit without rows that were excluded is that of a file without them.
func TestExcludedRowsAreLeftOut(t *testing.T) {
	text := noisy(80)
	c := serve(t, text, Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"day"}})
	var state State
	c.call(http.MethodPost, "api/exclude", map[string]any{"rows": []int{0, 3}}, &state)
	c.call(http.MethodPost, "api/exclude", map[string]any{"rows": []int{3, 5}}, &state)
	if state.Excluded != 3 || !slices.Equal(state.LeftOut, []int{0, 3, 5}) {
		t.Fatalf("%d are excluded", state.Excluded)
	}
	options := map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false}
	id := c.fit(options)
	lines := strings.Split(text, "\n")
	for _, i := range []int{5, 3, 0} {
		lines = slices.Delete(lines, i+1, i+2)
	}
	other := serve(t, strings.Join(lines, "\n"), Options{})
	other.choose(Roles{Target: []string{"y"}, Exclude: []string{"day"}})
	if got, want := c.floats(ofFit(id, "weights")), other.floats(ofFit(other.fit(options), "weights")); !slices.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
	if got := c.state().Fits[0]; got.Rows != 77 {
		t.Errorf("%+v", got)
	}
	if n := len(c.floats(ofFit(id, "points"))); n != 80 {
		t.Errorf("%d points", n)
	}
	f, model := c.detail(id), c.model(id)
	if f.LeftOut != 3 || !strings.Contains(strings.Join(f.Warnings, ""), "3 rows of the file were selected by hand") || model.Settings["left_out"] != 3. || model.Source.Digest != "" {
		t.Errorf("%d left out, %q, %v, %+v", f.LeftOut, f.Warnings, model.Settings, model.Source)
	}
	c.server.mu.Lock()
	fitted, err := c.server.find(id)
	c.server.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if made, err := (kept{fitted, fitted.model, nil}).report(); err != nil || made.Seen != report.MaybeSeen {
		t.Errorf("the report takes all rows for those of the fit: %q, %v", made.Seen, err)
	}
	var hand FitInfo
	c.call(http.MethodPost, ofFit(id, "hand"), `{"axes":[0,0],"changes":{}}`, &hand)
	if hand.LeftOut != 3 || !strings.Contains(strings.Join(c.detail(hand.ID).Warnings, ""), "3 rows of the file") {
		t.Errorf("by hand: %+v", hand)
	}
	c.call(http.MethodPost, "api/exclude", map[string]any{"rows": []int{}}, &state)
	if c.info(id).LeftOut != 3 || len(state.LeftOut) != 0 {
		t.Errorf("%d were left out, and %v are", c.info(id).LeftOut, state.LeftOut)
	}
	if state.Excluded != 0 {
		t.Errorf("%d are excluded", state.Excluded)
	}
	var all []int
	for i := range 79 {
		all = append(all, i)
	}
	c.refused(http.StatusUnprocessableEntity, "only 1 row would be left", http.MethodPost, "api/exclude", map[string]any{"rows": all})
}

// A call that comes slowly does not hold up others.
func TestSlowCallsHoldUpNoOne(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.choose(onY)
	where, err := url.Parse(c.address)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := net.Dial("tcp", where.Host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Close() }()
	fmt.Fprintf(slow, "POST %sapi/exclude HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: 20\r\nExpect: 100-continue\r\n\r\n", where.Path, where.Host)
	if line, err := bufio.NewReader(slow).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
		t.Fatalf("%q, %v", line, err)
	}
	if state := c.choose(Roles{Target: []string{"a"}}); state.Choice == nil { // the call is being read now
		t.Errorf("%+v", state)
	}
}

// A call that says nothing changes nothing.
func TestCallsThatSayNothing(t *testing.T) {
	c := serve(t, noisy(30), Options{})
	c.choose(onY)
	c.call(http.MethodPost, "api/exclude", map[string]any{"rows": []int{1}}, nil)
	for _, path := range []string{"api/choose", "api/exclude"} {
		for _, body := range []string{"{}", "null", " null "} {
			c.refused(http.StatusBadRequest, "", http.MethodPost, path, body)
		}
	}
	if state := c.state(); state.Choice == nil || state.Excluded != 1 {
		t.Errorf("%+v", state)
	}
}

// Rows that are left out are in no score.
func TestScoresLeaveRowsOut(t *testing.T) {
	c := serve(t, noisy(90), Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false})
	var before, after Score
	c.call(http.MethodPost, ofFit(id, "score"), `{"axes":[0,0],"changes":{}}`, &before)
	some := []int{}
	for i := range 30 {
		some = append(some, i)
	}
	c.call(http.MethodPost, "api/exclude", map[string]any{"rows": some}, nil)
	c.call(http.MethodPost, ofFit(id, "score"), `{"axes":[0,0],"changes":{}}`, &after)
	if before.Rows != 30 || after.Rows != 20 || !before.Seen {
		t.Errorf("%+v, then %+v", before, after)
	}
}

// A model that is known to come from other rows has not seen those of a score.
func TestScoresOfNewRows(t *testing.T) {
	first := serve(t, noisy(60), Options{})
	first.choose(onY)
	model := first.model(first.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false}))
	for text, seen := range map[string]bool{noisy(60): true, noisy(90): false} {
		c := serve(t, text, Options{Model: model, Roles: table.Roles{Target: onY.Target}})
		var score Score
		c.call(http.MethodPost, ofFit(c.state().Fits[0].ID, "score"), `{"axes":[0,0],"changes":{}}`, &score)
		if score.Seen != seen {
			t.Errorf("%+v, want seen %v", score, seen)
		}
	}
}

// What is different is told of columns and levels that many rows share, and those that are no
// inputs are marked.
func TestDifferencesThatTell(t *testing.T) {
	text := "note,rare,w,a,y\n"
	for i := range 60 {
		rare := "often"
		if i == 0 {
			rare = "once"
		}
		text += fmt.Sprintf("a long remark number %d,%s,%s,%d,%d\n", i*i, rare, []string{"red", "blue", "green"}[i%3], i*7%11, i%5)
	}
	c := serve(t, text, Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"w"}, Kind: "number"})
	var selected Selected
	c.call(http.MethodPost, "api/selection", map[string]any{"rows": []int{0, 3, 6}}, &selected)
	for _, d := range selected.Differences {
		if strings.HasPrefix(d.Name, "note") || d.Name == "rare=once" || d.Input == strings.HasPrefix(d.Name, "w=") {
			t.Errorf("%+v", d)
		}
	}
	if len(selected.Differences) < 3 {
		t.Errorf("%+v", selected.Differences)
	}
}

// Other roles drop fits; the same ones do not.
func TestOtherRolesDropFits(t *testing.T) {
	c := serve(t, noisy(60), Options{})
	c.choose(onY)
	c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})
	before := c.state()
	if after := c.choose(onY); len(after.Fits) != 1 || after.Version != before.Version {
		t.Errorf("the same roles: %+v", after)
	}
	if after := c.choose(Roles{Target: []string{"a"}}); len(after.Fits) != 0 || after.Version == before.Version {
		t.Errorf("other roles: %+v", after)
	}
	c.refused(http.StatusNotFound, "there is no fit", http.MethodGet, ofFit(before.Fits[0].ID, ""), nil)
}

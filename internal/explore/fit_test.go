package explore

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"suffice"
	"suffice/table"
)

// chosenBy chooses from a text as the library does.
func chosenBy(t testing.TB, text string, roles table.Roles) *table.Choice {
	t.Helper()
	data, err := table.Read(context.Background(), strings.NewReader(text), "a.csv", table.Options{Digest: true})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(roles)
	if err != nil {
		t.Fatal(err)
	}
	return choice
}

// dataBy is what is chosen from a text, as data.
func dataBy(t testing.TB, text string, roles table.Roles) *suffice.Data {
	t.Helper()
	data, err := chosenBy(t, text, roles).Data()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (c *client) model(id int) *suffice.Projection {
	c.t.Helper()
	model, err := suffice.ReadModel(bytes.NewReader(c.call(http.MethodGet, ofFit(id, "files/model.json"), nil, nil)))
	if err != nil {
		c.t.Fatal(err)
	}
	return model
}

func (c *client) detail(id int) (f Fit) {
	c.t.Helper()
	c.call(http.MethodGet, ofFit(id, ""), nil, &f)
	return f
}

// A fit is what suffice.Fit gives, bit for bit, and what is judged before is not judged again.
func TestFitIsThatOfTheLibrary(t *testing.T) {
	text := noisy(120)
	c := serve(t, text, Options{})
	c.choose(onY)
	c.work(map[string]any{"kind": "judge", "options": map[string]any{"method": "sir", "dim": 0, "seed": 1}})
	judged := c.state().Judged
	id := c.fit(map[string]any{"method": "sir", "dim": 0, "seed": 1})
	data := dataBy(t, text, table.Roles{Target: []string{"y"}})
	sir, _ := suffice.MethodNamed("sir")
	want, err := suffice.Fit(context.Background(), data, suffice.FitOptions{Method: sir, Options: suffice.Options{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	got := c.model(id)
	var file bytes.Buffer
	if err := want.Model.Write(&file); err != nil {
		t.Fatal(err)
	}
	if sent := c.call(http.MethodGet, ofFit(id, "files/model.json"), nil, nil); !bytes.Equal(sent, file.Bytes()) {
		t.Errorf("got %s, want %s", sent, file.Bytes())
	}
	if judged == nil || judged.Dim != got.Dim() || judged.Verdict.Words != got.Verdict.InWords(got.Dim()) || len(judged.Curve) != len(got.Curve) {
		t.Errorf("judged %+v", judged)
	}
	f := c.detail(id)
	if f.Name != "sir" || f.Method != "sir" || f.Inputs != len(got.Inputs) || len(f.Weights) != len(got.Inputs) || len(f.Curve) == 0 || f.Verdict == nil {
		t.Errorf("%+v", f)
	}
	for i, w := range f.Weights {
		if w.Name != got.Inputs[w.Input] || float64(w.Weights[0]) != got.Components[0][w.Input] || len(w.Correlations) != got.Dim() || w.Low != nil {
			t.Errorf("weight %d: %+v", i, w)
		}
	}
	if got.Source == nil || got.Source.File != "a.csv" || got.Source.Digest == "" {
		t.Errorf("source %+v", got.Source)
	}
	if len(f.Summaries) != got.Dim() || len(f.Summaries[0].Curves) != 1 || f.Summaries[0].Curves[0].Name != "y" || len(f.Summaries[0].At) != len(f.Summaries[0].Curves[0].Low) {
		t.Errorf("summaries %+v", f.Summaries)
	}
	names := []string{}
	for _, column := range f.Columns {
		names = append(names, column.Name+" "+column.Type)
	}
	if want := []string{"a number", "b number", "c number", "town nominal", "day date"}; !slices.Equal(names, want) {
		t.Errorf("columns %q, want %q", names, want)
	}
}

// Weights, inputs and points belong together: z is the weights times the inputs.
func TestPointsAreWeightsTimesInputs(t *testing.T) {
	c := serve(t, noisy(100), Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sca", "dim": 2, "seed": 1, "verdict": false})
	f := c.detail(id)
	weights, points := c.floats(ofFit(id, "weights")), c.floats(ofFit(id, "points"))
	z := make([]float64, len(points))
	for j := range f.Inputs {
		for i, v := range c.floats(ofFit(id, fmt.Sprintf("inputs/%d", j))) {
			for k := range 2 {
				z[i*2+k] += float64(weights[k*f.Inputs+j]) * float64(v)
			}
		}
	}
	for i, v := range points {
		if math.Abs(z[i]-float64(v)) > 1e-5 {
			t.Fatalf("z %d is %v, but weights times inputs are %v", i, v, z[i])
		}
	}
	c.refused(http.StatusNotFound, "there is no input", http.MethodGet, ofFit(id, "inputs/99"), nil)
	c.refused(http.StatusNotFound, "there is no frame of the shake", http.MethodGet, ofFit(id, "shakes/0/weights"), nil)
	c.refused(http.StatusBadRequest, "not the number of a fit", http.MethodGet, "api/fits/x/points", nil)
}

// refusesToFindAgain checks that components which were not found here are not judged as if they
// could be found without some of the rows.
func (c *client) refusesToFindAgain(id int) {
	c.t.Helper()
	for _, kind := range []string{"sure", "inputs", "predictor"} {
		c.refused(http.StatusConflict, "fits that were made here", http.MethodPost, "api/jobs", map[string]any{"kind": kind, "fit": id})
	}
}

// Components by hand have a score that follows the changes, and become a model that gives the
// z that the page shows.
func TestByHand(t *testing.T) {
	text := noisy(150)
	c := serve(t, text, Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sca", "dim": 2, "seed": 1, "verdict": false})
	var good, none, bad Score
	c.call(http.MethodPost, ofFit(id, "score"), map[string]any{"axes": []int{0, 1}, "changes": map[string]any{}}, &good)
	c.call(http.MethodPost, ofFit(id, "score"), map[string]any{"axes": []int{0, 0}, "changes": map[string]any{}}, &none)
	away := map[string]any{"0": []float64{0, 0}, "1": []float64{0, 0}}
	c.call(http.MethodPost, ofFit(id, "score"), map[string]any{"axes": []int{0, 1}, "changes": away}, &bad)
	if good.Measure != "r2" || good.Title != "R2" || good.Rows != 50 || good.Baseline > 0 || good.Value != good.Fit || bad.Fit != good.Fit || !(good.Value > .5 && none.Value > .5 && bad.Value < .2) {
		t.Errorf("scores %+v, %+v, %+v", good, none, bad)
	}
	var hand FitInfo
	c.call(http.MethodPost, ofFit(id, "hand"), map[string]any{"axes": []int{1, 0}, "changes": map[string]any{"2": []float64{.25, -.5}}}, &hand)
	if !hand.Hand || hand.Name != byHand || hand.Dim != 2 || hand.Verdict != nil || hand.Method != byHand {
		t.Errorf("%+v", hand)
	}
	before, after := c.floats(ofFit(id, "weights")), c.floats(ofFit(hand.ID, "weights"))
	d := len(before) / 2
	for j := range before {
		want := before[j]
		switch j {
		case 2:
			want = -.5
		case d + 2:
			want = .25
		}
		if after[j] != want {
			t.Errorf("weight %d is %v, want %v", j, after[j], want)
		}
	}
	model := c.model(hand.ID)
	z, err := model.Transform(context.Background(), chosenBy(t, text, table.Roles{Target: []string{"y"}}).X)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range c.floats(ofFit(hand.ID, "points")) {
		if want := float32(z.Row(i / 2)[i%2]); got != want {
			t.Fatalf("point %d is %v, want %v", i, got, want)
		}
	}
	if !strings.Contains(strings.Join(model.Warnings, ""), "by hand") {
		t.Errorf("warnings %q", model.Warnings)
	}
	c.refusesToFindAgain(hand.ID)
	for body, want := range map[string]string{
		`{"axes":[0],"changes":{}}`:             "two axes",
		`{"axes":[0,2],"changes":{}}`:           "there is no component 2",
		`{"axes":[0,1],"changes":{"99":[1,2]}}`: "there is no input 99",
		`{"axes":[0,1],"changes":{"0":[1]}}`:    "has 1 weights",
		`{"axes":[0,1],"changes":{"x":[1,1]}}`:  "cannot be understood",
	} {
		c.refused(http.StatusBadRequest, want, http.MethodPost, ofFit(id, "score"), body)
		c.refused(http.StatusBadRequest, want, http.MethodPost, ofFit(id, "hand"), body)
	}
}

// Classes and labels have scores of their own.
func TestScoresOfOtherTargets(t *testing.T) {
	text := strings.ReplaceAll(noisy(120), "y\n", "y\n")
	c := serve(t, text, Options{})
	c.choose(Roles{Target: []string{"town"}, Exclude: []string{"day"}})
	id := c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false})
	var score Score
	c.call(http.MethodPost, ofFit(id, "score"), `{"axes":[0,0],"changes":{}}`, &score)
	if score.Measure != "accuracy" || score.Baseline < .1 || score.Baseline > .5 {
		t.Errorf("%+v", score)
	}
	if f := c.detail(id); len(f.Summaries) != 1 || len(f.Summaries[0].Curves) != 3 {
		t.Errorf("%+v", f.Summaries)
	}
	labels := "a,b,l1,l2\n"
	for i := range 90 {
		labels += fmt.Sprintf("%d,%d,%d,%d\n", i*7%90, i*i%13, i*7%90/45, i%2)
	}
	c = serve(t, labels, Options{})
	state := c.choose(Roles{Target: []string{"l1", "l2"}, Kind: "labels"})
	if state.Choice == nil || !slices.Equal(state.Choice.Target, []string{"l1", "l2"}) {
		t.Fatalf("%+v %s", state.Choice, state.Problem)
	}
	id = c.fit(map[string]any{"method": "mddm", "dim": 1, "seed": 1, "verdict": false})
	c.call(http.MethodPost, ofFit(id, "score"), `{"axes":[0,0],"changes":{}}`, &score)
	if score.Measure != "hamming_loss" || !(score.Value < score.Baseline) {
		t.Errorf("%+v", score)
	}
	if got := c.floats("api/target?which=1"); got[0] != 0 || got[1] != 1 {
		t.Errorf("second label %v", got)
	}
}

// How sure a fit is comes with intervals, and frames of a shake.
func TestSure(t *testing.T) {
	c := serve(t, noisy(100), Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sir", "dim": 2, "seed": 1, "verdict": false})
	c.work(map[string]any{"kind": "sure", "fit": id, "resamples": 14})
	f := c.detail(id)
	if !f.Sure || f.Shakes != mostShakes || len(f.Angles) != 2 || len(f.Weights[0].Low) != 2 {
		t.Fatalf("%+v", f)
	}
	for _, w := range f.Weights {
		if !(w.Low[0] <= w.Weights[0] && w.Weights[0] <= w.High[0]) {
			t.Errorf("%+v", w)
		}
	}
	weights, frame := c.floats(ofFit(id, "weights")), c.floats(ofFit(id, "shakes/3/weights"))
	if len(frame) != len(weights) || slices.Equal(frame, weights) {
		t.Errorf("frame %v of %v", frame, weights)
	}
	if points := c.floats(ofFit(id, "shakes/11/points")); len(points) != 200 {
		t.Errorf("%d points", len(points))
	}
	if c.model(id).Bootstrap == nil {
		t.Error("the model does not know how sure it is")
	}
	c.refused(http.StatusBadRequest, "at least 2 halves", http.MethodPost, "api/jobs", map[string]any{"kind": "sure", "fit": id, "resamples": 1})
	c.refused(http.StatusNotFound, "there is no fit", http.MethodPost, "api/jobs", map[string]any{"kind": "sure", "fit": 999, "resamples": 10})
}

func TestInputsThatAreNeeded(t *testing.T) {
	c := serve(t, noisy(150), Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false})
	c.work(map[string]any{"kind": "inputs", "fit": id})
	ranked := c.detail(id).Ranked
	if len(ranked) != 7 || !slices.Contains([]string{"a", "b"}, ranked[0].Column) || ranked[0].P > .05 {
		t.Errorf("%+v", ranked)
	}
}

// A predictor predicts rows as people write them, and files.
func TestPredictions(t *testing.T) {
	text := noisy(150)
	c := serve(t, text, Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"id", "day"}})
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false})
	c.refused(http.StatusConflict, "no predictor yet", http.MethodPost, ofFit(id, "predict"), `{"values":{}}`)
	c.refused(http.StatusConflict, "no predictor yet", http.MethodPost, ofFit(id, "predict.csv?name=a.csv"), []byte(text))
	c.work(map[string]any{"kind": "predictor", "fit": id})
	if !c.state().Fits[0].Predictor {
		t.Error("there is no predictor")
	}
	first := strings.Split(strings.Split(text, "\n")[1], ",")
	var one Predicted
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": first[1], "b": " " + first[2], "c": first[3], "town": first[4]}}, &one)
	file, err := csv.NewReader(bytes.NewReader(c.call(http.MethodPost, ofFit(id, "predict.csv?name=new.csv"), []byte(text), nil))).ReadAll()
	if err != nil || len(file) != 151 || !slices.Equal(file[0], []string{"y", "y_lower", "y_upper"}) {
		t.Fatalf("%d lines, %v, %v", len(file), file[0], err)
	}
	value, _ := strconv.ParseFloat(file[1][0], 64)
	if len(one.Z) != 1 || !slices.Equal(one.Names, []string{"y"}) || float64(one.Values[0]) != value || one.Interval == nil || one.Interval.Percent != 90 || one.Unlike {
		t.Errorf("%+v, and %v in the file", one, file[1])
	}
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "900", "b": "0", "c": "0", "town": "Ulm"}}, &one)
	if !one.Unlike {
		t.Errorf("%+v", one)
	}
	c.refused(http.StatusUnprocessableEntity, "is not a number", http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "many", "b": "0", "c": "0", "town": "Ulm"}})
	c.refused(http.StatusBadRequest, `say what "b" is`, http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "1"}})
	for _, absent := range []string{"nan", "NA", " ? "} {
		c.refused(http.StatusBadRequest, `say what "b" is`, http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "1", "b": absent, "c": "0", "town": "Ulm"}})
	}
	if _, said := c.send(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "many", "b": "0", "c": "0", "town": "Ulm"}}); strings.Contains(string(said), "file") || strings.Contains(string(said), "row:2") {
		t.Errorf("a row that was typed in is said to be in a file: %s", said)
	}
	c.refused(http.StatusBadRequest, `no column "colour"`, http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"colour": "1"}})
	c.refused(http.StatusUnprocessableEntity, `column "b"`, http.MethodPost, ofFit(id, "predict.csv?name=x.csv"), []byte("a,c,town\n1,2,Ulm\n"))
}

// Rows that are dropped leave gaps in the numbers of the rows, and are told of.
func TestPredictionsOfRowsWithGaps(t *testing.T) {
	c := serve(t, noisy(100)+"r100,,1,1,Ulm,2024-01-01,2\n", Options{})
	c.choose(Roles{Target: []string{"y"}, Exclude: []string{"day", "town"}, Missing: "drop"})
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false, "predictor": true})
	request, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, c.address+ofFit(id, "predict.csv?name=new.csv"), strings.NewReader("a,b,c\n1,1,1\n,2,2\n3,3,3\n"))
	response, err := c.web.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	got, err := csv.NewReader(response.Body).ReadAll()
	if err != nil || len(got) != 3 || got[0][0] != "row" || got[1][0] != "1" || got[2][0] != "3" {
		t.Errorf("%v, %v", got, err)
	}
	if said, err := url.PathUnescape(response.Header.Get(messagesHeader)); err != nil || !strings.Contains(said, "dropped 1 row of 3") {
		t.Errorf("%q, %v", said, err)
	}
}

// Where files have decimal commas, a row that is typed in may have points too, as the page has.
func TestPredictionsWithCommas(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	text := "a;b;y\n"
	for range 80 {
		a, b := random.NormFloat64(), random.NormFloat64()
		text += strings.ReplaceAll(fmt.Sprintf("%.3f;%.3f;%.3f\n", a, b, a+b), ".", ",")
	}
	c := serve(t, text, Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false, "predictor": true})
	var commas, points Predicted
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "0,125", "b": "-1,5"}}, &commas)
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": map[string]string{"a": "0.125", "b": " -1.5 "}}, &points)
	if !reflect.DeepEqual(commas, points) {
		t.Errorf("%+v with commas, %+v with points", commas, points)
	}
}

// A model that predicts what a table does not have is spoken of.
func TestAModelForNewRows(t *testing.T) {
	first := serve(t, noisy(60), Options{})
	first.choose(Roles{Target: []string{"y"}, Exclude: []string{"day"}})
	model := first.model(first.fit(map[string]any{"method": "pca", "dim": 2, "seed": 1, "verdict": false}))
	c := serve(t, strings.ReplaceAll(noisy(60), ",y\n", ",other\n"), Options{Model: model, ModelName: "m.json"})
	if state := c.state(); state.Choice != nil || !strings.Contains(state.Problem, `m.json is not shown yet: it predicts "y"`) {
		t.Errorf("%+v", state)
	}
	if state := c.choose(Roles{Target: []string{"other"}}); len(state.Fits) != 1 || state.Problem != "" {
		t.Errorf("%+v", state)
	}
}

// All files are there, as attachments that run nothing.
func TestFiles(t *testing.T) {
	text := noisy(80)
	c := serve(t, text, Options{})
	c.choose(onY)
	id := c.fit(map[string]any{"method": "sir", "dim": 2, "seed": 1, "verdict": false})
	for name, begins := range map[string]string{
		"model.json": "{", "z.csv": "z1,z2\n", "picture.png": "\x89PNG", "picture.svg": "<", "picture.pdf": "%PDF", "report.html": "<!",
		"model.onnx": "", "model.sql": "", "model.py": "", "model.go": "",
	} {
		request, _ := http.NewRequestWithContext(context.Background(), http.MethodGet, c.address+ofFit(id, "files/"+name), nil)
		response, err := c.web.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		var content bytes.Buffer
		_, err = content.ReadFrom(response.Body)
		_ = response.Body.Close()
		if err != nil || response.StatusCode != http.StatusOK || content.Len() == 0 || !strings.HasPrefix(content.String(), begins) {
			t.Errorf("%s: %d, %.40q, %v", name, response.StatusCode, content.String(), err)
		}
		if how := response.Header.Get("Content-Disposition"); how != "attachment; filename="+name || !strings.Contains(response.Header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("%s: %q", name, how)
		}
	}
	z, err := csv.NewReader(bytes.NewReader(c.call(http.MethodGet, ofFit(id, "files/z.csv"), nil, nil))).ReadAll()
	if err != nil || len(z) != 81 {
		t.Fatalf("%d lines, %v", len(z), err)
	}
	for i, want := range c.floats(ofFit(id, "points")) {
		if got, _ := strconv.ParseFloat(z[1+i/2][i%2], 64); float32(got) != want {
			t.Fatalf("z %d is %v in the file and %v on the page", i, got, want)
		}
	}
	c.refused(http.StatusNotFound, "no such page", http.MethodGet, ofFit(id, "files/passwd"), nil)
	c.call(http.MethodDelete, ofFit(id, ""), nil, nil)
	c.refused(http.StatusNotFound, "there is no fit", http.MethodGet, ofFit(id, "files/z.csv"), nil)
}

// Methods are compared, and by their predictions chosen.
func TestCompareAndChoose(t *testing.T) {
	c := serve(t, noisy(90), Options{})
	c.choose(onY)
	c.work(map[string]any{"kind": "compare", "methods": []string{"sir", "pca"}, "dims": []int{2, 1}, "repeats": 3})
	compared := c.state().Compared
	if compared == nil || len(compared.Rows) != 4 || compared.Rows[0].Dim != 1 || compared.Rows[0].Mean == nil || !strings.Contains(compared.Words, "best: sir") {
		t.Errorf("%+v", compared)
	}
	for _, roles := range []table.Roles{{Group: "id"}, {Time: "day"}, {Block: "town"}, {Group: "day", Every: "31d"}} {
		roles.Target = onY.Target
		divided := serve(t, noisy(90), Options{Roles: roles})
		divided.work(map[string]any{"kind": "compare", "methods": []string{"pca"}, "dims": []int{1}, "repeats": 3})
		if other := divided.state().Compared; other == nil || other.Baseline == compared.Baseline {
			t.Errorf("%+v: %+v beside %+v", roles, other, compared)
		}
	}
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "select": true})
	if f := c.state().Fits[0]; f.ID != id || f.Name != "sir, selected inputs" || f.Verdict == nil {
		t.Errorf("%+v", f)
	}
	if report := string(c.call(http.MethodGet, ofFit(id, "files/report.html"), nil, nil)); !strings.Contains(report, "The error with 1 component of sir is") {
		t.Error("the report does not tell of the comparison")
	}
	for want, body := range map[string]map[string]any{
		"there is no method":   {"kind": "compare", "methods": []string{"sirr"}},
		"is there twice":       {"kind": "compare", "methods": []string{"sir", "sir"}},
		"at least 1":           {"kind": "compare", "dims": []int{0}},
		"has only 9 input":     {"kind": "compare", "dims": []int{11}},
		"are there twice":      {"kind": "compare", "dims": []int{2, 2}},
		"repeats -1":           {"kind": "compare", "repeats": -1},
		"is not work":          {"kind": "dance"},
		"or auto":              {"kind": "fit", "options": map[string]any{"method": "magic"}},
		"9 input columns":      {"kind": "fit", "options": map[string]any{"method": "sir", "dim": 200}},
		"needs a method":       {"kind": "fit", "options": map[string]any{"method": "auto", "select": true}},
		"options of the fit":   {"kind": "fit"},
		"unknown field":        {"kind": "fit", "options": map[string]any{"method": "sir", "dims": 1}},
		"at least 1, or 0":     {"kind": "judge", "options": map[string]any{"method": "sir", "dim": -1}},
		"cannot be understood": {"kind": "fit", "options": map[string]any{"method": "sir", "seed": -1}},
	} {
		c.refused(http.StatusBadRequest, want, http.MethodPost, "api/jobs", body)
	}
}

// A model that was given is shown on the table.
func TestAModelThatWasGiven(t *testing.T) {
	text := noisy(100)
	first := serve(t, text, Options{})
	first.choose(onY)
	id := first.fit(map[string]any{"method": "sir", "dim": 2, "seed": 1, "verdict": false})
	model := first.model(id)
	c := serve(t, text, Options{Model: model, ModelName: "m.json"})
	state := c.state()
	if state.Choice == nil || len(state.Fits) != 1 || state.Fits[0].Name != "m.json" || !slices.Equal(state.Roles.Target, []string{"y"}) {
		t.Fatalf("%+v", state)
	}
	if got, want := c.floats(ofFit(state.Fits[0].ID, "points")), first.floats(ofFit(id, "points")); !slices.Equal(got, want) {
		t.Errorf("other points")
	}
	c.refusesToFindAgain(state.Fits[0].ID)
	state = c.choose(Roles{Target: []string{"c"}, Exclude: []string{"a"}})
	if len(state.Fits) != 1 {
		t.Errorf("with another target: %+v", state.Fits)
	}
	c.call(http.MethodPost, "api/upload?name=b.csv", []byte("c,d\n1,2\n2,3\n5,9\n7,1\n"), &state)
	if len(state.Fits) != 0 || state.Choice == nil || !strings.Contains(strings.Join(state.Choice.Warnings, ""), "m.json is not shown") {
		t.Errorf("of another table: %+v, %+v, %s", state.Fits, state.Choice, state.Problem)
	}
}

package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/internal/cli"
)

// rings is a picture of rings or of squares, at random places.
func rings(t *testing.T, round bool, seed uint64) string {
	t.Helper()
	const size = 120
	random := rand.New(rand.NewPCG(seed, 1))
	picture := image.NewGray(image.Rect(0, 0, size, size))
	for range 12 {
		cx, cy, r := random.IntN(size), random.IntN(size), 4+random.IntN(9)
		for y := range size {
			for x := range size {
				far := math.Hypot(float64(x-cx), float64(y-cy))
				if !round {
					far = math.Max(math.Abs(float64(x-cx)), math.Abs(float64(y-cy)))
				}
				if far < float64(r) && (!round || far > float64(r)/2) {
					picture.SetGray(x, y, color.Gray{Y: 220})
				}
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// photographs makes a directory of n pictures, a broken one and a flat one, and labels.
func photographs(t *testing.T, n int) {
	t.Helper()
	labels := "file,taken,round,square,place\n"
	files := map[string]string{"photos/broken.jpg": "not a picture"}
	for i := range n {
		name := fmt.Sprintf("photos/%02d.png", i)
		files[name] = rings(t, i%2 == 0, uint64(i))
		labels += fmt.Sprintf("%s,%d,%d,%d,town %d\n", name, 2000+i, (i+1)%2, i%2, i%3)
	}
	var flat bytes.Buffer
	if err := png.Encode(&flat, image.NewGray(image.Rect(0, 0, 64, 64))); err != nil {
		t.Fatal(err)
	}
	files["photos/flat.png"], files["photos/new.png"] = flat.String(), rings(t, true, 99)
	labels += "photos/flat.png,2000,0,1,town 1\nphotos/broken.jpg,2001,1,0,town 1\nphotos/gone.png,2002,1,0,town 2\n"
	files["labels.csv"] = labels
	t.Chdir(t.TempDir())
	if err := os.Mkdir("photos", 0o777); err != nil {
		t.Fatal(err)
	}
	for name, data := range files {
		if err := os.WriteFile(name, []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// From pictures to components: the table is taken as it is.
func TestFeaturesOfImages(t *testing.T) {
	photographs(t, 24)
	got := invoke(t, "images", "photos", "--labels", "labels.csv", "--words", "12", "--keep", "place", "--save-words", "words.json", "-o", "out.parquet")
	if got.code != cli.Done {
		t.Fatal(got.err)
	}
	wantNarrow(t, got.out)
	for _, want := range []string{"photos: 25 photographs, 1 skipped\n", "words          12, learnt in ", `labels         2, from labels.csv by its column "file"`,
		"\nwrote out.parquet: 25 rows, 16 columns\n", "wrote words.json; ", "next: suffice compare out.parquet --target 'label_*'\n"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("the summary lacks %q:\n%s", want, got.out)
		}
	}
	for _, want := range []string{
		"suffice-features: warning: labels.csv has no row for 1 photograph in photos, left out; --unlabelled keeps them: \"new.png\"\n",
		"suffice-features: warning: labels.csv names 1 file that is not in photos: \"photos/gone.png\"\n",
		"suffice-features: warning: skipped photos/broken.jpg: not a JPEG, PNG, GIF or WebP picture; convert it to one of them\n",
		"suffice-features: warning: photos/flat.png: there is nothing in it to describe; all its words are 0\n",
	} {
		if !strings.Contains(got.err, want) {
			t.Errorf("standard error lacks %q:\n%s", want, got.err)
		}
	}
	fit := suffice(t, "fit", "--no-verdict", "out.parquet", "--target", "label_*", "--exclude", "place", "--method", "pca", "--dim", "2", "--json")
	var model struct {
		Inputs []string
		Output struct{ Kind string }
	}
	if err := json.Unmarshal([]byte(fit), &model); err != nil || len(model.Inputs) != 12 || model.Output.Kind != "labels" {
		t.Errorf("%d inputs, output %q, %v", len(model.Inputs), model.Output.Kind, err)
	}
	// Rings and squares are told apart by their words.
	compared := suffice(t, "compare", "out.parquet", "--target", "label_round", "--inputs", "word*", "--methods", "none", "--repeats", "4", "--json")
	var result struct{ Rows []struct{ Mean float64 } }
	if err := json.Unmarshal([]byte(compared), &result); err != nil || len(result.Rows) != 1 || result.Rows[0].Mean > .2 {
		t.Errorf("%v in %s", err, compared)
	}
	// New files get the same words.
	must(t, "images", "photos", "--words-from", "words.json", "-o", "all.csv")
	must(t, "images", "photos", "-l", "labels.csv", "-k", "12", "-o", "old.csv")
	old := map[string]string{}
	for line := range strings.Lines(readFile(t, "all.csv")) {
		name, rest, _ := strings.Cut(line, ",")
		old[name] = strings.TrimSpace(rest)
	}
	for line := range strings.Lines(readFile(t, "old.csv")) {
		if name, rest, _ := strings.Cut(line, ","); name != "file" && !strings.HasPrefix(rest, old[name]+",") {
			t.Errorf("%s: %s, but with the words saved %s", name, rest, old[name])
		}
	}
	if old["new.png"] == "" {
		t.Error("without labels, not all files are there")
	}
}

func TestFeaturesOptions(t *testing.T) {
	photographs(t, 6)
	must(t, "images", "photos", "--words", "5", "--side", "100", "--weighting", "tfidf", "--save-words", "w.json", "-o", "t.jsonl")
	one := must(t, "images", "photos", "--words-from", "w.json", "--side", "100", "--to", "jsonl")
	if one != readFile(t, "t.jsonl") {
		t.Error("the same files and words give another table")
	}
	other := must(t, "images", "photos", "--words-from", "w.json", "--weighting", "counts", "--to", "jsonl")
	if other == one {
		t.Error("--weighting does not matter")
	}
	var report struct {
		Rows, Columns, Words, Skipped int
		FromCache                     int `json:"from_cache"`
		Labels                        []string
		Settings                      struct{ Side int }
	}
	for _, cached := range []int{0, 9} {
		text := must(t, "images", "photos", "-l", "labels.csv", "--unlabelled", "--words", "5", "--cache", "kept", "-o", "t.npy", "--json")
		if err := json.Unmarshal([]byte(text), &report); err != nil {
			t.Fatal(err)
		}
		if report.Rows != 8 || report.Columns != 7 || report.Words != 5 || report.Skipped != 1 || len(report.Labels) != 2 || report.Settings.Side != 640 {
			t.Errorf("report %+v", report)
		}
		if want := min(cached, 8); report.FromCache != want {
			t.Errorf("%d files from the cache, want %d", report.FromCache, want)
		}
	}
	if got := invoke(t, "images", "photos", "--strict", "-o", "never.csv"); got.code != cli.Failed || !strings.Contains(got.err, "photos/broken.jpg: not a JPEG") {
		t.Errorf("strict: %+v", got)
	}
	if _, err := os.Stat("never.csv"); err == nil {
		t.Error("a table was written after an error")
	}
	for want, args := range map[string][]string{
		"--side 50, but w.json was made with 100":        {"--words-from", "w.json", "--side", "50"},
		"--upright true, but w.json was made with false": {"--words-from", "w.json", "--upright"},
		"--words 6, but w.json has 5":                    {"--words-from", "w.json", "--words", "6"},
		"--seed is about learning":                       {"--words-from", "w.json", "--seed", "1"},
		"leave one of them out":                          {"--words-from", "w.json", "--save-words", "v.json"},
		"--words 0: there must be 1":                     {"--words", "0"},
		"--weighting: there is no weighting":             {"--weighting", "heavy"},
		"about the table of --labels":                    {"--keep", "x"},
		"--json prints to standard output":               {"--json"},
		"a side of 3 pixels":                             {"--side", "3"},
		"the same file":                                  {"--save-words", "x.csv", "-o", "x.csv"},
		"x.xls: write .csv":                              {"-o", "x.xls"},
	} {
		got := invoke(t, append([]string{"images", "photos"}, args...)...)
		if got.code != cli.WrongUsage || !strings.Contains(got.err, want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%q: code %d, %s", args, got.code, got.err)
		}
	}
	got := invoke(t, "audio", "photos", "--words-from", "w.json")
	if got.code != cli.WrongUsage || !strings.Contains(got.err, "words of images, not of audio") {
		t.Errorf("%+v", got)
	}
	for want, args := range map[string][]string{
		"there is no directory nowhere": {"nowhere"},
		"there is no file of words":     {"photos", "--words-from", "none.json"},
		"ask for fewer words":           {"photos", "--words", "5000"},
	} {
		got := invoke(t, append([]string{"images"}, args...)...)
		if got.code != cli.Failed || !strings.Contains(got.err, want) {
			t.Errorf("%q: code %d, %s", args, got.code, got.err)
		}
	}
}

// Many problems are counted instead of listed.
func TestFeaturesManyProblems(t *testing.T) {
	photographs(t, 4)
	for i := range 40 {
		if err := os.WriteFile(fmt.Sprintf("photos/z%02d.png", i), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got := invoke(t, "images", "photos", "--words", "3", "-o", "t.csv")
	if lines := strings.Count(got.err, "\n"); got.code != cli.Done || lines != mostProblems+1 || !strings.Contains(got.err, "warning: 12 more files like these, 12 of them skipped\n") {
		t.Errorf("code %d, %d lines:\n%s", got.code, lines, got.err)
	}
}

func TestFeaturesOfSounds(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("clips", 0o777); err != nil {
		t.Fatal(err)
	}
	tags := "name,high,low\n"
	for i := range 8 {
		samples := make([]float64, 8000)
		for k := range samples {
			samples[k] = .5 * math.Sin(float64(k)*(.1+.8*float64(i%2)+.005*float64(i)))
		}
		if i == 7 {
			clear(samples)
		}
		writeWAV(t, fmt.Sprintf("clips/%d.wav", i), samples)
		tags += fmt.Sprintf("%d.wav,%d,%d\n", i, i%2, 1-i%2)
	}
	if err := os.WriteFile("tags.csv", []byte(tags), 0o666); err != nil {
		t.Fatal(err)
	}
	got := invoke(t, "audio", "clips", "-l", "tags.csv", "--words", "4", "-o", "clips.csv")
	if got.code != cli.Done || !strings.Contains(got.err, "clips/7.wav: there is nothing in it to describe") {
		t.Fatalf("%+v", got)
	}
	if !strings.HasPrefix(readFile(t, "clips.csv"), "file,word1,word2,word3,word4,label_high,label_low\n0.wav,") {
		t.Errorf("the table is %s", readFile(t, "clips.csv"))
	}
	wantNarrow(t, got.out)
}

func writeWAV(t *testing.T, path string, samples []float64) {
	t.Helper()
	out := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	out = binary.LittleEndian.AppendUint32(out, 16000)
	out = append(binary.LittleEndian.AppendUint32(out, 32000), "\x02\x00\x10\x00data"...)
	out = binary.LittleEndian.AppendUint32(out, uint32(2*len(samples)))
	for _, v := range samples {
		out = binary.LittleEndian.AppendUint16(out, uint16(int16(32767*v)))
	}
	if err := os.WriteFile(path, out, 0o666); err != nil {
		t.Fatal(err)
	}
}

// realData is where data sets lie that are not ours to ship.
const realData = "../../../../shared/data"

// A few real photographs and clips go through, with the labels that their tables have.
func TestFeaturesOfRealFiles(t *testing.T) {
	for _, test := range []struct {
		kind, folder, labels, files string
		words, columns              int
	}{
		{"images", "images/voc", "images/voc_labels.csv", "2007_0000*", 20, 1 + 20 + 20},
		{"audio", "audio/esc50", "audio/esc50_tags.csv", "1-1*", 20, 1 + 20 + 115},
	} {
		if _, err := os.Stat(filepath.Join(realData, test.folder)); err != nil {
			t.Skipf("this wants the folder ../shared/data/%s beside the checkout, which is not ours to ship: %v", test.folder, err)
		}
		found, _ := filepath.Glob(filepath.Join(realData, test.folder, test.files))
		labels, err := filepath.Abs(filepath.Join(realData, test.labels))
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(t.TempDir(), filepath.Base(test.folder))
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, path := range found[:min(8, len(found))] {
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(path)), []byte(readFile(t, path)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out := filepath.Join(t.TempDir(), "t.parquet")
		text := must(t, test.kind, folder, "-l", labels, "--words", fmt.Sprint(test.words), "-o", out, "--json")
		var report struct{ Rows, Columns, Skipped, Descriptors int }
		if err := json.Unmarshal([]byte(text), &report); err != nil {
			t.Fatal(err)
		}
		if report.Rows != min(8, len(found)) || report.Columns != test.columns || report.Skipped != 0 || report.Descriptors < 50*report.Rows {
			t.Errorf("%s: %+v", test.kind, report)
		}
	}
}

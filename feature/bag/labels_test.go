package bag

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"suffice/feature/codebook"
	"suffice/table"
)

func readTable(t testing.TB, text string) *table.Table {
	t.Helper()
	data, err := table.Read(context.Background(), strings.NewReader(text), "labels.csv", table.Options{Whole: func(string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The same files, as tables write them.
func TestNamesOfFiles(t *testing.T) {
	files := []string{"a/1.wav.gz", "a/2.wav.gz", "b/1.wav.gz", "b/3.wav.gz"}
	for name, test := range map[string]struct {
		cells []string
		want  []int
	}{
		"relative":            {[]string{"a/1.wav.gz", "b/1.wav.gz", "b/3.wav.gz"}, []int{0, 2, 3}},
		"with a point":        {[]string{"./a/1.wav.gz", "./b/1.wav.gz"}, []int{0, 2}},
		"relative to parent":  {[]string{"clips/b/1.wav.gz", "clips/a/2.wav.gz"}, []int{2, 1}},
		"absolute":            {[]string{"/data/clips/b/1.wav.gz", "/data/clips/a/2.wav.gz"}, []int{2, 1}},
		"without gz":          {[]string{"a/1.wav", "b/1.wav"}, []int{0, 2}},
		"without ending":      {[]string{"a/1", "b/1"}, []int{0, 2}},
		"other directories":   {[]string{"x/y/2.wav.gz", "3.wav.gz"}, []int{1, 3}},
		"the bare name":       {[]string{"2", "3", "4"}, []int{1, 3, -1}},
		"backslashes":         {[]string{`clips\a\2.wav.gz`, `clips\b\1.wav.gz`}, []int{1, 2}},
		"that two files have": {[]string{"1.wav.gz", "2.wav.gz"}, []int{-1, 1}},
		"the most exact way":  {[]string{"a/2.wav.gz", "c/2.wav.gz", "b/3.wav.gz"}, []int{1, -1, 3}},
		"missing":             {[]string{"", "a/2.wav.gz", "none"}, []int{-1, 1, -1}},
	} {
		if got, _ := newFinder("/data/clips", files).match(test.cells); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q are files %v, want %v", name, test.cells, got, test.want)
		}
	}
}

const someLabels = `id,title,path,year,cat,dog,label_cow,kind,yeti
7,x y,photos/b.jpg,2001,1,0,0,good,0
8,x z,photos/a.jpg,2002,0,1,,bad,0
9,y y,photos/none.jpg,2003,0,0,1,good,0
`

func someBag() *Bag {
	book, _ := codebook.New([][]float64{{0}, {1}})
	return &Bag{
		Files: []string{"a.jpg", "b.jpg", "d.jpg"}, At: []int{0, 1, 3}, Words: &Words{book: book},
		Counts: [][]float64{{1, 2}, {3, 4}, {0, 9}},
	}
}

var someFiles = []string{"a.jpg", "b.jpg", "broken.jpg", "d.jpg"}

// The column that names files is found, columns of 0 and 1 are labels, others are kept
// if they are asked for, and what is not known is missing.
func TestTableOfABag(t *testing.T) {
	labels, err := MatchLabels(readTable(t, someLabels), "photos", someFiles, LabelOptions{Keep: []string{"k*,year"}})
	if err != nil {
		t.Fatal(err)
	}
	if labels.Column != "path" || !slices.Equal(labels.Absent, []string{"photos/none.jpg"}) {
		t.Errorf("column %q, absent %q", labels.Column, labels.Absent)
	}
	made, err := someBag().Table(TableOptions{Labels: labels})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"file", "word1", "word2", "label_cat", "label_dog", "label_cow", "label_yeti", "year", "kind"}; !slices.Equal(made.Names(), want) {
		t.Fatalf("columns %q", made.Names())
	}
	nan := math.NaN()
	for i, want := range [][]float64{{0, 1, 2, 0, 1, nan, 0, 2002, 1}, {1, 3, 4, 1, 0, 0, 0, 2001, 0}, {2, 0, 9, nan, nan, nan, nan, nan, nan}} {
		if got := made.Row(i); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
	}
	if !slices.Equal(made.Texts(0), []string{"a.jpg", "b.jpg", "d.jpg"}) || made.Texts(8)[1] != "bad" || made.Texts(7) != nil {
		t.Errorf("texts %q, %q", made.Texts(0), made.Texts(8))
	}
	if _, err := someBag().Table(TableOptions{Labels: labels, NumbersOnly: true}); err == nil || !strings.Contains(err.Error(), `Keep "kind"`) {
		t.Errorf("text in an array: %v", err)
	}
}

// Files without labels can be left out before any work.
func TestLabelled(t *testing.T) {
	labels, err := MatchLabels(readTable(t, someLabels), "photos", someFiles, LabelOptions{})
	if err != nil {
		t.Fatal(err)
	}
	files, labelled := labels.Labelled(someFiles)
	if !slices.Equal(files, []string{"a.jpg", "b.jpg"}) || !reflect.DeepEqual(labelled.rows, []int{1, 0}) {
		t.Errorf("%q in rows %v", files, labelled.rows)
	}
}

func TestBadLabels(t *testing.T) {
	for _, test := range []struct {
		text    string
		options LabelOptions
		want    string
	}{
		{"a,b\nx,1\ny,0\n", LabelOptions{}, "no column of labels.csv names files in photos; name the column with FileColumn"},
		{someLabels, LabelOptions{FileColumn: "title"}, `column "title" names no file in photos; its first cell is "x y"`},
		{someLabels, LabelOptions{FileColumn: "Path"}, `did you mean "path"?`},
		{"f,b\na.jpg,1\na.jpg,0\n", LabelOptions{}, `rows 1 and 2 ("a.jpg") both name a.jpg`},
		{"f,b\na.jpg,1.5\nb.jpg,0\n", LabelOptions{}, "no columns of 0 and 1"},
		{someLabels, LabelOptions{Keep: []string{"kinds"}}, `Keep "kinds": no column`},
		{someLabels, LabelOptions{Keep: []string{"[a"}}, "not complete"},
	} {
		_, err := MatchLabels(readTable(t, test.text), "photos", someFiles, test.options)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want %q in it", test.options, err, test.want)
		}
	}
	labels, err := MatchLabels(readTable(t, "f,word1,y\na.jpg,2.5,1\nb.jpg,3,0\n"), "photos", someFiles, LabelOptions{Keep: []string{"word1"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := someBag().Table(TableOptions{Labels: labels}); err == nil || !strings.Contains(err.Error(), `two columns would be called "word1"`) {
		t.Errorf("a word and a column of one name: %v", err)
	}
}

func TestList(t *testing.T) {
	dir := put(t, map[string][]byte{"b.JPG": nil, "a/x.png": nil, "a.webp": nil, "notes.txt": nil, ".hidden.png": nil, ".git/y.png": nil})
	files, err := List(dir, Images{})
	if err != nil || !slices.Equal(files, []string{"a.webp", "a/x.png", "b.JPG"}) {
		t.Errorf("%q, %v", files, err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "none"):  "there is no directory",
		filepath.Join(dir, "b.JPG"): "is a file",
	} {
		if _, err := List(path, Images{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := List(dir, Sounds{}); err == nil || !strings.Contains(err.Error(), "no file that ends in .wav, .flac") || !strings.Contains(err.Error(), "but 4") {
		t.Errorf("no sounds: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip("no symbolic links here")
	}
	if files, err := List(link, Images{}); err != nil || len(files) != 3 {
		t.Errorf("through a link: %q, %v", files, err)
	}
}

// Without labels, folders are classes where all files are in one.
func TestClasses(t *testing.T) {
	for _, test := range []struct {
		files string
		want  []string
	}{
		{"cat/1.png cat/2.png dog/1.png", []string{"cat", "cat", "dog"}},
		{"train/cat/1.png test/dog/1.png", []string{"cat", "dog"}},
		{"cat/1.png dog/1.png 2.png", nil},
		{"cat/1.png cat/old/2.png dog/1.png", nil},
		{"cat/1.png cat/2.png", nil},
	} {
		if got := Classes(strings.Fields(test.files)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q", test.files, got)
		}
	}
}

package structure

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func leaf(label string) *Tree { return &Tree{Label: label} }

func node(label string, children ...*Tree) *Tree { return &Tree{Label: label, Children: children} }

func TestTreesAreRead(t *testing.T) {
	sentence := node("S", node("NP", leaf("john")), node("VP", leaf("runs")))
	for text, want := range map[string]*Tree{
		"(S (NP john) (VP runs))":     sentence,
		" (S(NP john)(VP\n\truns) ) ": sentence,
		"(S (NP (john)) (VP (runs)))": sentence,
		"( (S (NP john) (VP runs)))":  node("", sentence),
		"john":                        leaf("john"),
		"(john)":                      leaf("john"),
		"(é (日本 語) {x})":              node("é", node("日本", leaf("語")), leaf("{x}")),
		`{"label": "john"}`:           leaf("john"),
		` {"children": ["a", {"label": 1}], "label": "b c"} `:                                              node("b c", leaf("a"), leaf("1")),
		`{"label":"S","children":[{"label":"NP","children":["john"]},{"label":"VP","children":["runs"]}]}`: sentence,
	} {
		if got, err := ParseTree(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestWrongTreesAreLocated(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "character 1: there is no tree",
		"  ":                      "character 3: there is no tree",
		"(S (NP john) (VP":        "character 17: the text ends with brackets open, 2 of them",
		"(S a))":                  "character 6: this bracket closes nothing",
		"(S a) (S b)":             "character 7: the tree is complete",
		"john runs":               "character 6: the tree is complete",
		"(é ())":                  "character 5: the brackets are empty",
		`{"label": "S"`:           "character 14: the JSON ends too early",
		`{"label": "S"} x`:        "character 15: the JSON is complete",
		`{"label": "S"}}`:         "character 15: the JSON is complete",
		`{"label": "é", x`:        "character 16: invalid character 'x'",
		`{"label": [1]}`:          "character 12: a label must be a string or a number",
		`{"children": ["a"]}`:     `character 20: the node that ends here has no "label"`,
		`{"children": "a"}`:       `character 17: "children" must be a list`,
		`{"children": [1]}`:       `character 16: a node must be an object`,
		`{"label":"a","kids":[]}`: `character 20: a node has "label" and "children", but not "kids"`,
	} {
		_, err := ParseTree(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// Deep texts are refused before they cost memory; trees of MaxDepth levels are read.
func TestDeepTrees(t *testing.T) {
	brackets := func(levels int) string { return strings.Repeat("(a ", levels-1) + "b" + strings.Repeat(")", levels-1) }
	object := func(levels int) string {
		return strings.Repeat(`{"label":"a","children":[`, levels-1) + `"b"` + strings.Repeat("]}", levels-1)
	}
	for _, write := range []func(int) string{brackets, object} {
		if _, err := ParseTree(write(MaxDepth)); err != nil {
			t.Error(err)
		}
		for _, levels := range []int{MaxDepth + 1, 1000000} {
			if _, err := ParseTree(write(levels)); err == nil || !strings.Contains(err.Error(), "more than 1000 levels") {
				t.Errorf("%d levels: error %v", levels, err)
			}
		}
	}
}

func FuzzParseTree(f *testing.F) {
	for _, seed := range []string{"(S (NP john) (VP runs))", "((", "a)", `{"label":"a","children":["b",{"label":2}]}`, `{"label":"a"}}`, "{", "(\xff)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tree, err := ParseTree(text)
		if (tree == nil) != (err != nil) {
			t.Fatalf("%v and %v", tree, err)
		}
		var syntax *SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Character < 1 || syntax.Character > utf8.RuneCountInString(text)+1) {
			t.Fatalf("error %#v", err)
		}
		if err != nil || !utf8.ValidString(text) {
			return
		}
		data, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := ParseTree(string(data)); err != nil || !reflect.DeepEqual(again, tree) {
			t.Fatalf("%s became %v, %v", data, again, err)
		}
	})
}

package structure

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGraphsAreRead(t *testing.T) {
	acid := &Graph{Labels: []string{"C", "O", "H"}, Edges: []Edge{{0, 1, "double"}, {0, 2, ""}}}
	for text, want := range map[string]*Graph{
		"1=C 2=O double; 1 3=H":                     acid,
		"1=C\n2=O,3=H\n1 2 double\n\n3 1\n 1=C 3 ;": acid,
		"a b; b c":                            {Labels: []string{"", "", ""}, Edges: []Edge{{0, 1, ""}, {1, 2, ""}}},
		"a b; b a; a b x; a a; a a":           {Labels: []string{"", ""}, Edges: []Edge{{0, 1, ""}, {0, 1, "x"}, {0, 0, ""}}},
		"a==; b":                              {Labels: []string{"=", ""}},
		"":                                    {},
		`{"edges": []}`:                       {},
		`{"edges": [["a", "b"], ["b", "c"]]}`: {Labels: []string{"", "", ""}, Edges: []Edge{{0, 1, ""}, {1, 2, ""}}},
		`{"nodes": [{"id": "a"}], "edges": [["a","a"]]}`:                                                            {Labels: []string{""}, Edges: []Edge{{0, 0, ""}}},
		`{"nodes":[{"id":1,"label":"C"},{"id":2,"label":"O"},{"id":3,"label":"H"}],"edges":[[1,2,"double"],[3,1]]}`: acid,
		`{"directed":false,"graph":{"name":["x",{}]},"edges":[{"source":1,"target":2,"label":"double","key":0},{"target":3,"source":1}],
			"nodes":[{"id":1,"label":"C","x":[1]},{"id":2,"label":"O"},{"id":3,"label":"H"}]}`: acid,
	} {
		if got, err := ParseGraph(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
}

func TestWrongGraphsAreLocated(t *testing.T) {
	for text, want := range map[string]string{
		"a b; a b c d":     "character 6: an edge is two nodes and perhaps a label, but here are 4 words",
		"é=C b; é=O c":     `character 8: node "é" has the label "O" here, but "C" before`,
		"a b; =O":          `character 6: "=O" has no name before the =`,
		`{"nodes": []}`:    `character 14: the graph has no "edges"`,
		`{"links": []}`:    `character 14: the graph has no "edges"`,
		`{"edges": [[1]]}`: "character 15: an edge must be a list like [1, 2]",
		`{"edges": [1]}`:   "character 13: an edge must be a list like [1, 2]",
		`{"edges": [{"source": 1, "source": 2}]}`:          "character 38: an edge must be a list like [1, 2]",
		`{"edges": [[1,2,3,4]]}`:                           "character 18: an edge is two nodes and perhaps a label",
		`{"edges": {}}`:                                    `character 12: "edges" must be a list`,
		`{"edges": [[1, null]]}`:                           "character 20: a node or label must be a string or a number",
		`{"nodes": [{"id": 1}], "edges": [[1, 2]]}`:        `character 40: the edge that ends here joins node "2", which is not among the "nodes"`,
		`{"nodes": [{"id": 1}, {"id": "1"}], "edges": []}`: `character 34: there are two nodes with the "id" "1"`,
		`{"nodes": [{"label": "C"}], "edges": []}`:         `character 26: the node that ends here has no "id"`,
		`{"nodes": [1], "edges": []}`:                      "character 13: a node must be an object",
		`{"directed": true, "edges": []}`:                  `character 18: the graph is "directed"`,
		`{"edges": []`:                                     "character 13: the JSON ends too early",
		`{"edges": []} 1`:                                  "character 14: the JSON is complete",
	} {
		_, err := ParseGraph(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	deep := `{"x":` + strings.Repeat("[", 1000000)
	if _, err := ParseGraph(deep); err == nil || !strings.Contains(err.Error(), "levels") {
		t.Errorf("error %v", err)
	}
}

func FuzzParseGraph(f *testing.F) {
	for _, seed := range []string{
		"1=C 2=O double; 1 3=H", "a b\nb c", "a=,;\n", `{"edges": [["a", "b"], {"source":1,"target":"a"}]}`,
		`{"nodes":[{"id":1,"label":"C"}],"edges":[[1,1,"x"]],"y":[{}]}`, "{", "\xff \xfe",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		graph, err := ParseGraph(text)
		if (graph == nil) != (err != nil) {
			t.Fatalf("%v and %v", graph, err)
		}
		var syntax *SyntaxError
		if err != nil && (!errors.As(err, &syntax) || syntax.Character < 1 || syntax.Character > utf8.RuneCountInString(text)+1) {
			t.Fatalf("error %#v", err)
		}
		if err != nil || !utf8.ValidString(text) {
			return
		}
		if again, err := ParseGraph(written(t, graph)); err != nil || !reflect.DeepEqual(again, graph) {
			t.Fatalf("%v became %v, %v", graph, again, err)
		}
	})
}

// written is a graph as JSON.
func written(t *testing.T, g *Graph) string {
	type named struct {
		ID    int    `json:"id"`
		Label string `json:"label"`
	}
	nodes, edges := []named{}, [][3]any{}
	for v, label := range g.Labels {
		nodes = append(nodes, named{v, label})
	}
	for _, e := range g.Edges {
		edges = append(edges, [3]any{e.From, e.To, e.Label})
	}
	data, err := json.Marshal(map[string]any{"nodes": nodes, "edges": edges})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

package structure

import (
	"encoding/json"
	"strings"
	"unicode"
)

// Graph has labelled nodes, and edges without direction, which may be labelled too.
type Graph struct {
	Labels []string // of the nodes; empty where there is none
	Edges  []Edge
}

// Edge joins two nodes, given by their places among the labels.
type Edge struct {
	From, To int
	Label    string // empty where there is none
}

// ParseGraph reads a graph from a list of edges, such as
//
//	1=C 2=O double; 1 3=H; 1 4=H
//
// or, where the text begins with a brace, from JSON, such as
//
//	{"nodes": [{"id": 1, "label": "C"}, {"id": 2, "label": "O"}], "edges": [[1, 2, "double"]]}
//
// In the list, edges stand between semicolons, commas or ends of lines: two names, and a
// label of the edge if there is one. A name may be given its label anywhere by =; a name
// alone is a node that need not have edges. In JSON an edge may also be an object with
// "source", "target" and "label". Without "nodes" the nodes are those of the edges, and
// have no labels; other fields are ignored. An edge that is repeated counts once. Errors
// are of type *SyntaxError.
func ParseGraph(text string) (*Graph, error) {
	if strings.HasPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), "{") {
		return parseGraphJSON(text)
	}
	return parseEdges(text)
}

// naming is a graph whose nodes have names.
type naming struct {
	Graph
	node     map[string]int
	labelled []bool
	seen     map[Edge]bool
}

func newNaming() *naming { return &naming{node: map[string]int{}, seen: map[Edge]bool{}} }

// named returns the node of that name, which is added if need be.
func (g *naming) named(name string) int {
	node, ok := g.node[name]
	if !ok {
		node = len(g.Labels)
		g.node[name] = node
		g.Labels, g.labelled = append(g.Labels, ""), append(g.labelled, false)
	}
	return node
}

// join adds an edge, unless it is there already.
func (g *naming) join(from, to int, label string) {
	edge := Edge{From: min(from, to), To: max(from, to), Label: label}
	if !g.seen[edge] {
		g.seen[edge] = true
		g.Edges = append(g.Edges, edge)
	}
}

func parseEdges(text string) (*Graph, error) {
	g := newNaming()
	for from := 0; from <= len(text); {
		length := strings.IndexAny(text[from:], ";,\n")
		if length < 0 {
			length = len(text) - from
		}
		if err := g.edge(text, from, from+length); err != nil {
			return nil, err
		}
		from += length + 1
	}
	return &g.Graph, nil
}

// edge reads text[from:end], which is nothing, a node, or an edge.
func (g *naming) edge(text string, from, end int) error {
	fields := strings.Fields(text[from:end])
	from = end - len(strings.TrimLeftFunc(text[from:end], unicode.IsSpace))
	if len(fields) > 3 {
		return wrong(text, from, "an edge is two nodes and perhaps a label, but here are %d words; put a semicolon between edges", len(fields))
	}
	var ends [2]int
	for i, field := range fields[:min(len(fields), 2)] {
		name, label, labelled := strings.Cut(field, "=")
		if name == "" {
			return wrong(text, from, "%q has no name before the =; write one like 1=%s", field, label)
		}
		node := g.named(name)
		if labelled && g.labelled[node] && g.Labels[node] != label {
			return wrong(text, from, "node %q has the label %q here, but %q before; give it one", name, label, g.Labels[node])
		}
		if labelled {
			g.Labels[node], g.labelled[node] = label, true
		}
		ends[i] = node
	}
	switch len(fields) {
	case 2:
		g.join(ends[0], ends[1], "")
	case 3:
		g.join(ends[0], ends[1], fields[2])
	}
	return nil
}

func parseGraphJSON(text string) (*Graph, error) {
	d, g := newDocument(text), newNaming()
	edges, listed, err := g.document(d)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		for _, name := range []string{e.source, e.target} {
			if _, ok := g.node[name]; listed && !ok {
				return nil, wrong(text, e.at, `the edge that ends here joins node %q, which is not among the "nodes"`, name)
			}
		}
		g.join(g.named(e.source), g.named(e.target), e.label)
	}
	return &g.Graph, nil
}

// jsonEdge is an edge between names, and the byte at which it ends.
type jsonEdge struct {
	source, target, label string
	at                    int
}

// document reads the nodes into g, and returns the edges and whether nodes were listed.
func (g *naming) document(d *document) (edges []jsonEdge, listed bool, err error) {
	if _, err := d.token(); err != nil { // the brace
		return nil, false, err
	}
	found := false
	err = d.object(func(key string) error {
		switch key {
		case "nodes":
			listed = true
			return d.list(`"nodes"`, func() error { return g.jsonNode(d) })
		case "edges":
			found = true
			return d.list(`"edges"`, func() error {
				e, err := d.edge()
				edges = append(edges, e)
				return err
			})
		case "directed":
			token, err := d.token()
			if err == nil && token == true {
				err = d.wrong(`the graph is "directed", but only graphs without direction can be taken`)
			}
			return err
		}
		return d.skip()
	})
	if err == nil && !found {
		err = d.wrong(`the graph has no "edges"; write "edges": [] if there are none`)
	}
	return edges, listed, err
}

func (g *naming) jsonNode(d *document) error {
	token, err := d.token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return d.wrong(`a node must be an object with "id" and "label"`)
	}
	var id, label string
	named := false
	err = d.object(func(key string) (err error) {
		switch key {
		case "id":
			named = true
			id, err = d.label(`an "id"`)
		case "label":
			label, err = d.label("a label")
		default:
			err = d.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if !named {
		return d.wrong(`the node that ends here has no "id"`)
	}
	if _, twice := g.node[id]; twice {
		return d.wrong(`there are two nodes with the "id" %q`, id)
	}
	g.Labels[g.named(id)] = label
	return nil
}

// edge reads [source, target], [source, target, label] or an object.
func (d *document) edge() (e jsonEdge, err error) {
	token, err := d.token()
	if err != nil {
		return e, err
	}
	var source, target bool
	switch token {
	case json.Delim('['):
		into := []*string{&e.source, &e.target, &e.label}
		found := 0
		err = d.array(func() (err error) {
			if found == len(into) {
				return d.wrong("an edge is two nodes and perhaps a label")
			}
			*into[found], err = d.label("a node or label")
			found++
			return err
		})
		source, target = found > 0, found > 1
	case json.Delim('{'):
		err = d.object(func(key string) (err error) {
			switch key {
			case "source":
				source = true
				e.source, err = d.label(`a "source"`)
			case "target":
				target = true
				e.target, err = d.label(`a "target"`)
			case "label":
				e.label, err = d.label("a label")
			default:
				err = d.skip()
			}
			return err
		})
	}
	if err == nil && (!source || !target) {
		err = d.wrong(`an edge must be a list like [1, 2], or an object with "source" and "target"`)
	}
	e.at = int(d.decoder.InputOffset())
	return e, err
}

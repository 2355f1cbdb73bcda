package output

import (
	"cmp"
	"fmt"
	"slices"

	"suffice/output/structure"
)

// GraphKernel compares graphs by the neighbourhoods that they share, with the subtree
// kernel of Weisfeiler and Lehman: nodes are labelled anew several times, by their label
// and those of their neighbours, and L is the cosine of the vectors that count the labels
// of all rounds. Names and order of the nodes do not matter. A graph without nodes has
// L = 1 with its like and 0 with all others.
//
// See docs/outputs.md. Reference: Shervashidze, Schweitzer, van Leeuwen, Mehlhorn and
// Borgwardt (2011).
type GraphKernel struct {
	Rounds int // of labelling anew, how far a neighbourhood reaches; 0 means 3
}

// Graphs is a graph a row.
func Graphs(y []*structure.Graph, by GraphKernel) (Kernel, error) {
	by.Rounds = cmp.Or(by.Rounds, 3)
	if by.Rounds < 0 {
		return nil, fmt.Errorf("%d rounds of labelling graphs, but there must be at least 1; 0 means 3", by.Rounds)
	}
	r := relabelling{node: numbering{}, edge: numbering{"": 0}}
	rows := make([]bag, len(y))
	for i, g := range y {
		adjacent, err := r.adjacent(g)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		rows[i] = newBag(r.labels(g, adjacent, by.Rounds))
	}
	return newBags(KindGraph, rows, len(r.node), nil), nil
}

// GraphTexts is a graph a row, written as a list of edges or JSON as
// [structure.ParseGraph] reads it.
func GraphTexts(y []string, by GraphKernel) (Kernel, error) {
	graphs := make([]*structure.Graph, len(y))
	for i, text := range y {
		var err error
		if graphs[i], err = structure.ParseGraph(text); err != nil {
			return nil, fmt.Errorf("row %d, %w", i+1, err)
		}
	}
	return Graphs(graphs, by)
}

// relabelling numbers the labels of all rounds, and those of the edges.
type relabelling struct{ node, edge numbering }

// neighbour is a node at the other end of an edge with the given label.
type neighbour struct{ edge, node int32 }

// adjacent lists the neighbours of each node. An edge from a node to itself makes it a
// neighbour of itself once.
func (r *relabelling) adjacent(g *structure.Graph) ([][]neighbour, error) {
	if g == nil {
		return nil, fmt.Errorf("there is no graph; drop the row or fill it in")
	}
	lists := make([][]neighbour, len(g.Labels))
	for k, e := range g.Edges {
		if e.From < 0 || e.From >= len(lists) || e.To < 0 || e.To >= len(lists) {
			return nil, fmt.Errorf("edge %d joins nodes %d and %d, but the nodes are 0 to %d", k+1, e.From, e.To, len(lists)-1)
		}
		label := r.edge.of([]byte(e.Label))
		lists[e.From] = append(lists[e.From], neighbour{label, int32(e.To)})
		if e.From != e.To {
			lists[e.To] = append(lists[e.To], neighbour{label, int32(e.From)})
		}
	}
	return lists, nil
}

// labels returns the labels of all nodes after 0, 1, … rounds. A label of a later round
// stands for the label before and, in order, those of the edges and neighbours; so labels
// of different rounds are different.
func (r *relabelling) labels(g *structure.Graph, adjacent [][]neighbour, rounds int) []int32 {
	if len(g.Labels) == 0 {
		return []int32{r.node.of(nil)}
	}
	now := make([]int32, len(g.Labels))
	for v, label := range g.Labels {
		now[v] = r.node.of(append([]byte{first}, label...))
	}
	all := slices.Clone(now)
	for range rounds {
		next := make([]int32, len(now))
		for v, list := range adjacent {
			around := make([][2]int32, len(list))
			for k, other := range list {
				around[k] = [2]int32{other.edge, now[other.node]}
			}
			slices.SortFunc(around, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
			numbers := make([]int32, 0, 1+2*len(around))
			numbers = append(numbers, now[v])
			for _, pair := range around {
				numbers = append(numbers, pair[0], pair[1])
			}
			next[v] = r.node.of(append([]byte{later}, key(numbers)...))
		}
		now = next
		all = append(all, now...)
	}
	return all
}

// What the keys of labels begin with.
const first, later = 0, 1

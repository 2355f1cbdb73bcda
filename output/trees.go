package output

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice/output/structure"
)

// TreeKernel compares trees by the parts that they share. By default the parts are
// fragments: a node with all its children, some of these with all their children, and so
// on. With Whole they are whole subtrees, down to the leaves. L is normalised to 1
// between equal trees.
//
// See docs/outputs.md. References: Collins and Duffy (2001) for fragments, called subset
// trees; Vishwanathan and Smola (2003) for whole subtrees.
type TreeKernel struct {
	Whole bool    // compare whole subtrees only
	Decay float64 // λ: a part with r inner nodes has the weight λʳ; 0 means 0.4, or 1 if Whole
}

// leastDecay keeps products of two kernels away from 0.
const leastDecay = 1e-6

// Trees is a tree a row. The children of a node are in order.
func Trees(y []*structure.Tree, by TreeKernel) (Kernel, error) {
	if by.Decay == 0 {
		by.Decay = .4
		if by.Whole {
			by.Decay = 1
		}
	}
	if !(by.Decay >= leastDecay && by.Decay <= 1) {
		return nil, fmt.Errorf("the decay of trees is %g, but must be between %g and 1; 0 means the default", by.Decay, leastDecay)
	}
	f := forest{label: numbering{}, subtree: numbering{}}
	roots := make([]int32, len(y))
	for i, tree := range y {
		var err error
		if roots[i], err = f.add(tree, 1); err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
	}
	if by.Whole {
		return f.whole(roots, by.Decay), nil
	}
	return f.fragments(roots, by.Decay)
}

// TreeTexts is a tree a row, written in brackets or JSON as [structure.ParseTree] reads it.
func TreeTexts(y []string, by TreeKernel) (Kernel, error) {
	trees := make([]*structure.Tree, len(y))
	for i, text := range y {
		var err error
		if trees[i], err = structure.ParseTree(text); err != nil {
			return nil, fmt.Errorf("row %d, %w", i+1, err)
		}
	}
	return Trees(trees, by)
}

// forest numbers the distinct subtrees of all rows: equal ones share a number, and
// children have lower ones than their parents.
type forest struct {
	label, subtree numbering
	nodes          []node // by number
}

// node is the root of a distinct subtree.
type node struct {
	label    int32
	children []int32 // numbers of subtrees
}

var errNoTree = errors.New("there is no tree; drop the row or fill it in")

func (f *forest) add(tree *structure.Tree, level int) (int32, error) {
	switch {
	case tree == nil:
		return 0, errNoTree
	case level > structure.MaxDepth:
		return 0, fmt.Errorf("the tree has more than %d levels", structure.MaxDepth)
	}
	n := node{label: f.label.of([]byte(tree.Label)), children: make([]int32, len(tree.Children))}
	for j, child := range tree.Children {
		var err error
		if n.children[j], err = f.add(child, level+1); err != nil {
			return 0, err
		}
	}
	number := f.subtree.of(key(append([]int32{n.label}, n.children...)))
	if int(number) == len(f.nodes) {
		f.nodes = append(f.nodes, n)
	}
	return number, nil
}

// within lists the subtrees of a tree, itself among them, with repetitions.
func (f *forest) within(root int32) []int32 {
	list := []int32{root}
	for k := 0; k < len(list); k++ {
		list = append(list, f.nodes[list[k]].children...)
	}
	return list
}

// whole is the kernel of whole subtrees, Σ λʳ c c' over the distinct subtrees, of r inner
// nodes each, that occur c and c' times.
func (f *forest) whole(roots []int32, decay float64) Kernel {
	inner := make([]float64, len(f.nodes))
	for s, n := range f.nodes {
		if len(n.children) > 0 {
			inner[s] = 1
		}
		for _, c := range n.children {
			inner[s] += inner[c]
		}
	}
	rows := make([]bag, len(roots))
	for i, root := range roots {
		rows[i] = newBag(f.within(root))
		for k, s := range rows[i].feature {
			rows[i].weight[k] *= math.Sqrt(math.Pow(decay, inner[s]))
		}
	}
	return newBags(KindTree, rows, len(f.nodes), nil)
}

// fragments is the kernel of fragments.
func (f *forest) fragments(roots []int32, decay float64) (Kernel, error) {
	productions := numbering{}
	rows := make([]fragmentRow, len(roots))
	for i, root := range roots {
		rows[i] = f.fragmentRow(root, productions)
	}
	return newFragments(rows, len(productions), decay)
}

// fragmentRow lists the distinct subtrees of a tree that begin with a production: a
// label with those of its children. A tree that is a leaf counts as a production
// without children, so that it is like its equals and nothing else.
func (f *forest) fragmentRow(root int32, productions numbering) fragmentRow {
	subtrees := newBag(f.within(root))
	row := fragmentRow{start: []int32{0}}
	place := map[int32]int32{} // of subtrees in the row
	for k, s := range subtrees.feature {
		n := f.nodes[s]
		if len(n.children) == 0 && s != root {
			continue
		}
		place[s] = int32(len(row.count))
		row.count = append(row.count, subtrees.weight[k])
		labels := []int32{n.label}
		for _, c := range n.children {
			labels = append(labels, f.nodes[c].label)
			at, inner := place[c]
			if !inner {
				at = -1
			}
			row.child = append(row.child, at)
		}
		row.start = append(row.start, int32(len(row.child)))
		row.production = append(row.production, productions.of(key(labels)))
	}
	row.group()
	return row
}

// group orders the subtrees of a row by their productions.
func (r *fragmentRow) group() {
	r.order, r.rank = make([]int32, len(r.count)), make([]int32, len(r.count))
	for k := range r.order {
		r.order[k] = int32(k)
	}
	slices.SortStableFunc(r.order, func(a, b int32) int { return int(r.production[a]) - int(r.production[b]) })
	for k := 1; k < len(r.order); k++ {
		if before, here := r.order[k-1], r.order[k]; r.production[before] == r.production[here] {
			r.rank[here] = r.rank[before] + 1
		}
	}
}

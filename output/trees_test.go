package output

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/output/structure"
)

func treesOf(t rapid.TB, by TreeKernel, y ...string) Kernel {
	t.Helper()
	k, err := TreeTexts(y, by)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// By hand, λ = ½. In (S (NP a) (VP b)) the nodes NP and VP have one fragment each, of
// weight ½; S has ½ (1 + ½)(1 + ½) = 9/8: with itself 1/2 + 1/2 + 9/8 = 17/8. Against
// (S (NP a) (VP c)), C of VP is 0: ½ + ½ (1 + ½) = 5/4, and the second has 17/8 too.
// Against (NP a) only NP is left: ½, with itself ½.
func TestFragmentsByHand(t *testing.T) {
	k := treesOf(t, TreeKernel{Decay: .5}, "(S (NP a) (VP b))", "(S (NP a) (VP c))", "(NP a)")
	ab, ac := (5./4)/(17./8), .5/math.Sqrt(17./16)
	want := [][]float64{{1, ab, ac}, {ab, 1, ac}, {ac, ac, 1}}
	wantPairs(t, k, 1e-15, func(i, c int) float64 { return want[i][c] })
}

// By hand, λ = 1. The subtrees of (S (A x) (A x)) are itself, (A x) twice and x twice:
// 1 + 4 + 4 = 9; those of (S (A x) y) itself, (A x), x and y: 4. Common: (A x) 2·1 and x
// 2·1. With λ = ½, (A x) weighs ½ and (S …) ⅛ or ¼: 1/8 + 4/2 + 4, 1/4 + 1/2 + 1 + 1 and
// 2/2 + 2.
func TestWholeSubtreesByHand(t *testing.T) {
	y := []string{"(S (A x) (A x))", "(S (A x) y)"}
	for decay, want := range map[float64]float64{0: 4. / 6, .5: 3 / math.Sqrt(6.125*2.75)} {
		wantPairs(t, treesOf(t, TreeKernel{Whole: true, Decay: decay}, y...), 1e-15, func(i, c int) float64 {
			if i == c {
				return 1
			}
			return want
		})
	}
}

// fragment is a fragment as text, and its number of productions.
type fragment struct {
	text   string
	weight float64
}

// fragmentsAt lists all fragments that begin at a node: each child is cut off, or goes on
// with one of its own.
func fragmentsAt(tree *structure.Tree, decay float64) []fragment {
	if len(tree.Children) == 0 {
		return nil
	}
	list := []fragment{{"(" + tree.Label, decay}}
	for _, child := range tree.Children {
		goOn := append([]fragment{{child.Label, 1}}, fragmentsAt(child, decay)...)
		var next []fragment
		for _, f := range list {
			for _, g := range goOn {
				next = append(next, fragment{f.text + " " + g.text, f.weight * g.weight})
			}
		}
		list = next
	}
	for k := range list {
		list[k].text += ")"
	}
	return list
}

// parts returns how often each part of a tree occurs, by its text, and what it weighs.
func parts(tree *structure.Tree, by TreeKernel) (count, weight map[string]float64) {
	count, weight = map[string]float64{}, map[string]float64{}
	var visit func(tree *structure.Tree) fragment
	visit = func(tree *structure.Tree) fragment {
		whole := fragment{tree.Label, 1}
		if len(tree.Children) > 0 {
			whole = fragment{"(" + tree.Label, by.Decay}
			for _, child := range tree.Children {
				f := visit(child)
				whole.text += " " + f.text
				whole.weight *= f.weight
			}
			whole.text += ")"
		}
		list := []fragment{whole}
		if !by.Whole {
			list = fragmentsAt(tree, by.Decay)
		}
		for _, f := range list {
			count[f.text]++
			weight[f.text] = f.weight
		}
		return whole
	}
	whole := visit(tree)
	if len(count) == 0 { // a leaf
		count["leaf "+whole.text], weight["leaf "+whole.text] = 1, 1
	}
	return count, weight
}

func treeTwin(a, b *structure.Tree, by TreeKernel) float64 {
	inner := func(a, b *structure.Tree) (sum float64) {
		count, weight := parts(a, by)
		other, _ := parts(b, by)
		for text, c := range count {
			sum += weight[text] * c * other[text]
		}
		return sum
	}
	return inner(a, b) / math.Sqrt(inner(a, a)*inner(b, b))
}

// randomTree has few labels, so that parts recur.
func randomTree(rng *rand.Rand, levels int) *structure.Tree {
	tree := &structure.Tree{Label: string(rune('a' + rng.IntN(2)))}
	if levels > 1 && rng.IntN(4) > 0 {
		for range 1 + rng.IntN(2) {
			tree.Children = append(tree.Children, randomTree(rng, levels-1))
		}
	}
	return tree
}

func randomTrees(rng *rand.Rand, n, levels int) []*structure.Tree {
	y := make([]*structure.Tree, n)
	for i := range y {
		y[i] = randomTree(rng, levels)
	}
	return y
}

func TestTreesMatchTheListOfTheirParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y := randomTrees(rng, rapid.IntRange(1, 6).Draw(t, "n"), 4)
		by := TreeKernel{Whole: rapid.Bool().Draw(t, "whole"), Decay: rapid.Float64Range(.1, 1).Draw(t, "decay")}
		k, err := Trees(y, by)
		if err != nil {
			t.Fatal(err)
		}
		wantPairs(t, k, 1e-13, func(i, c int) float64 { return treeTwin(y[i], y[c], by) })
	})
}

func TestTreesFromBracketsAndJSONAreTheSame(t *testing.T) {
	for _, whole := range []bool{false, true} {
		k := treesOf(t, TreeKernel{Whole: whole}, "(S (NP john) (VP runs))",
			`{"label": "S", "children": [{"label": "NP", "children": ["john"]}, {"label": "VP", "children": [{"label": "runs"}]}]}`)
		wantPairs(t, k, 0, func(_, _ int) float64 { return 1 })
	}
}

// A tree that is a leaf is like its equals only, and so much for fragments; as a subtree
// it is part of others.
func TestTreesThatAreLeaves(t *testing.T) {
	y := []string{"a", "(a)", "b", "(a b)", "(b a)", "(a a)"}
	wantPairs(t, treesOf(t, TreeKernel{}, y...), 0, func(i, c int) float64 {
		if i == c || i < 2 && c < 2 {
			return 1
		}
		return 0
	})
	k := treesOf(t, TreeKernel{Whole: true}, y...)
	if got := values(k, 0, 1, []int{4}).At(0, 0); math.Abs(got-1/math.Sqrt2) > 1e-15 {
		t.Errorf("L = %v, want 1/√2", got)
	}
}

// A chain of 1000 nodes with one label has as many common fragments as it can.
func TestDeepAndBushyTrees(t *testing.T) {
	chain := strings.Repeat("(a ", 999) + "a" + strings.Repeat(")", 999)
	for _, whole := range []bool{false, true} {
		if got := values(treesOf(t, TreeKernel{Whole: whole}, chain, chain), 0, 1, []int{1}).At(0, 0); got != 1 {
			t.Errorf("L = %v", got)
		}
	}
	bushy := "(a" + strings.Repeat(" (b c)", 2000) + ")"
	if _, err := TreeTexts([]string{"a", bushy}, TreeKernel{Decay: 1}); err == nil || !strings.Contains(err.Error(), "row 2: the tree has too many fragments") {
		t.Errorf("error %v", err)
	}
	if _, err := TreeTexts([]string{"a", bushy}, TreeKernel{Decay: .1}); err != nil {
		t.Error(err)
	}
}

func TestWrongTrees(t *testing.T) {
	cycle := &structure.Tree{Label: "a"}
	cycle.Children = []*structure.Tree{cycle}
	_, none := Trees([]*structure.Tree{{Label: "a"}, nil}, TreeKernel{})
	_, endless := Trees([]*structure.Tree{cycle}, TreeKernel{})
	_, text := TreeTexts([]string{"(a b)", "(a b"}, TreeKernel{})
	_, decay := TreeTexts([]string{"a"}, TreeKernel{Decay: 1.5})
	_, nan := TreeTexts([]string{"a"}, TreeKernel{Decay: math.NaN()})
	for _, c := range []struct {
		err  error
		want string
	}{
		{none, "row 2: there is no tree"},
		{endless, "row 1: the tree has more than 1000 levels"},
		{text, "row 2, character 5: the text ends with brackets open, 1 of them"},
		{decay, "the decay of trees is 1.5, but must be between 1e-06 and 1"},
		{nan, "the decay of trees is NaN"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

// L of 1000 rows and 500 centres, on one core.
func BenchmarkTrees(b *testing.B) {
	y := randomTrees(rand.New(rand.NewPCG(1, 2)), 1000, 6)
	for _, whole := range []bool{false, true} {
		b.Run(fmt.Sprintf("whole=%v", whole), func(b *testing.B) {
			benchmarkBlock(b, func() (Kernel, error) { return Trees(y, TreeKernel{Whole: whole}) })
		})
	}
}

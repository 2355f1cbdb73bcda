package output

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/output/structure"
)

func graphsOf(t rapid.TB, by GraphKernel, y ...string) Kernel {
	t.Helper()
	k, err := GraphTexts(y, by)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// By hand, one round. The path A-B-A has the labels A twice and B, then A(B) twice and
// B(A,A): 4+1+4+1 = 10. The edge A-B has A, B, A(B) and B(A): 4. Common: A 2·1, B 1, A(B)
// 2·1: 5. The edge with a label x has A and B, but A(xB) and B(xA): 4, and 2 in common with
// the edge, 3 with the path.
func TestGraphsByHand(t *testing.T) {
	k := graphsOf(t, GraphKernel{Rounds: 1}, "1=A 2=B; 2 3=A", "1=A 2=B", "1=A 2=B x")
	pe, px, ex := 5/math.Sqrt(40), 3/math.Sqrt(40), 2./4
	want := [][]float64{{1, pe, px}, {pe, 1, ex}, {px, ex, 1}}
	wantPairs(t, k, 1e-15, func(i, c int) float64 { return want[i][c] })
}

// graphTwin labels nodes by strings that grow from round to round.
func graphTwin(a, b *structure.Graph, rounds int) float64 {
	count := func(g *structure.Graph) map[string]float64 {
		c := map[string]float64{}
		now := slices.Clone(g.Labels)
		for round := 0; ; round++ {
			for _, label := range now {
				c[fmt.Sprint(round, " ", label)]++
			}
			if round == rounds {
				break
			}
			next := slices.Clone(now)
			for v := range next {
				var around []string
				for _, e := range g.Edges {
					switch v {
					case e.From:
						around = append(around, "<"+e.Label+"|"+now[e.To]+">")
					case e.To:
						around = append(around, "<"+e.Label+"|"+now[e.From]+">")
					}
				}
				slices.Sort(around)
				next[v] = "[" + now[v] + strings.Join(around, "") + "]"
			}
			now = next
		}
		return c
	}
	if len(a.Labels) == 0 || len(b.Labels) == 0 {
		if len(a.Labels) == len(b.Labels) {
			return 1
		}
		return 0
	}
	inner := func(a, b map[string]float64) (sum float64) {
		for label, c := range a {
			sum += c * b[label]
		}
		return sum
	}
	ca, cb := count(a), count(b)
	return inner(ca, cb) / math.Sqrt(inner(ca, ca)*inner(cb, cb))
}

func randomGraph(rng *rand.Rand, most int) *structure.Graph {
	g := &structure.Graph{}
	for range rng.IntN(most + 1) {
		g.Labels = append(g.Labels, string(rune('a'+rng.IntN(2))))
	}
	for v := range g.Labels {
		for u := range v + 1 {
			if rng.IntN(most) < 3 {
				g.Edges = append(g.Edges, structure.Edge{From: v, To: u, Label: []string{"", "x"}[rng.IntN(2)]})
			}
		}
	}
	return g
}

func randomGraphs(rng *rand.Rand, n, most int) []*structure.Graph {
	y := make([]*structure.Graph, n)
	for i := range y {
		y[i] = randomGraph(rng, most)
	}
	return y
}

func TestGraphsMatchLabelsWrittenOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y := randomGraphs(rng, rapid.IntRange(1, 6).Draw(t, "n"), 5)
		rounds := rapid.IntRange(1, 4).Draw(t, "rounds")
		k, err := Graphs(y, GraphKernel{Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		wantPairs(t, k, 1e-14, func(i, c int) float64 { return graphTwin(y[i], y[c], rounds) })
	})
}

// Numbering the nodes of a graph in another order changes nothing.
func TestOrderOfNodesDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		y := randomGraphs(rng, 5, 7)
		other := make([]*structure.Graph, len(y))
		for i, g := range y {
			to := rng.Perm(len(g.Labels))
			turned := &structure.Graph{Labels: make([]string, len(to))}
			for v, label := range g.Labels {
				turned.Labels[to[v]] = label
			}
			for _, e := range g.Edges {
				turned.Edges = append(turned.Edges, structure.Edge{From: to[e.To], To: to[e.From], Label: e.Label})
			}
			rng.Shuffle(len(turned.Edges), func(a, b int) {
				turned.Edges[a], turned.Edges[b] = turned.Edges[b], turned.Edges[a]
			})
			other[i] = turned
		}
		k, err := Graphs(append(slices.Clone(y), other...), GraphKernel{})
		if err != nil {
			t.Fatal(err)
		}
		whole := values(k, 0, 10, all(10))
		wantPairs(t, k, 0, func(i, c int) float64 { return whole.At(i%5, c%5) })
	})
}

func TestGraphsFromEdgesAndJSONAreTheSame(t *testing.T) {
	k := graphsOf(t, GraphKernel{}, "1=C 2=O double; 1 3=H",
		`{"nodes": [{"id": "h", "label": "H"}, {"id": "c", "label": "C"}, {"id": "o", "label": "O"}], "edges": [["o", "c", "double"], ["c", "h"]]}`)
	wantPairs(t, k, 0, func(_, _ int) float64 { return 1 })
}

// A ring of six and two rings of three have the same neighbourhoods everywhere: they are
// what this kernel cannot tell apart. A path it can.
func TestWhatNeighbourhoodsTell(t *testing.T) {
	k := graphsOf(t, GraphKernel{}, "1 2; 2 3; 3 4; 4 5; 5 6; 6 1", "1 2; 2 3; 3 1; 4 5; 5 6; 6 4", "1 2; 2 3; 3 4; 4 5; 5 6")
	L := values(k, 0, 3, all(3))
	if L.At(0, 1) != 1 || L.At(0, 2) > .9 {
		t.Errorf("L = %v", L.Data)
	}
}

func TestWrongGraphs(t *testing.T) {
	_, none := Graphs([]*structure.Graph{{}, nil}, GraphKernel{})
	_, outside := Graphs([]*structure.Graph{{Labels: []string{"a"}, Edges: []structure.Edge{{To: 1}}}}, GraphKernel{})
	_, rounds := Graphs(nil, GraphKernel{Rounds: -1})
	_, text := GraphTexts([]string{"a b", "a b c d"}, GraphKernel{})
	for _, c := range []struct {
		err  error
		want string
	}{
		{none, "row 2: there is no graph"},
		{outside, "row 1: edge 1 joins nodes 0 and 1, but the nodes are 0 to 0"},
		{rounds, "-1 rounds"},
		{text, "row 2, character 1: an edge is two nodes"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

// L of 1000 rows and 500 centres, on one core.
func BenchmarkGraphs(b *testing.B) {
	y := randomGraphs(rand.New(rand.NewPCG(1, 2)), 1000, 20)
	benchmarkBlock(b, func() (Kernel, error) { return Graphs(y, GraphKernel{}) })
}

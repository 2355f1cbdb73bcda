package suffice

import (
	"fmt"
	"strings"

	"suffice/output"
)

// Method is an entry in the list of methods.
type Method struct {
	Name    string `json:"name"`    // in files and on the command line
	What    string `json:"what"`    // what it is for, in a line
	Outputs string `json:"outputs"` // what it takes
	Cost    string `json:"cost"`    // of a fit

	New  func(Options) Reducer `json:"-"`
	Uses Uses                  `json:"-"`

	// Most tells how many components of y the method finds at most, whatever the inputs: 0
	// where it takes no such output. Nil means that y sets no bound.
	Most func(y output.Output) int `json:"-"`

	// Candidate says that the method is tried where the best one is looked for, with up to
	// MostInputs inputs; 0 means any number.
	Candidate  bool `json:"candidate,omitempty"`
	MostInputs int  `json:"-"`

	// KeepsInputs says that the method does not reduce: its components are the inputs,
	// however many are asked for.
	KeepsInputs bool `json:"-"`

	// Sparse says that the components are of some of the inputs, which the method selects.
	Sparse bool `json:"-"`
}

// Uses are what makes a difference to a method beside the number of components: options of these
// names, and weights of the rows.
type Uses struct {
	Centres, NoScale, NoRefine, AsPrinted, Seed, Screen, Fewer, Slices, Shrinkage bool

	Weights bool
}

// What many methods use.
var (
	linear    = Uses{NoScale: true, Weights: true}
	slicing   = Uses{NoScale: true, Slices: true, Weights: true}
	searching = Uses{Centres: true, NoScale: true, Seed: true, Weights: true}
)

// Options are the settings that methods share. A method ignores what it has no use for.
type Options struct {
	Dim       int
	Centres   int  // kernel centres; 0 means the method's default
	NoScale   bool // keep the columns' own units
	NoRefine  bool // leave out SCA's ascent
	AsPrinted bool // the formulas of SCA's paper as printed
	Quick     bool // a shorter search of SCA, for fits that are made many times
	Seed      uint64
	Screen    int            // inputs that SCA keeps, chosen beforehand; AutoScreen lets cross-validation say how many
	Fewer     bool           // SEAS: fewer components where they are enough
	Slices    int            // of the output, about, for the methods that cut it into slices; 0 means the method's default
	Shrinkage float64        // of LDA, as its field has it
	Progress  func(Progress) // may be nil
}

// sca is SCA with options, up to a stage.
func (o Options) sca(stop Stage) SCA {
	if o.NoRefine {
		stop = max(stop, AfterPasses)
	}
	return SCA{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, AsPrinted: o.AsPrinted, Quick: o.Quick, Seed: o.Seed, Screen: o.Screen, Progress: o.Progress, Stop: stop}
}

// methods lists them all, the recommended one first.
var methods = []Method{
	{
		Name: "sca", What: "sufficient component analysis: any dependence on any output", Outputs: "any", Cost: "n b²",
		New:       func(o Options) Reducer { return o.sca(AfterAscent) },
		Uses:      Uses{NoRefine: true, AsPrinted: true, Centres: true, NoScale: true, Screen: true, Seed: true, Weights: true},
		Candidate: true,
	},
	{
		Name: "sca0", What: "its first step alone: rough and fast", Outputs: "any", Cost: "n b², once",
		New:  func(o Options) Reducer { return o.sca(AfterFirstStep) },
		Uses: Uses{AsPrinted: true, Centres: true, NoScale: true, Screen: true, Seed: true, Weights: true},
	},
	{
		Name: "lsdr", What: "least-squares dimension reduction: climbs the dependence from random starts", Outputs: "any", Cost: "n b², a few hundred times",
		New: func(o Options) Reducer {
			return LSDR{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed, Progress: o.Progress}
		},
		Uses: searching,
	},
	{
		Name: "sir", What: "sliced inverse regression: trends, in an instant", Outputs: "numbers, classes", Cost: "n d² + d³",
		New:       func(o Options) Reducer { return SIR{Dim: o.Dim, NoScale: o.NoScale, Slices: o.Slices} },
		Uses:      slicing,
		Most:      mostOfClasses,
		Candidate: true,
	},
	{
		Name: "save", What: "sliced average variance estimation: trends and symmetric dependence, with many rows", Outputs: "numbers, classes", Cost: "n d² + h d³",
		New:       func(o Options) Reducer { return SAVE{Dim: o.Dim, NoScale: o.NoScale, Slices: o.Slices} },
		Uses:      slicing,
		Candidate: true, MostInputs: 1000,
	},
	{
		Name: "dr", What: "directional regression: trends and symmetric dependence, each as sharply as the method for it", Outputs: "numbers, classes", Cost: "n d² + h d³",
		New:       func(o Options) Reducer { return DR{Dim: o.Dim, NoScale: o.NoScale, Slices: o.Slices} },
		Uses:      slicing,
		Candidate: true, MostInputs: 1000,
	},
	{
		Name: "phd", What: "principal Hessian directions: curvature and nothing else", Outputs: "one number", Cost: "n d² + d³",
		New:       func(o Options) Reducer { return PHd{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:      linear,
		Candidate: true, MostInputs: 1000,
	},
	{
		Name: "kdr", What: "kernel dimension reduction: any dependence, by the variance left unexplained", Outputs: "any", Cost: "n r², 5 starts",
		New: func(o Options) Reducer {
			return KDR{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed, Progress: o.Progress}
		},
		Uses:      searching,
		Candidate: true, MostInputs: 1000,
	},
	{
		Name: "rfm", What: "recursive feature machine: where a kernel regression with a learnt metric changes most", Outputs: "any", Cost: "n b², 6 times",
		New: func(o Options) Reducer {
			return RFM{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed, Progress: o.Progress}
		},
		Uses:      searching,
		Candidate: true, MostInputs: 1000,
	},
	{
		Name: "gkdr", What: "gradient-based kernel dimension reduction: any dependence, by the gradients of a kernel regression, without a search", Outputs: "any", Cost: "n b² + n b d",
		New: func(o Options) Reducer {
			return GKDR{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed}
		},
		Uses: searching,
	},
	{
		Name: "mave", What: "minimum average variance estimation: what the mean of the output depends on, by local lines", Outputs: "numbers, classes, labels", Cost: "n a d², about 50 times up to 8192 rows, then 5 times",
		New: func(o Options) Reducer {
			return MAVE{Dim: o.Dim, Anchors: o.Centres, NoScale: o.NoScale, Seed: o.Seed}
		},
		Uses:      searching,
		Candidate: true, MostInputs: 64,
	},
	{
		Name: "csmave", What: "the same for all that the output depends on (the central subspace)", Outputs: "any", Cost: "as mave, times 2 to 5",
		New: func(o Options) Reducer {
			return MAVE{Dim: o.Dim, Central: true, Anchors: o.Centres, NoScale: o.NoScale, Seed: o.Seed}
		},
		Uses: searching,
	},
	{
		Name: "opg", What: "outer product of gradients: what mave begins with", Outputs: "numbers, classes, labels", Cost: "as mave",
		New: func(o Options) Reducer {
			return OPG{Dim: o.Dim, Anchors: o.Centres, NoScale: o.NoScale, Seed: o.Seed}
		},
		Uses: searching,
	},
	{
		Name: "csopg", What: "the same for the central subspace", Outputs: "any", Cost: "as csmave",
		New: func(o Options) Reducer {
			return OPG{Dim: o.Dim, Central: true, Anchors: o.Centres, NoScale: o.NoScale, Seed: o.Seed}
		},
		Uses: searching,
	},
	{
		Name: "seas", What: "sparse sliced inverse regression: trends, by few of very many inputs", Outputs: "numbers, classes", Cost: "n d a, a the inputs with weight",
		New:    func(o Options) Reducer { return SEAS{Dim: o.Dim, Fewer: o.Fewer, NoScale: o.NoScale, Slices: o.Slices} },
		Uses:   Uses{Fewer: true, NoScale: true, Slices: true, Weights: true},
		Most:   mostOfClasses,
		Sparse: true,
	},
	{
		Name: "lassosir", What: "its cheap cousin: sliced inverse regression by the lasso, component by component", Outputs: "numbers, classes", Cost: "n d a",
		New:    func(o Options) Reducer { return LassoSIR{Dim: o.Dim, NoScale: o.NoScale, Slices: o.Slices} },
		Uses:   slicing,
		Most:   mostOfClasses,
		Sparse: true,
	},
	{
		Name: "spls", What: "sparse partial least squares: straight lines, by few of very many inputs", Outputs: "numbers, classes, labels", Cost: "n d a",
		New:    func(o Options) Reducer { return SPLS{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:   linear,
		Sparse: true,
	},
	{
		Name: "mddm", What: "multi-label dimensionality reduction via dependence maximisation: straight lines of x, any output", Outputs: "any", Cost: "n d² for classes and labels, n² d otherwise",
		New:       func(o Options) Reducer { return MDDM{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:      linear,
		Candidate: true,
	},
	{
		Name: "cca", What: "canonical correlation analysis: straight lines of x and y, with a ridge", Outputs: "numbers, classes, labels", Cost: "n d²",
		New:       func(o Options) Reducer { return CCA{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:      linear,
		Most:      mostOfColumns,
		Candidate: true,
	},
	{
		Name: "lda", What: "linear discriminant analysis: what tells classes apart by their means", Outputs: "classes", Cost: "n d² + d³",
		New:       func(o Options) Reducer { return LDA{Dim: o.Dim, NoScale: o.NoScale, Shrinkage: o.Shrinkage} },
		Uses:      Uses{NoScale: true, Shrinkage: true, Weights: true},
		Most:      mostOfClassesAlone,
		Candidate: true,
	},
	{
		Name: "nca", What: "neighbourhood components analysis: a metric in which neighbours are of one class", Outputs: "classes", Cost: "n b m, a hundred times",
		New: func(o Options) Reducer {
			return NCA{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed, Progress: o.Progress}
		},
		Uses: Uses{Centres: true, NoScale: true, Seed: true},
		Most: mostOfClassification,
	},
	{
		Name: "mlkr", What: "metric learning for kernel regression: a metric in which neighbours tell numbers", Outputs: "numbers, classes, labels", Cost: "n b m, a hundred times",
		New: func(o Options) Reducer {
			return MLKR{Dim: o.Dim, Centres: o.Centres, NoScale: o.NoScale, Seed: o.Seed, Progress: o.Progress}
		},
		Uses: Uses{Centres: true, NoScale: true, Seed: true},
	},
	{
		Name: "pls", What: "partial least squares, PLS-DA of classes: straight lines along which the inputs vary much, more inputs than rows too", Outputs: "numbers, classes, labels", Cost: "m n d",
		New:       func(o Options) Reducer { return PLS{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:      linear,
		Candidate: true,
	},
	{
		Name: "pca", What: "principal component analysis: what varies most, without looking at y", Outputs: "any, ignored", Cost: "n d²",
		New:       func(o Options) Reducer { return PCA{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:      linear,
		Candidate: true,
	},
	{
		Name: "none", What: "no reduction: the inputs themselves, to compare with", Outputs: "any, ignored", Cost: "n d",
		New:         func(o Options) Reducer { return None{Dim: o.Dim, NoScale: o.NoScale} },
		Uses:        linear,
		KeepsInputs: true,
	},
}

// Methods lists all methods, the recommended one first.
func Methods() []Method { return append([]Method(nil), methods...) }

// MethodNamed finds a method by its name.
func MethodNamed(name string) (Method, error) {
	names := make([]string, len(methods))
	for i, m := range methods {
		if m.Name == name {
			return m, nil
		}
		names[i] = m.Name
	}
	return Method{}, fmt.Errorf("there is no method %q; choose one of %s", name, strings.Join(names, ", "))
}

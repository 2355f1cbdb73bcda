package search

// Tuning is every number of the ascent that was chosen by trying. Lengths of climbs and counts of
// rows say how much is enough; shares and thresholds say what counts. docs/sca.md has the table of
// what each is worth, which suffice-lab ablate makes. Those that may be 0 leave out their stage then.
type Tuning struct {
	// Kernel regressions of y on z.
	CentresEach  int // centres for each component, as far as Centres of the settings allow: more components need more
	CentresLeast int // centres that there are at least
	CentresClass int // centres for each class, as far as Centres of the settings allow
	CentreShare  int // rows for each centre from which on there are more, up to 2048 rows: these tell of a surface that bends more
	CentreRows   int // rows for each centre at least, so that no regression follows the noise of single rows

	// Rows.
	FreedomRows int // rows for each degree of freedom that are enough to find a start, and to climb views with
	Scouts      int // rows that starts are compared with, or FreedomRows for each degree of freedom
	LearnRows   int // rows for each input that a feature machine learns from

	// Looks at the same rows by other centres, machines and folds, whose subspaces are averaged.
	LookRows int // rows for which there is one look, fewer rows having more in proportion,
	Looks    int // up to so many

	// Starts.
	LearnRounds  int     `stage:"machines"` // regressions of a feature machine
	LearnCentres int     // its centres for each input
	SameStart    float64 // distance from another start, as a share of the largest, up to which one is left out

	// Views of y.
	AllViews  bool    // narrow functions of y and other coordinates too
	ViewFloor float64 // δ of their criterion

	// Climbs.
	FirstMove float64 // angle of the first step
	Steps     int     // of a climb
	ManySteps int     // the same where directions are many for the rows
	FewSteps  int     // of one that only compares: with scouts, and without a fold; not where it finds many labels
	LastGain  float64 // of the last step of a climb, times the degrees of freedom over the rows
	Sets      int     // of centres, for each of which the last climb is made: their subspaces are averaged

	// Weights of the views.
	Agree       float64 // spread of the views' subspaces up to which all count alike
	Folds       int     `stage:"cross-fitting" least:"2"` // of the cross-fit; without it all views count alike
	Temperature float64 // of the softmax of the scores, in units of the degrees of freedom over the rows

	// The sharper criterion S, with more rows.
	ClassFloor   float64 // δ of it for classes
	Threshold    float64 // share of a function of y that must be predicted for it to count, times √n
	SharpFew     float64 // rows for a degree of freedom from which it takes part,
	SharpMany    float64 // and from which it has its whole share,
	SharpMost    float64 `stage:"S"` // which is this
	SharpCentres int     // for each component, with more rows than views have: it is climbed from near its end

	// All rows, where some were drawn.
	AllSteps  int // over all rows, at most
	AllFew    int // the same where there are many directions
	NearSteps int // with the rows drawn before that
}

// Whole is the search of a fit, and Quick that of a fit which is one of many.
var (
	Whole = Tuning{
		CentresEach: 45, CentresClass: 2, CentresLeast: 20, CentreShare: 20, CentreRows: 3,
		FreedomRows: 4, Scouts: 512, LearnRows: 64,
		LookRows: 400, Looks: 4,
		LearnRounds: 6, LearnCentres: 16, SameStart: .2,
		AllViews: true, ViewFloor: .3,
		FirstMove: .1, Steps: 16, ManySteps: 8, FewSteps: 8, Sets: 3, LastGain: .005,
		Folds: 3, Temperature: .25,
		ClassFloor: .03, Threshold: 3, SharpFew: 10, SharpMany: 100, SharpMost: .6, SharpCentres: 30,
		AllSteps: 10, AllFew: 3, NearSteps: 30,
	}
	Quick = Whole.quick()
)

func (t Tuning) quick() Tuning {
	t.CentresEach, t.LearnRounds, t.LearnCentres = 30, 3, 4
	t.AllViews, t.Looks, t.FewSteps, t.Sets, t.Agree = false, 1, 3, 1, .05
	return t
}

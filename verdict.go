package suffice

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/metrics"
)

// Verdict is what the components of a model are worth: how well components that are found
// in this way predict rows that they were found without, and whether noise would do as well.
type Verdict struct {
	Found        bool    `json:"found"`                       // whether there is more to find than in noise
	P            float64 `json:"p"`                           // the chance that noise is predicted so well; NaN, and null in JSON, where it cannot be told
	Measure      string  `json:"measure"`                     // "r2", "accuracy", "hamming_loss" or "kernel_r2"
	Value        float64 `json:"value"`                       // of the measure
	SE           float64 `json:"se"`                          // its standard error
	AllInputs    float64 `json:"all_inputs"`                  // the value with all inputs instead of components
	Baseline     float64 `json:"baseline"`                    // the value of a guess without inputs
	AUC          float64 `json:"auc,omitempty"`               // of classes: how well scores rank rows, .5 by chance
	Balanced     float64 `json:"balanced_accuracy,omitempty"` // of classes: the mean over them of the share that is right
	More         int     `json:"more,omitempty"`              // components that may predict better, though it is not certain; 0 means none
	MoreValue    float64 `json:"more_value,omitempty"`        // the value with these
	Apart        float64 `json:"apart,omitempty"`             // degrees from their mean at which searches by several functions of the target end, where these are so many that the rows do not determine the components
	Rows         int     `json:"rows"`                        // that were judged,
	Of           int     `json:"of,omitempty"`                // of so many; 0 means that it is not known
	Permutations int     `json:"permutations"`                // random orders of y that P is of, or changes of the signs of groups or times

	Group  string `json:"group,omitempty"`  // the column of what rows belong to, whose values were predicted from others
	Groups int    `json:"groups,omitempty"` // so many
	Time   string `json:"time,omitempty"`   // the column of when rows were made, which were predicted from earlier ones
	Block  string `json:"block,omitempty"`  // the column of the blocks within which rows were judged and exchanged
	WhyNoP string `json:"why_no_p,omitempty"`
	Words  string `json:"words,omitempty"` // the verdict in one sentence, where it is that of a model
}

// MarshalJSON writes an unknown p as null.
func (v Verdict) MarshalJSON() ([]byte, error) {
	type plain Verdict
	if !math.IsNaN(v.P) {
		return json.Marshal(plain(v))
	}
	return json.Marshal(struct {
		Found bool     `json:"found"`
		P     *float64 `json:"p"`
		plain
	}{Found: v.Found, plain: plain(v)})
}

// UnmarshalJSON reads a p of null as unknown.
func (v *Verdict) UnmarshalJSON(text []byte) error {
	type plain Verdict
	read := plain{P: math.NaN()}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	*v = Verdict(read)
	return nil
}

// Dimension is what a number of components is worth.
type Dimension struct {
	Dim   int     `json:"dim"`
	Value float64 `json:"value"` // of the verdict's measure
	SE    float64 `json:"se"`
	Skill float64 `json:"skill"` // what decides: the share of the squared error of a guess that is gone, for numbers in four waves over their ranks
	P     float64 `json:"p"`     // of the gain in skill by the last component: a large one says that it adds nothing
}

// InWords says the verdict on so many components in one sentence.
func (v *Verdict) InWords(dim int) string {
	if !v.Found && v.WhyNoP == "" {
		return v.nothing()
	}
	chance := fmt.Sprintf("not chance (%s)", PInWords(v.P))
	if v.WhyNoP != "" {
		chance = "whether that is chance cannot be told: " + v.WhyNoP
	}
	count := humanize.Count(dim, "component")
	if v.Found && v.Measure != metrics.Accuracy && v.Measure != metrics.HammingLoss && v.Value < 2*v.SE {
		return fmt.Sprintf("%s: significant dependence (%s), but not in the conditional mean (%s of the variance of %s, all inputs %s): what depends on the inputs is %s%s",
			count, PInWords(v.P), percent(v.Value), v.heldOut("rows"), percent(v.AllInputs), v.otherThanMean(), v.more()+v.apart())
	}
	several, one, what, guess := "explain", "explains", "of the variance of "+v.heldOut("rows"), "guessing"
	switch v.Measure {
	case metrics.Accuracy:
		several, one, what, guess = "tell the class of", "tells the class of", "of "+v.heldOut("the rows"), "the most frequent class"
		if v.Block != "" {
			guess += " of the block"
		}
	case metrics.HammingLoss:
		several, one, what, guess = "have", "has", "of the labels wrong on "+v.heldOut("rows"), "the best constant"
	}
	verb := several
	if dim == 1 {
		verb = one
	}
	return fmt.Sprintf("%s %s %s %s (all inputs %s, %s %s%s%s); %s%s",
		count, verb, percent(v.Value), what, percent(v.AllInputs), guess, percent(v.Baseline), v.ranks(), v.judged(), chance, v.more()+v.apart())
}

// more says that more components may predict better.
func (v *Verdict) more() string {
	if v.More == 0 {
		return ""
	}
	return fmt.Sprintf("; %d may predict better: %s against %s, not sure with %s", v.More, percent(v.MoreValue), percent(v.Value), v.evidence())
}

// apart says that the rows do not determine the components.
func (v *Verdict) apart() string {
	if v.Apart == 0 {
		return ""
	}
	return fmt.Sprintf("; the rows do not determine the components: searches that look at the target in other ways end %.0f° from their mean, and the truth is often much further", v.Apart)
}

// undetermined is the spread of the searches from which on the rows do not determine the components: see
// docs/sca.md#what-goes-wrong.
const undetermined = .2

// determined notes in a verdict where the searches of a model end so far apart.
func (v *Verdict) determined(m *Projection) {
	if spread, ok := m.Settings["spread"].(float64); ok && spread >= undetermined {
		v.Apart = math.Asin(min(1, spread)) * 180 / math.Pi
		v.Words = v.InWords(m.Dim())
	}
}

// ranks says how well classes are told apart where the share of right rows does not show it, because
// one of them is in most rows.
func (v *Verdict) ranks() string {
	if v.Measure != metrics.Accuracy || v.AUC == 0 || v.Value > v.Baseline+2*v.SE {
		return ""
	}
	return fmt.Sprintf("; AUC %.2f, balanced accuracy %s", v.AUC, percent(v.Balanced))
}

// nothing says that nothing was found, or nothing certain.
func (v *Verdict) nothing() string {
	if v.P < weakUpTo {
		return fmt.Sprintf("nothing certain: what is found with some of the rows predicts the others a little, which cannot be told from chance with %s (%s)", v.evidence(), PInWords(v.P))
	}
	return fmt.Sprintf("found nothing: what is found with some of the rows predicts the others no better than by chance (%s); the components are arbitrary", PInWords(v.P))
}

// warning is for a model of components that were not found with certainty.
func (v *Verdict) warning(target string) string {
	if v.P < weakUpTo {
		return fmt.Sprintf("what was found predicts %s a little, but cannot be told from chance with %s (%s)", target, v.evidence(), PInWords(v.P))
	}
	return fmt.Sprintf("nothing was found that predicts %s better than chance (%s): the components are arbitrary", target, PInWords(v.P))
}

// weakUpTo is the p up to which there may be something that more rows would tell.
const weakUpTo = .2

// evidence is what chance was told by.
func (v *Verdict) evidence() string {
	if v.Group != "" {
		return humanize.Count(v.Groups, "group")
	}
	return humanize.Count(v.Rows, "row")
}

// heldOut says which rows were predicted.
func (v *Verdict) heldOut(rows string) string {
	switch {
	case v.Group != "":
		return fmt.Sprintf("%s of %s (%s) that were not seen", rows, humanize.Count(v.Groups, "group"), v.Group)
	case v.Time != "":
		return fmt.Sprintf("%s later (%s) than those seen", rows, v.Time)
	case v.Block != "":
		return fmt.Sprintf("%s held out, within blocks (%s)", rows, v.Block)
	}
	return rows + " held out"
}

// otherThanMean is what may depend on the inputs where the mean does not.
func (v *Verdict) otherThanMean() string {
	switch {
	case v.Group != "":
		return fmt.Sprintf("its spread or shape, or how rows of one %s differ, while its level is not told", v.Group)
	case v.Time != "":
		return "its spread or shape, or how it changes within short times, while its level is not told"
	}
	return "its spread or shape, or extreme values hide it"
}

// judged says how many rows were judged, where they were not all.
func (v *Verdict) judged() string {
	if v.Of <= v.Rows {
		return ""
	}
	return fmt.Sprintf("; judged on %d of %d rows", v.Rows, v.Of)
}

// mention has the verdict on so many components know of more that may predict better.
func (v *Verdict) mention(curve []Dimension, dim int) {
	const worthIt = .02
	sign := 1.
	if v.Measure == metrics.HammingLoss {
		sign = -1
	}
	best := v.Value + sign*worthIt
	for _, d := range curve {
		if d.Dim > dim && sign*(d.Value-best) > 0 {
			v.More, v.MoreValue, best = d.Dim, d.Value, d.Value
		}
	}
}

// CurveInWords says what numbers of components are worth, and by which figure the number was
// chosen.
func (p *Projection) CurveInWords() string {
	if p.Verdict == nil || len(p.Curve) == 0 {
		return ""
	}
	var values, skills []string
	for _, d := range p.Curve {
		values, skills = append(values, fmt.Sprintf("%d: %.3f", d.Dim, d.Value)), append(skills, fmt.Sprintf("%.3f", d.Skill))
	}
	text := fmt.Sprintf("%s with %s; skill, which decides, %s", metrics.Named(p.Verdict.Measure).Title, strings.Join(values, ", "), strings.Join(skills, ", "))
	if p.Verdict.Found && p.Curve[len(p.Curve)-1].Dim > p.Dim() {
		text += fmt.Sprintf(": %s, more are not clearly better", enough(p.Dim()))
	}
	return text
}

func enough(dim int) string {
	if dim == 1 {
		return "1 is enough"
	}
	return fmt.Sprintf("%d are enough", dim)
}

// PInWords writes a probability as people do: "p = .03", or "p < .001".
func PInWords(p float64) string {
	switch {
	case math.IsNaN(p):
		return "p unknown"
	case p < .001:
		return "p < .001"
	case p < .0995:
		return "p = " + fmt.Sprintf("%.*f", digits(p), p)[1:]
	case p >= .995:
		return "p = 1"
	}
	return "p = " + fmt.Sprintf("%.2f", p)[1:]
}

// digits shows a small probability to one digit that is not 0, or two.
func digits(p float64) int {
	if p < .01 {
		return 3
	}
	return 2
}

// percent has a decimal where a whole number would say too little.
func percent(share float64) string {
	share *= 100
	if whole := math.Round(share); math.Abs(whole) < 10 || whole > 95 {
		share = math.Round(10*share) / 10
		return fmt.Sprintf("%g%%", share+0)
	}
	return fmt.Sprintf("%.0f%%", share)
}

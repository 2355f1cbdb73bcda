package evaluate

import (
	"encoding/json"
	"errors"
	"testing"
)

// What a method that failed does not have is null, and a time that is not told is left out.
func TestComparedAsJSON(t *testing.T) {
	got, err := json.Marshal(CompareResult{
		Rows: []Row{
			{Method: "sca", Dim: 1, Mean: .5, SD: 0, Seconds: 2, Best: true, Errors: []float64{.5}},
			{Method: "cca", Dim: 2, Err: errors.New("no\n  idea")},
			{Method: "none", Dim: 4, Mean: .5, AllDims: true},
		},
		Measure: "rmse", Kind: "number", Target: []string{"y"}, N: 9, D: 4, Splits: Splits{Folds: 3},
	})
	const want = `{"rows":[{"method":"sca","dim":1,"mean":0.5,"sd":0,"seconds":2,"best":true},` +
		`{"method":"cca","dim":2,"mean":null,"sd":null,"seconds":null,"best":false,"error":"no idea"},` +
		`{"method":"none","dim":4,"mean":0.5,"sd":0,"best":false}],` +
		`"measure":"rmse","kind":"number","target":["y"],"n":9,"d":4,"folds":3,"seed":0}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

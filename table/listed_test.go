package table

import (
	"strings"
	"testing"
)

// The name of a column of lists stands for its numbers, unless a column is called just so.
func TestAListIsNamedAsAWhole(t *testing.T) {
	text := `{"y": 1, "id": 7, "v": [1, 2]}
{"y": 2, "id": 8, "v": [3, 5]}
{"y": 4, "id": 9, "v": [4, 4]}
`
	for _, test := range []struct {
		text  string
		roles Roles
		want  string
	}{
		{text, Roles{Target: []string{"y"}, Inputs: []string{"v"}}, "v[0] v[1]"},
		{text, Roles{Target: []string{"y"}, Inputs: []string{"v,id"}}, "v[0] v[1] id"},
		{text, Roles{Target: []string{"y"}, Exclude: []string{"v"}}, "id"},
		{strings.ReplaceAll(text, `"id"`, `"v[x]"`), Roles{Target: []string{"y"}, Inputs: []string{"v"}}, "v[0] v[1]"},
		{"v,v[0],y\n1,2,3\n2,4,5\n7,7,1\n", Roles{Target: []string{"y"}, Inputs: []string{"v"}}, "v"},
	} {
		read, err := Read(t.Context(), strings.NewReader(test.text), "", test.roles.Reading(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		choice, err := read.Choose(test.roles)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(choice.X.Names(), " "); got != test.want {
			t.Errorf("%+v: got %s, want %s", test.roles, got, test.want)
		}
	}
}

package table

import (
	"fmt"
	"strings"
	"testing"
)

// Vectors as pgvector, PostgreSQL and NumPy write them into CSV are columns, as those of Parquet are.
func TestVectorsInCSV(t *testing.T) {
	for name, text := range map[string]string{
		"pgvector": "id,v,y\n1,\"[1,2,3,4,5,6,7,8.5]\",a\n2,,b\n3,\"[0,0,0,-1e-3,NaN,6,7,9]\",a\n",
		"arrays":   "id;v;y\n1;{1,2,3,4,5,6,7,8.5};a\n2;NA;b\n3;{0,0,0,-0.001,nan,6,7,9};a\n",
		"late":     "id,v,y\n1,,b\n1,\"[1,2,3,4,5,6,7,8.5]\",a\n3,\"[0,0,0,-1e-3,NaN,6,7,9]\",a\n",
		"numpy":    "id\tv\ty\n1\t\"[1. 2. 3. 4.\n 5. 6. 7. 8.5]\"\ta\n2\t\tb\n3\t\"[ 0  0 0 -1.e-03 nan\n 6 7 9]\"\ta\n",
	} {
		read, err := Read(t.Context(), strings.NewReader(text), "a.csv", Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		if names := strings.Join(read.Names(), " "); names != "id v[0] v[1] v[2] v[3] v[4] v[5] v[6] v[7] y" {
			t.Fatalf("%s: %s", name, names)
		}
		for k, want := range []string{"[1 NaN 0]", "", "", "[4 NaN -0.001]", "[5 NaN NaN]", "", "", "[8.5 NaN 9]"} {
			if first, gap, ok := strings.Cut(want, " NaN"); ok && name == "late" {
				want = "[NaN " + first[1:] + gap
			}
			if got, err := read.Numbers(fmt.Sprintf("v[%d]", k)); want != "" && (err != nil || fmt.Sprint(got) != want) {
				t.Errorf("%s: number %d is %v, %v; want %s", name, k, got, err, want)
			}
		}
	}
}

// Few numbers, lists that are the target, and what is left out stay what they were; a list that is not as
// long as the first says where.
func TestWhatIsNoVectorInCSV(t *testing.T) {
	long := `"[1,2,3,4,5,6,7,8]"`
	for _, test := range []struct{ text, want string }{
		{"v,y\n\"[1,2]\",a\n\"[3]\",b\n", "v y"},
		{"v,y\n\"[1,2,3,4,5,6,7,x]\",a\n\"[3]\",b\n", "v y"},
		{"v,y\n" + long + ",a\n" + long + ",b\n", "v[0] v[1] v[2] v[3] v[4] v[5] v[6] v[7] y"},
		{"y,v\n" + long + ",a\n" + long + ",b\n", "y v"},
	} {
		read, err := Read(t.Context(), strings.NewReader(test.text), "a.csv", Roles{Target: []string{"y"}}.Reading(Options{}))
		if err != nil || strings.Join(read.Names(), " ") != test.want {
			t.Errorf("%q: %v, %v", test.text, read.Names(), err)
		}
	}
	text := "v,y\n" + long + ",1\n\"[1,2]\",2\n" + long + ",4\n"
	_, err := Read(t.Context(), strings.NewReader(text), "a.csv", Options{})
	wantError(t, err, `a.csv:3, column "v": this is not a list of 8 numbers as in the first row that has one; make them as long, or leave the column out`)
	many := "y,v\na,\"[" + strings.Repeat("1,", 1<<16) + "1]\"\nb,\"[1]\"\n"
	if read, err := Read(t.Context(), strings.NewReader(many), "a.csv", Options{}); err != nil || read.Len() != 2 || len(read.Remarks()) != 1 {
		t.Errorf("too many: %v", err)
	}
	gaps := "y,v\na," + long + "\n" + strings.Repeat("b,\n", 100_000)
	if read, err := Read(t.Context(), strings.NewReader(gaps), "a.csv", Options{}); err != nil || read.Len() != 100_001 {
		t.Errorf("gaps: %v", err)
	}
	hostile := "y,v\na,\"[" + strings.Repeat("1,", 1<<15) + "1]\"\n" + strings.Repeat("b,\n", 1<<16)
	_, err = Read(t.Context(), strings.NewReader(hostile), "a.csv", Options{})
	if err == nil || !strings.Contains(err.Error(), "too many rows have no list") {
		t.Errorf("hostile: %v", err)
	}
	roles := Roles{Target: []string{"y"}, Exclude: []string{"v"}}
	if read, err := Read(t.Context(), strings.NewReader(text), "a.csv", roles.Reading(Options{})); err != nil || read.Len() != 3 {
		t.Errorf("left out: %v", err)
	}
}

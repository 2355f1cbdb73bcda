package main

import (
	"fmt"
	"strings"
	"testing"
)

// What describe says to try works.
func TestDescribeSuggestsWhatWorks(t *testing.T) {
	rows := func(header, format string, values func(i int) []any) string {
		text := header + "\n"
		for i := range 40 {
			text += fmt.Sprintf(format+"\n", values(i)...)
		}
		return text
	}
	for _, test := range []struct{ name, text, options, want string }{
		{"a mixed column", strings.Replace(rows("a,b,c,y", "%d,%d,%d,%d", func(i int) []any { return []any{i % 7, i % 5, i % 6, i * i} }), "\n1,1,1,", "\n1,1,twelve,", 1), "",
			"Next           suffice fit 'my file' --target y --exclude c\n"},
		{"gaps in a text", rows("name,a,b,y", "%s,%d,%d,%d", func(i int) []any { return []any{[]string{"", "Ann " + fmt.Sprint(i)}[i%2], i % 5, i % 6, i * i} }), "",
			"Next           suffice fit 'my file' --target y\n"},
		{"gaps in an input", rows("a,b,y", "%s,%d,%d", func(i int) []any { return []any{[]string{"", "1", "2"}[i%3], i % 6, i * i} }), "",
			"Next           suffice fit 'my file' --target y --missing drop\n"},
		{"gaps in every row", rows("a,b,y", "%s,%s,%d", func(i int) []any {
			return []any{[]string{"", "1", "", "3"}[i%4], []string{"2", "", "4", ""}[i%4], i * i}
		}), "",
			"Next           suffice fit 'my file' --target y --missing mean\n"},
		{"one input", rows("a,b,y", "%d,5,%d", func(i int) []any { return []any{i % 7, i * i} }), "",
			"Next           suffice fit 'my file' --target y\n"},
		{"decimal commas", rows("a;b;y", "%d,%d;%d,5;%d,25", func(i int) []any { return []any{i % 7, i % 3, i % 5, i * i} }), "",
			"Next           suffice fit 'my file' --target y\n"},
		{"decimal commas read", rows("a;b;y", "%d,%d;%d,5;%d,25", func(i int) []any { return []any{i % 7, i % 3, i % 5, i * i} }), "--decimal-comma",
			"Next           suffice fit 'my file' --decimal-comma --target y\n"},
		{"no inputs", "y\n1\n2\n3\n", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			inDirectory(t, map[string]string{"my file": test.text})
			got := must(t, "", append([]string{"describe", "my file"}, strings.Fields(test.options)...)...)
			_, try, found := strings.Cut(got, "Next           suffice ")
			if test.want == "" && !found {
				return
			}
			if "Next           suffice "+try != test.want {
				t.Fatalf("got %q\nwant %q", "Next           suffice "+try, test.want)
			}
			args := strings.Fields(strings.Replace(try, "'my file'", "FILE", 1))
			args[1] = "my file"
			if args[0] == "fit" {
				args = append(args, "--method", "sir")
			}
			must(t, "", args...)
		})
	}
}

func TestDescribeRemarks(t *testing.T) {
	text := "row;when;a;b\n"
	for i := range 30 {
		text += fmt.Sprintf("%d;2024-01-%02d;%d,5;%d\n", i+1, i+1, i, []int{4, 1, 2, -999}[i%4])
	}
	inDirectory(t, map[string]string{"a.csv": text})
	got := must(t, "", "describe", "a.csv")
	for _, want := range []string{
		"\nLook at        each number comes once: \"row\"; exclude if it is an identifier\n",
		"\nLook at        far from all other values: -999 in \"b\"; if that means missing,\n",
		"\nwhen    date           0  number               2024-01-01 to 2024-01-30\n",
		"\na       number         0  number           15  0.5 to 29.5\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := must(t, "", "describe", "a.csv", "--json"); !strings.Contains(got, `"first":"2024-01-01"`) || !strings.Contains(got, `"sentinel":-999`) || !strings.Contains(got, `"identifier"`) {
		t.Errorf("got %s", got)
	}
}

// A column of codes is nominal where one says so, and the model finds the codes again.
func TestNominalCodes(t *testing.T) {
	text := "code,x,y\n"
	for i := range 40 {
		text += fmt.Sprintf("%d,%d,%d\n", []int{10115, 89073, 1000000}[i%3], i%7, i%3*10+i%7)
	}
	inDirectory(t, map[string]string{"a.csv": text, "b.csv": "x,code\n1,1e6\n2,10115\n"})
	must(t, "", "fit", "--no-verdict", "a.csv", "-t", "y", "-d", "1", "--method", "sir", "--nominal", "code", "-o", "m.json")
	if model := readFile(t, "m.json"); !strings.Contains(model, `"code=1000000"`) {
		t.Errorf("model %s", model)
	}
	if z := must(t, "", "transform", "m.json", "b.csv"); strings.Count(z, "\n") != 3 {
		t.Errorf("got %s", z)
	}
}

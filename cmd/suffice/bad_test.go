package main

import (
	"strings"
	"testing"
)

const smallTable = "x1,x2,y\n1,2,3\n2,1,4\n3,5,5\n4,3,7\n5,4,6\n6,7,9\n"

const smallModel = `{"format":"suffice/1","method":"sca","inputs":["x1","x2"],"components":[[0.6,0.8]],"mean":[0,0],"scale":[1,1],
"output":{"kind":"number","names":["y"]},"settings":{},"seed":1,"score":0,"trace":[]}`

// Every kind of bad input gives one line that says what, where and what to do, exit
// code 1, and no file.
func TestBadInput(t *testing.T) {
	for _, test := range []struct{ name, table, args, want string }{
		{"a missing file", "", "fit none.csv -t y -d 1", `there is no file none.csv; check the name and the folder`},
		{"no such column", smallTable, "fit a.csv -t x3 -d 1", `a.csv has no column "x3"; it has "x1", "x2", "y"`},
		{"a column in other case", smallTable, "fit a.csv -t Y -d 1", `a.csv has no column "Y" (did you mean "y"?)`},
		{"no such column to exclude", smallTable, "fit a.csv -t y -d 1 -x id", `a.csv has no column "id"; it has "x1", "x2", "y"`},
		{"text in a numeric column", "rooms,y\n1,2\n2,3\nn/a,4\n", "fit a.csv -t y -d 1", `a.csv:4, column "rooms": "n/a" is not a number; use --missing drop or --missing mean, or fix the file`},
		{"text in the target", "x,y\n1,2\n2,many\n", "fit a.csv -t y -d 1", `a.csv:3, column "y": "many" is not a number; fix the file, choose another target or say --kind class`},
		{"NaN", "x,y\n1,2\nNaN,3\n3,4\n", "fit a.csv -t y -d 1", `a.csv:3, column "x": "NaN" is not a number; use --missing drop or --missing mean, or fix the file`},
		{"an infinite value", "x,y\n1,2\n2,inf\n3,4\n", "fit a.csv -t y -d 1", `a.csv:3, column "y": "inf" is not a number; use --missing drop or --missing mean, or fix the file`},
		{"an empty cell", "x,y\n1,2\n,3\n3,4\n", "fit a.csv -t y -d 1", `a.csv:3, column "x": the value is missing; use --missing drop or --missing mean, or fix the file`},
		{"ragged rows", "x,y,z\n1,2,3\n1,2\n", "fit a.csv -t y -d 1", `a.csv:3: 2 fields, but the header has 3; add what is missing, or quote values that hold commas`},
		{"an empty file", "", "fit a.csv -t y -d 1", `a.csv: the file is empty; it needs the names of the columns, and rows`},
		{"a header only", "x,y\n", "fit a.csv -t y -d 1", `a.csv: there are columns, but no rows; add rows`},
		{"duplicate columns", "x,y,x\n1,2,3\n", "fit a.csv -t y -d 1", `a.csv:1: columns 1 and 3 are both called "x"; rename one of them`},
		{"one row", "x,y\n1,2\n", "fit a.csv -t y -d 1", `a.csv: 1 row of data, but at least 2 are needed; add rows`},
		{"constant y", "x,y\n1,2\n2,2\n3,2\n", "fit a.csv -t y -d 1", `a.csv, column "y": the value is the same in every row, so there is nothing to learn; choose another target`},
		{"dim > d", smallTable, "fit a.csv -t y -d 3", `--dim 3, but a.csv has only 2 input columns`},
		{"dim > varying columns", "a,b,c,y\n1,2,3,4\n2,2,3,5\n3,2,3,7\n", "fit a.csv -t y -d 2", `a.csv: 2 components, but without the constant columns "b", "c" the number of inputs is 1; ask for fewer components`},
		{"no directory for the model", smallTable, "fit a.csv -t y -d 1 -o none/m.json", `cannot write none/m.json: there is no directory none`},
		{"a model whose columns are not in the file", "X1,y\n1,2\n", "transform m.json a.csv", `the model needs column "x1", which a.csv does not have (did you mean "X1"?)`},
		{"a model whose column became text", "x1,x2\n1,2\n2,two\n", "transform m.json a.csv", `a.csv:3, column "x2": "two" is not a number; fix the file`},
		{"a model whose column has gaps", "x1,x2\n1,2\n2,\n", "transform m.json a.csv", `a.csv:3, column "x2": the value is missing; use --missing drop or --missing mean, or fix the file`},
		{"no model file", smallTable, "transform none.json a.csv", `there is no model file none.json; make one with suffice fit -o`},
		{"a truncated model file", smallTable, "transform cut.json a.csv", `cut.json: the model file is cut off; write it again with suffice fit -o`},
		{"an empty model file", smallTable, "transform empty.json a.csv", `empty.json: the model file is empty; write it again with suffice fit -o`},
		{"two models in a file", smallTable, "transform twice.json a.csv", `twice.json: there is something after the end of the model; write it again with suffice fit -o`},
		{"another format of model", smallTable, "transform newer.json a.csv", `newer.json: the model has format "suffice/9", but this version reads "suffice/1"`},
		{"JSON that is no model", smallTable, "transform other.json a.csv", `other.json: this is not a model file: it has no "format"`},
		{"a list that is no model", "[1]", "export a.csv --to sql", `a.csv: this is not a model file: it holds a list, but a model is an object, in braces`},
		{"a model whose method is a number", `{"method":7}`, "export a.csv --to sql", `a.csv: this is not a model file: its "method" cannot be a number`},
		{"dim > 1 varying column", "a,b,y\n1,2,4\n1,2,5\n1,2,7\n", "fit a.csv -t y -d 1 --method pca", `a.csv: 1 component, but without the constant columns "a", "b" the number of inputs is 0; ask for fewer components`},
		{"dim > varying columns, one constant", "a,b,y\n1,2,4\n2,2,5\n3,2,7\n", "fit a.csv -t y -d 2", `a.csv: 2 components, but without the constant column "b" the number of inputs is 1; ask for fewer components`},
		{"a model that is no JSON", smallTable, "transform a.csv m.json", `a.csv: this is not a model file: invalid character 'x' looking for beginning of value; the model comes first, then the table`},
		{"a directory", "", "fit . -t y -d 1", `the folder . has files of several kinds, such as "a.csv" and "cut.json"; name those of the table by a pattern, such as '*.csv'`},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{
				"a.csv": test.table, "m.json": smallModel, "cut.json": smallModel[:90], "empty.json": "", "other.json": `{"a":1}`,
				"twice.json": smallModel + smallModel, "newer.json": strings.Replace(smallModel, "suffice/1", "suffice/9", 1),
			}
			inDirectory(t, files)
			args := strings.Fields(test.args)
			if !strings.Contains(test.args, " -o ") {
				args = append(args, "-o", "result")
			}
			got := invoke(t, "", args...)
			if want := (outcome{codeFailed, "", "suffice: " + test.want + "\n"}); got != want {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
			wantOnly(t, files)
		})
	}
}

// A failed fit leaves an older model as it was.
func TestBadInputKeepsTheOldModel(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": "x,y\n1,2\n2,\n", "m.json": smallModel})
	if got := invoke(t, "", "fit", "a.csv", "-t", "y", "-d", "1", "-o", "m.json"); got.code != codeFailed {
		t.Errorf("exit code %d", got.code)
	}
	if readFile(t, "m.json") != smallModel {
		t.Error("the model has changed")
	}
}

func TestBadStandardInputIsCalledSo(t *testing.T) {
	got := invoke(t, "x,y\n1\n", "fit", "-", "-t", "y", "-d", "1")
	if want := "suffice: standard input:2: 1 field, but the header has 2; add what is missing, or quote values that hold commas\n"; got.err != want {
		t.Errorf("got  %q\nwant %q", got.err, want)
	}
}

// A slip of the finger does not cost the data or the model.
func TestWhatIsReadIsNotWrittenOver(t *testing.T) {
	for _, args := range []string{
		"fit a.csv -t y -d 1 --method pca -o a.csv", "fit a.csv -t y -d 1 --method pca -o ./a.csv",
		"transform m.json a.csv -o a.csv", "transform m.json a.csv --to csv -o m.json",
		"plot m.json a.csv --to png -o a.csv", "plot m.json a.csv --to png -o m.json",
	} {
		files := map[string]string{"a.csv": smallTable, "m.json": smallModel}
		inDirectory(t, files)
		got := invoke(t, "", strings.Fields(args)...)
		if got.code != codeUsage || !strings.Contains(got.err, "would write over what is read; name another file") {
			t.Errorf("%s: %+v", args, got)
		}
		wantOnly(t, files)
	}
}

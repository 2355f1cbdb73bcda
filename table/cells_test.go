package table

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

// Cells of some rows are those of the file, whether the table is in memory or not.
func TestCellsOfSomeRows(t *testing.T) {
	text := "n,w,when,mixed\n1.5,red,2024-01-02,3\n,blue,2024-01-03,odd\n2,,,7\n4,red,2024-01-05,8\n"
	for _, options := range []Options{{}, {Memory: 1 << 20, spoolAll: true}} {
		data, err := Read(context.Background(), strings.NewReader(text), "a.csv", options)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		err = data.EachRow(t.Context(), []int{1, 3}, func(k int, row Cells) {
			line := fmt.Sprint(k)
			for j := range data.Width() {
				word := ""
				if place := row.Word(j); place >= 0 {
					word = data.Words(j)[place]
				}
				line += fmt.Sprintf(" [%s %v %s]", row.Text(j), row.Number(j), word)
			}
			got = append(got, line)
		})
		want := "0 [ NaN ] [blue NaN blue] [2024-01-03 19725 ] [odd NaN odd]\n1 [4 4 ] [red NaN red] [2024-01-05 19727 ] [8 8 ]"
		if strings.Join(got, "\n") != want || err != nil {
			t.Errorf("got\n%s\n%v, want\n%s", strings.Join(got, "\n"), err, want)
		}
		all := 0
		err = data.EachRow(t.Context(), nil, func(int, Cells) { all++ })
		if all != data.Len() || err != nil {
			t.Errorf("%d rows of %d, %v", all, data.Len(), err)
		}
		if err := data.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A column that was not kept has no cells.
func TestCellsThatWereNotKept(t *testing.T) {
	data, err := Read(context.Background(), strings.NewReader("a,b\n1,2\n3,4\n"), "a.csv", Options{Skip: func(name string) bool { return name == "b" }})
	if err != nil {
		t.Fatal(err)
	}
	err = data.EachRow(t.Context(), nil, func(_ int, row Cells) {
		if !math.IsNaN(row.Number(1)) || row.Text(1) != "" || row.Word(1) != -1 {
			t.Errorf("got %v %q %d", row.Number(1), row.Text(1), row.Word(1))
		}
	})
	if err != nil {
		t.Error(err)
	}
}

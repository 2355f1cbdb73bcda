package table_test

import (
	"context"
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/blocks"
	"suffice/table"
)

func ExampleTable_Choose() {
	file := strings.NewReader("sex,length,mass,id,rings\nF,4.1,2.2,a,9\nM,3.9,2.0,b,8\nF,5.0,3.1,c,12\nM,4.4,2.4,d,9\nM,5.2,3.3,e,13\nF,3.1,1.2,f,6\n")
	data, err := table.Read(context.Background(), file, "shells.csv", table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	chosen, err := data.Choose(table.Roles{Target: []string{"rings"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(chosen.X.Names(), chosen.Y.Kind())
	fmt.Println(chosen.Warnings)
	model, err := suffice.SIR{Dim: 1}.Fit(context.Background(), chosen.X, chosen.Y)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(model.Components), "component of", len(model.Inputs), "inputs")
	// Output:
	// [sex=F sex=M length mass] number
	// [shells.csv: left out the text column "id"]
	// 1 component of 4 inputs
}

// Rows that do not fit into the memory that is allowed are read from a disk as they are
// used.
func ExampleOptions_memory() {
	var text strings.Builder
	text.WriteString("rooms,price\n")
	for i := range 100_000 {
		fmt.Fprintf(&text, "%d,%d\n", i%9, 40*(i%9)+i%7)
	}
	data, err := table.Read(context.Background(), strings.NewReader(text.String()), "houses.csv", table.Options{Memory: 2 << 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer data.Close()
	chosen, err := data.Choose(table.Roles{Target: []string{"price"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := blocks.Standardize(context.Background(), chosen.X, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	onDisk, _ := data.Spooled()
	fmt.Printf("%d rows, some of them on disk: %v; mean %.4f\n", chosen.X.Len(), onDisk > 0, x.Mean[0])
	// Output: 100000 rows, some of them on disk: true; mean 4.0000
}

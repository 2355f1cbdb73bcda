package table_test

import (
	"context"
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/aggregate"
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
	// Output:
	// [sex=F sex=M length mass] number
	// [shells.csv: left out the text column "id"]
}

// A model of a file with dates, words and missing values finds the same in another one.
func ExampleChoice_Data() {
	if err := sales(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [sold sold.weekday.sin sold.weekday.cos town=Bonn town=Ulm size]
	// made of [price sold town size]
	// 2 rows of 1 component
}

func sales(ctx context.Context) error {
	var text strings.Builder
	text.WriteString("sold,town,size,price\n")
	for day := range 12 {
		fmt.Fprintf(&text, "%d/1/2024,%s,%d,%d\n", day+10, []string{"Ulm", "Bonn"}[day%2], 50+day*day, 200+9*day)
	}
	text.WriteString("28/1/2024,Bonn,,310\n")
	read, err := table.Read(ctx, strings.NewReader(text.String()), "sales.csv", table.Options{})
	if err != nil {
		return err
	}
	chosen, err := read.Choose(table.Roles{Target: []string{"price"}, Missing: table.MeanForMissing})
	if err != nil {
		return err
	}
	data, err := chosen.Data()
	if err != nil {
		return err
	}
	fmt.Println(data.Names())
	sir, err := suffice.MethodNamed("sir")
	if err != nil {
		return err
	}
	result, err := suffice.Fit(ctx, data, suffice.FitOptions{Method: sir, Options: suffice.Options{Dim: 1}, NoVerdict: true})
	if err != nil {
		return err
	}
	fmt.Println("made of", result.Model.Columns())

	wanted := table.WantedBy(result.Model)
	fresh, err := table.Read(ctx, strings.NewReader("size,town,sold\n90,Ulm,3/4/2024\n,Bonn,4/4/2024\n"), "new.csv", wanted.Reading(table.Options{}))
	if err != nil {
		return err
	}
	found, err := fresh.Apply(wanted)
	if err != nil {
		return err
	}
	z, err := result.Model.Transform(ctx, found.X)
	if err != nil {
		return err
	}
	fmt.Println(z.Len(), "rows of", z.Width(), "component")
	return nil
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
	x, err := aggregate.Standardize(context.Background(), chosen.X, true)
	if err != nil {
		fmt.Println(err)
		return
	}
	onDisk, _ := data.Spooled()
	fmt.Printf("%d rows, some of them on disk: %v; mean %.4f\n", chosen.X.Len(), onDisk > 0, x.Mean[0])
	// Output: 100000 rows, some of them on disk: true; mean 4.0000
}

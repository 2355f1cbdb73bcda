package table_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"suffice/table"
)

// A data set that comes as a training and a test file.
func ExampleStack() {
	read := func(name, text string) *table.Table {
		t, err := table.Read(context.Background(), strings.NewReader(text), name, table.Options{})
		if err != nil {
			log.Fatal(err)
		}
		return t
	}
	whole, err := table.Stack(read("train.csv", "rooms,price\n3,120\n5,210\n"), read("test.csv", "rooms,price\n4,160\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(whole.Len(), whole.Names(), whole.Source())
	// Output: 3 [rooms price] train.csv, test.csv
}

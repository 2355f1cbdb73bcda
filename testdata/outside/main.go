// Outside is a program of another module: it fits a model to one table, and with nothing
// but the model's file applies it to another.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"suffice"
	"suffice/dependence"
	"suffice/export"
	"suffice/table"
)

func main() {
	ctx, dir := context.Background(), os.Args[1]
	if err := fit(ctx, filepath.Join(dir, "houses.csv"), filepath.Join(dir, "model.json")); err != nil {
		log.Fatal(err)
	}
	if err := apply(ctx, filepath.Join(dir, "model.json"), filepath.Join(dir, "new.csv")); err != nil {
		log.Fatal(err)
	}
}

// fit learns what tells the price, and writes it.
func fit(ctx context.Context, path, to string) error {
	data, err := table.ReadFile(ctx, path, table.Options{})
	if err != nil {
		return err
	}
	chosen, err := data.Choose(table.Roles{Target: []string{"price"}})
	if err != nil {
		return err
	}
	said, err := dependence.Estimate(ctx, chosen.X, chosen.Y, dependence.Options{})
	if err != nil {
		return err
	}
	model, err := suffice.SCA{Dim: 1}.Fit(ctx, chosen.X, chosen.Y)
	if err != nil {
		return err
	}
	score, ok := model.Score()
	fmt.Printf("%s for %v, a %s; dependent: %v, kept: %v\n", model.Method, model.Output.Names, model.Output.Kind, said.Score > .1, ok && score > .1)
	for _, warning := range model.Warnings {
		fmt.Println(warning)
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	if err := model.Write(file); err != nil {
		return err
	}
	return file.Close()
}

// apply finds the model's inputs by name, and writes the model for another language.
func apply(ctx context.Context, model, path string) error {
	file, err := os.Open(model)
	if err != nil {
		return err
	}
	defer file.Close()
	read, err := suffice.ReadModel(file)
	if err != nil {
		return err
	}
	data, err := table.ReadFile(ctx, path, table.Options{})
	if err != nil {
		return err
	}
	found, err := data.Apply(table.WantedBy(read))
	if err != nil {
		return err
	}
	z, err := read.Transform(ctx, found.X)
	if err != nil {
		return err
	}
	fmt.Printf("%s of %d centres: %d rows of %d\n", read.Method, read.Settings.Centres(), z.Len(), z.Width())
	format, err := export.FormatNamed("sql")
	if err != nil {
		return err
	}
	var sql bytes.Buffer
	if err := format.Write(&sql, read, export.Options{}); err != nil {
		return err
	}
	fmt.Println("as SQL:", bytes.Contains(sql.Bytes(), []byte("rooms")))
	return nil
}

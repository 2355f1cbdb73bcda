// Outside is a program of another module: it fits a model to one table, and with nothing
// but the model's file applies it to this and to another.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"suffice"
	"suffice/dependence"
	"suffice/export"
	"suffice/rows"
	"suffice/table"
)

func main() {
	ctx, dir := context.Background(), os.Args[1]
	houses, file := filepath.Join(dir, "houses.csv"), filepath.Join(dir, "model.json")
	z, err := fit(ctx, houses, file)
	if err != nil {
		log.Fatal(err)
	}
	model, same, err := apply(ctx, file, houses)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same components of its own file:", slices.EqualFunc(listed(z), listed(same), slices.Equal))
	_, other, err := apply(ctx, file, filepath.Join(dir, "new.csv"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s of %d centres: %d rows of %d\n", model.Method, model.Settings.Centres(), other.Len(), other.Width())
	if err := write(model); err != nil {
		log.Fatal(err)
	}
}

// fit learns what tells the price, writes it, and returns the components of the rows.
func fit(ctx context.Context, path, to string) (*rows.Matrix, error) {
	houses, err := table.ReadFile(ctx, path, table.Options{})
	if err != nil {
		return nil, err
	}
	chosen, err := houses.Choose(table.Roles{Target: []string{"price"}, Weights: "count", Missing: table.MeanForMissing})
	if err != nil {
		return nil, err
	}
	said, err := dependence.Estimate(ctx, chosen.X, chosen.Y, dependence.Options{})
	if err != nil {
		return nil, err
	}
	data, err := chosen.Data()
	if err != nil {
		return nil, err
	}
	result, err := suffice.Fit(ctx, data, suffice.FitOptions{Options: suffice.Options{Dim: 1}, Predictor: true})
	if err != nil {
		return nil, err
	}
	model := result.Model
	fmt.Printf("%s for %v, a %s, of %q; dependent: %v, found: %v\n", model.Method, model.Output.Names, model.Output.Kind, model.Columns()[1:], said.Score > .1, model.Verdict.Found)
	for _, warning := range model.Warnings {
		fmt.Println(warning)
	}
	file, err := os.Create(to)
	if err != nil {
		return nil, err
	}
	if err := model.Write(file); err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	return model.Transform(ctx, chosen.X)
}

// apply finds the model's inputs by name, and returns components of the rows of a file.
func apply(ctx context.Context, path, of string) (*suffice.Projection, *rows.Matrix, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	model, err := suffice.ReadModel(file)
	if err != nil {
		return nil, nil, err
	}
	wanted := table.WantedBy(model)
	fresh, err := table.ReadFile(ctx, of, wanted.Reading(table.Options{}))
	if err != nil {
		return nil, nil, err
	}
	found, err := fresh.Apply(wanted)
	if err != nil {
		return nil, nil, err
	}
	z, err := model.Transform(ctx, found.X)
	if err != nil {
		return nil, nil, err
	}
	predicted, err := model.Predict(ctx, found.X)
	if err != nil {
		return nil, nil, err
	}
	fmt.Println(predicted.Len(), "rows are predicted")
	return model, z, nil
}

func listed(m *rows.Matrix) [][]float64 {
	var all [][]float64
	for i := range m.Len() {
		all = append(all, m.Row(i))
	}
	return all
}

// write writes the model for another language.
func write(model *suffice.Projection) error {
	format, err := export.FormatNamed("sql")
	if err != nil {
		return err
	}
	var sql bytes.Buffer
	if err := format.Write(&sql, model, export.Options{}); err != nil {
		return err
	}
	fmt.Println("as SQL:", bytes.Contains(sql.Bytes(), []byte("rooms")))
	return nil
}

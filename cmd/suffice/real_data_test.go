package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/output"
)

// realData is where data sets lie that are not ours to ship.
const realData = "../../../shared/data"

// wantRealData leaves a test out where there is no such folder of data sets.
func wantRealData(t *testing.T, folder string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(realData, folder)); err != nil {
		t.Skipf("tests on real data want the folder %s beside the checkout, which is not ours to ship: %v", "../shared/data/"+folder, err)
	}
}

// Every real file fits with no option beyond the target and the dimension; pca keeps it
// short. Rows, inputs and labels are as the data's README has them. The inputs of flags
// are 10 numbers, 5 attributes of 0 and 1, and 4 nominal ones with 6, 4, 10 and 8 levels.
func TestFitRealFiles(t *testing.T) {
	takesLong(t)
	wantRealData(t, "tabular")
	wantRealData(t, "multilabel")
	for _, test := range []struct {
		file, target string // or the label file
		rows, inputs int
		kind         output.Kind
		columns      int // of the target
	}{
		{"tabular/abalone.arff.gz", "Class_Rings", 4177, 10, "number", 1},
		{"tabular/enb.arff.gz", "Y1,Y2", 768, 8, "numbers", 2},
		{"tabular/housing.arff.gz", "class", 506, 13, "number", 1},
		{"tabular/ionosphere.arff.gz", "class", 351, 34, "class", 1},
		{"tabular/optdigits.arff.gz", "class", 5620, 64, "class", 1},
		{"tabular/spambase.arff.gz", "class", 4601, 57, "class", 1},
		{"tabular/wine.arff.gz", "class", 178, 13, "class", 1},
		{"multilabel/Corel5k-test-sparse.arff.gz", "Corel5k.xml", 500, 499, "labels", 374},
		{"multilabel/cal500.arff.gz", "cal500.xml", 502, 68, "labels", 174},
		{"multilabel/emotions.arff.gz", "emotions.xml", 593, 72, "labels", 6},
		{"multilabel/flags.arff.gz", "flags.xml", 194, 10 + 5 + 6 + 4 + 10 + 8, "labels", 7},
		{"multilabel/scene-test.arff.gz", "scene.xml", 1196, 294, "labels", 6},
		{"multilabel/scene-train.arff.gz", "scene.xml", 1211, 294, "labels", 6},
		{"images/voc_labels.csv", "aeroplane,bicycle,bird,b*,c*,d*,horse,m*,p*,s*,t*", 850, 5, "labels", 20},
		{"images/coco_labels.csv", "voc20", 254, 1 + 2 + 4 + 80, "labels", 1},
		{"images/coco_labels.csv", "person", 254, 1 + 2 + 4 + 79, "class", 1},
		{"audio/esc50_clips.csv", "category", 400, 5 + 5 + 4, "class", 1},
		{"audio/esc50_clips.csv", "group", 400, 5 + 50 + 4, "class", 1},
		{"audio/esc50_clips.csv", "tags", 400, 5 + 50 + 5 + 4, "labels", 1},
		{"audio/esc50_clips.csv", "audioset_votes", 400, 5 + 50 + 5 + 4, "labels", 1},
		{"audio/esc50_tags.csv", "animals", 400, 114, "class", 1},
		{"audio/freesound_tags_meta.csv.gz", "tags", 2893, 4, "labels", 1},
	} {
		t.Run(test.file+" "+test.target, func(t *testing.T) {
			path := filepath.Join(realData, test.file)
			target := []string{"--target", test.target}
			if strings.HasSuffix(test.target, ".xml") {
				target = []string{"--labels", filepath.Join(filepath.Dir(path), test.target)}
			}
			var got report
			text := must(t, "", append(target, "fit", path, "--dim", "2", "--method", "pca", "--no-verdict", "--json")...)
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			if got.N != test.rows || got.D != test.inputs || got.Output.Kind != test.kind || len(got.Output.Names) != test.columns {
				t.Errorf("%d rows, %d inputs, target of %s in %d columns", got.N, got.D, got.Output.Kind, len(got.Output.Names))
			}
		})
	}
}

// A model of a sparse training part, which is as the data's README has it, applies to the test part.
func TestTransformRealFiles(t *testing.T) {
	wantRealData(t, "multilabel")
	folder, err := filepath.Abs(filepath.Join(realData, "multilabel"))
	if err != nil {
		t.Fatal(err)
	}
	inDirectory(t, nil)
	var got report
	text := must(t, "", "fit", folder+"/Corel5k-train-sparse.arff.gz", "--labels", folder+"/Corel5k.xml", "--dim", "3", "--method", "pca", "--no-verdict", "-o", "m.json", "--json")
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.N != 4500 || got.D != 499 || got.Output.Kind != output.KindLabels || len(got.Output.Names) != 374 {
		t.Errorf("%v, %d rows, %d inputs, target of %s in %d columns", err, got.N, got.D, got.Output.Kind, len(got.Output.Names))
	}
	if got := must(t, "", "transform", "m.json", folder+"/Corel5k-test-sparse.arff.gz"); strings.Count(got, "\n") != 501 {
		t.Errorf("got %d lines", strings.Count(got, "\n"))
	}
}

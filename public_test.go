package suffice_test

import (
	"testing"

	"suffice/internal/testing/exported"
)

// public are the packages that other modules may import. All others are below internal, or programs;
// those of feature are in a module of their own.
var public = []string{
	"suffice", "suffice/rows", "suffice/output", "suffice/output/structure", "suffice/dependence", "suffice/table", "suffice/evaluate",
	"suffice/export", "suffice/chart", "suffice/report",
}

// What other modules can import is a list, and nothing that they see of it is of a type
// that they cannot name.
func TestPublicPackagesAreWholeWithoutInternalOnes(t *testing.T) {
	problems, err := exported.Problems(t.Context(), "suffice", public)
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range problems {
		t.Error(problem)
	}
}

package feature_test

import (
	"testing"

	"suffice/internal/testing/exported"
)

// public are the packages that other modules may import.
var public = []string{"suffice/feature/audio", "suffice/feature/bag", "suffice/feature/codebook", "suffice/feature/mfcc", "suffice/feature/surf"}

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

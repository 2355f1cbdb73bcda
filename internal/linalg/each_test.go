package linalg

import (
	"errors"
	"testing"
)

// Each returns the error of the lowest number.
func TestEachReturnsTheFirstError(t *testing.T) {
	one, two := errors.New("one"), errors.New("two")
	err := Each(t.Context(), 20, nil, func(i int) error {
		switch i {
		case 3:
			return one
		case 4:
			return two
		}
		return nil
	})
	if !errors.Is(err, one) {
		t.Errorf("error %v", err)
	}
}

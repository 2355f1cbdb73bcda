package suffice_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// modelsWanted tells a process that it is to print what it makes of the tables.
const modelsWanted = "SUFFICE_TEST_MODELS"

// A model is the same file, byte for byte, whatever instructions the processor has. What
// it has is known when a process starts, so each kind is a process.
func TestModelsAreTheSameOnEveryProcessor(t *testing.T) {
	if os.Getenv(modelsWanted) != "" {
		fmt.Print(models(t))
		return
	}
	if testing.Short() {
		t.Skip("fits by every method, three times")
	}
	t.Parallel()
	without := map[string]string{
		"AVX2":     "cpu.avx512f=off",
		"plain Go": "cpu.avx512f=off,cpu.avx2=off",
	}
	delete(without, linalg.Instructions())
	if linalg.Instructions() == "plain Go" {
		t.Skip("this processor, or this build, has but one kind")
	}
	want := models(t)
	for name, setting := range without {
		if got := modelsWith(t, setting); got != strings.Replace(want, linalg.Instructions(), name, 1) {
			t.Errorf("models are\n%s\nand by %s\n%s", want, name, got)
		}
	}
}

// modelsWith is what a process prints that may not use some instructions.
func modelsWith(t *testing.T, setting string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
	command.Env = append(os.Environ(), modelsWanted+"=1", "GODEBUG="+setting)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s%s", err, out, complaints.String())
	}
	text, _, _ := strings.Cut(string(out), "PASS")
	return text
}

// models are the instructions in use, and the hash of what each method makes of a table.
func models(t *testing.T) string {
	var text strings.Builder
	fmt.Fprintln(&text, linalg.Instructions())
	x, y := curved(70, 7, 3)
	classes := make([]int, len(y))
	for i, v := range y {
		classes[i] = min(2, max(0, int(v+1)))
	}
	for _, c := range contracts {
		if c.searches && c.variant() {
			continue // of what a method does with other settings nothing is new to a processor
		}
		fmt.Fprintln(&text, c.name, hashOf(t, mustFit(t, c.method(2, false), x, output.Numbers(y))))
		if y := output.Classes(classes); c.takesKind(y) {
			fmt.Fprintln(&text, c.name, hashOf(t, mustFit(t, c.method(1, true), x, y)))
		}
	}
	x, y = curved(530, 13, 4) // more rows than one block of a product has
	for _, method := range []suffice.Reducer{suffice.SCA{Dim: 1, Seed: 1, Centres: 30}, suffice.KDR{Dim: 2, Seed: 1, Starts: 1}, suffice.PCA{Dim: 3}} {
		fmt.Fprintf(&text, "%T %s\n", method, hashOf(t, mustFit(t, method, x, output.Numbers(y))))
	}
	return text.String()
}

func hashOf(t *testing.T, p *suffice.Projection) string {
	t.Helper()
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(file.Bytes()))
}

package main

import "testing"

// A crowd gets right answers, and leaves nothing.
func TestCrowd(t *testing.T) {
	const clients = 50
	rounds := 4
	if testing.Short() {
		rounds = 1
	}
	f, err := run(crowd{clients: clients, seed: 1, quick: true, goOn: func(round int) bool { return round < rounds }})
	if err != nil {
		t.Fatalf("%v\n%v", f, err)
	}
	if f.checked == 0 || f.cancelled == 0 {
		t.Error(f)
	}
	t.Log(f)
}

package termtext

import "testing"

func TestCleanTextsDoNotSteerATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[2Jb\rc\x07\n\td": "a [2Jb c \n\td",
		"\u009b31mred\u202etxt": " 31mred txt",
		"größe, 大きさ, a\u00a0b":  "größe, 大きさ, a\u00a0b",
		"\xff\x00":              "� ",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

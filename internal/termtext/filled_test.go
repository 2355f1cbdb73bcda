package termtext

import (
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	values := Values{
		"name": "a<b", "raw": Raw("<i>"), "n": 3, "zero": 0, "yes": true, "no": false, "none": "", "nothing": Values(nil), "nobody": []Values(nil),
		"braces": "{{name}}{{#yes}}", "one": Values{"name": "inner"}, "people": []Values{{"who": "x"}, {"who": "y", "name": "own"}}, "texts": []string{"p", "<"},
	}
	for text, want := range map[string]string{
		"plain { } }}":                                   "plain { } }}",
		"{{name}} {{raw}} {{n}}":                         "a&lt;b <i> 3",
		"{{braces}}":                                     "{{name}}{{#yes}}",
		"{{#yes}}1{{/yes}}{{#no}}2{{/no}}":               "1",
		"{{^yes}}1{{/yes}}{{^no}}2{{/no}}":               "2",
		"{{#none}}1{{/none}}{{^none}}2{{/none}}":         "2",
		"{{#zero}}1{{/zero}}{{#n}}{{n}}{{/n}}":           "3",
		"{{#nothing}}{{x}}{{/nothing}}":                  "",
		"{{#nobody}}1{{/nobody}}{{^nobody}}2{{/nobody}}": "2",
		"{{#one}}{{name}}{{/one}} {{name}}":              "inner a&lt;b",
		"{{#people}}{{who}}:{{name}};{{/people}}":        "x:a&lt;b;y:own;",
		"{{#texts}}[{{.}}]{{/texts}}":                    "[p][&lt;]",
		"a\n{{#yes}}\n b\n{{/yes}}\nc\n":                 "a\n b\nc\n",
		"a\n\t{{#no}}\nb\n\t{{/no}}\nc":                  "a\nc",
		"a {{#yes}}\nb{{/yes}}\n":                        "a \nb\n",
	} {
		if got, err := Fill(text, values, strings.NewReplacer("<", "&lt;").Replace); err != nil || got != want {
			t.Errorf("%q became %q (%v), want %q", text, got, err, want)
		}
	}
}

func TestNamesWithoutValueAreErrors(t *testing.T) {
	for _, text := range []string{"{{x}}", "{{#x}}{{/x}}", "{{^x}}{{/x}}", "{{#s}}{{x}}{{/s}}"} {
		if _, err := Fill(text, Values{"s": []string{""}}, strings.ToUpper); err == nil || !strings.Contains(err.Error(), `"x"`) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

package structure

import (
	"strings"
	"unicode"
)

// Tree is a node with its subtrees in order. A leaf has none.
type Tree struct {
	Label    string  `json:"label"`
	Children []*Tree `json:"children,omitempty"`
}

// ParseTree reads a tree from brackets, such as
//
//	(S (NP john) (VP runs))
//
// or, where the text begins with a brace, from JSON, such as
//
//	{"label": "S", "children": [{"label": "NP", "children": ["john"]}, {"label": "VP", "children": ["runs"]}]}
//
// in which a leaf may be a string. In brackets the label may be missing before a
// subtree, as in treebanks, and (john) is the leaf john. Errors are of type
// *SyntaxError.
func ParseTree(text string) (*Tree, error) {
	if strings.HasPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), "{") {
		return parseTreeJSON(text)
	}
	return parseBrackets(text)
}

// parseBrackets goes through the text once, with the nodes that are still open on a stack.
func parseBrackets(text string) (*Tree, error) {
	var root *Tree
	var open []*Tree
	rest := brackets{text: text}
	for {
		at, word := rest.next()
		switch {
		case word == "" && root == nil:
			return nil, wrong(text, at, "there is no tree; write one like (S (NP john) (VP runs))")
		case word == "" && len(open) > 0:
			return nil, wrong(text, at, "the text ends with brackets open, %d of them; close them", len(open))
		case word == "":
			return root, nil
		case word == ")" && len(open) == 0:
			return nil, wrong(text, at, "this bracket closes nothing; remove it")
		case word == ")":
			if last := open[len(open)-1]; last.Label == "" && len(last.Children) == 0 {
				return nil, wrong(text, at, "the brackets are empty; write a label between them")
			}
			open = open[:len(open)-1]
			continue
		case root != nil && len(open) == 0:
			return nil, wrong(text, at, "the tree is complete, but the text goes on; put brackets around everything that belongs to it")
		case len(open) == MaxDepth:
			return nil, wrong(text, at, "the tree has more than %d levels", MaxDepth)
		}
		node := &Tree{Label: word}
		if word == "(" {
			node.Label = rest.label()
		}
		if root == nil {
			root = node
		} else {
			parent := open[len(open)-1]
			parent.Children = append(parent.Children, node)
		}
		if word == "(" {
			open = append(open, node)
		}
	}
}

// brackets cuts a text into brackets and words.
type brackets struct {
	text string
	at   int
}

// next returns the next bracket or word and where it begins; at the end, an empty word.
func (b *brackets) next() (at int, word string) {
	b.skip()
	at = b.at
	if at < len(b.text) && (b.text[at] == '(' || b.text[at] == ')') {
		b.at++
		return at, b.text[at:b.at]
	}
	return at, b.word()
}

// label returns the word that follows an opening bracket, empty where there is none.
func (b *brackets) label() string {
	b.skip()
	return b.word()
}

func (b *brackets) skip() {
	b.at = len(b.text) - len(strings.TrimLeftFunc(b.text[b.at:], unicode.IsSpace))
}

func (b *brackets) word() string {
	rest := b.text[b.at:]
	end := strings.IndexFunc(rest, func(r rune) bool { return r == '(' || r == ')' || unicode.IsSpace(r) })
	if end < 0 {
		end = len(rest)
	}
	b.at += end
	return rest[:end]
}

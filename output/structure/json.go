package structure

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// document reads JSON token by token, so that errors have a place.
type document struct {
	text    string
	decoder *json.Decoder
	depth   int
}

func newDocument(text string) *document {
	d := &document{text: text, decoder: json.NewDecoder(strings.NewReader(text))}
	d.decoder.UseNumber()
	return d
}

func (d *document) wrong(format string, arguments ...any) error {
	return wrong(d.text, int(d.decoder.InputOffset()), format, arguments...)
}

func (d *document) token() (json.Token, error) {
	token, err := d.decoder.Token()
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, wrong(d.text, len(d.text), "the JSON ends too early; close all braces and brackets")
	case err != nil:
		return nil, d.wrong("%v", err)
	}
	return token, nil
}

// object calls visit with each key of the object whose brace has been read, up to its
// end; visit reads the value.
func (d *document) object(visit func(key string) error) error {
	return d.array(func() error { // names and values by turns
		key, err := d.token()
		if err != nil {
			return err
		}
		name, ok := key.(string)
		if !ok {
			return d.wrong("a name in quotes is needed here")
		}
		return visit(name)
	})
}

// array calls visit for each element, which visit reads, of the array whose bracket has
// been read, up to its end.
func (d *document) array(visit func() error) error {
	if d.depth++; d.depth > 2*MaxDepth { // a level of a tree is an object and an array
		return d.wrong("the JSON has more than %d levels", 2*MaxDepth)
	}
	for d.decoder.More() {
		if err := visit(); err != nil {
			return err
		}
	}
	d.depth--
	_, err := d.token()
	return err
}

// list reads an array, with its brackets.
func (d *document) list(what string, visit func() error) error {
	token, err := d.token()
	if err != nil {
		return err
	}
	if token != json.Delim('[') {
		return d.wrong("%s must be a list in square brackets", what)
	}
	return d.array(visit)
}

// label reads a string, or a number as it is written.
func (d *document) label(what string) (string, error) {
	token, err := d.token()
	if err != nil {
		return "", err
	}
	switch v := token.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	}
	return "", d.wrong("%s must be a string or a number", what)
}

// skip reads a value of any kind.
func (d *document) skip() error {
	token, err := d.token()
	if err != nil {
		return err
	}
	switch token {
	case json.Delim('{'):
		return d.object(func(string) error { return d.skip() })
	case json.Delim('['):
		return d.array(d.skip)
	}
	return nil
}

// end fails unless nothing follows.
func (d *document) end() error {
	if strings.TrimSpace(d.text[d.decoder.InputOffset():]) != "" {
		return d.wrong("the JSON is complete, but the text goes on; remove the rest")
	}
	return nil
}

func parseTreeJSON(text string) (*Tree, error) {
	d := newDocument(text)
	tree, err := d.tree(1)
	if err == nil {
		err = d.end()
	}
	if err != nil {
		return nil, err
	}
	return tree, nil
}

func (d *document) tree(level int) (*Tree, error) {
	token, err := d.token()
	if err != nil {
		return nil, err
	}
	if level > MaxDepth {
		return nil, d.wrong("the tree has more than %d levels", MaxDepth)
	}
	if label, ok := token.(string); ok {
		return &Tree{Label: label}, nil
	}
	if token != json.Delim('{') {
		return nil, d.wrong(`a node must be an object with "label" and "children", or a string`)
	}
	tree, labelled := &Tree{}, false
	err = d.object(func(key string) (err error) {
		switch key {
		case "label":
			labelled = true
			tree.Label, err = d.label("a label")
		case "children":
			err = d.list(`"children"`, func() error {
				child, err := d.tree(level + 1)
				tree.Children = append(tree.Children, child)
				return err
			})
		default:
			return d.wrong(`a node has "label" and "children", but not %q`, key)
		}
		return err
	})
	if err == nil && !labelled {
		err = d.wrong(`the node that ends here has no "label"`)
	}
	return tree, err
}

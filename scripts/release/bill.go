package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// A bill of materials says what a program is made of: CycloneDX 1.6, from what Go notes in
// the program itself.
type billOfMaterials struct {
	Schema       string       `json:"$schema"`
	BOMFormat    string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	SerialNumber string       `json:"serialNumber"`
	Version      int          `json:"version"`
	Metadata     billMetadata `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type billMetadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// bill writes the bill of a program.
func (c checkout) bill(folder string, p platform, program string) error {
	made, err := c.billOf(p, program)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	err = encoder.Encode(made)
	return write(folder, "suffice_"+c.number()+"_"+p.name()+".cdx.json", out.Bytes(), err)
}

func (c checkout) billOf(p platform, program string) (billOfMaterials, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return billOfMaterials{}, err
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return billOfMaterials{}, err
	}
	sum := sha256.Sum256(data)
	us := module("application", info.Main.Path, c.version)
	us.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum[:])}}
	us.Licences = make([]licence, 1)
	us.Licences[0].Licence.ID = "BSD-3-Clause"
	us.Properties = []property{{"suffice:commit", c.commit}, {"suffice:platform", p.system + "/" + p.processor}}
	parts := []component{module("library", "stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, needed := range info.Deps {
		if needed.Replace != nil {
			needed = needed.Replace
		}
		part := module("library", needed.Path, needed.Version)
		if part.Hashes, err = hashes(needed.Sum); err != nil {
			return billOfMaterials{}, fmt.Errorf("%s: %w", needed.Path, err)
		}
		parts = append(parts, part)
	}
	root := dependency{Ref: us.Ref}
	dependencies := []dependency{}
	for _, part := range parts {
		root.DependsOn = append(root.DependsOn, part.Ref)
		dependencies = append(dependencies, dependency{Ref: part.Ref})
	}
	return billOfMaterials{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", BOMFormat: "CycloneDX", SpecVersion: "1.6", Version: 1,
		SerialNumber: serial(sum), Metadata: billMetadata{Timestamp: c.isoDate(), Component: us},
		Components: parts, Dependencies: append([]dependency{root}, dependencies...),
	}, nil
}

func module(kind, path, version string) component {
	purl := "pkg:golang/" + strings.ToLower(path) + "@" + strings.ReplaceAll(version, "+", "%2B")
	return component{Type: kind, Ref: purl, Name: path, Version: version, PURL: purl}
}

// hashes is the checksum of a module as go.sum has it, of all its files: h1 is SHA-256 in
// base 64.
func hashes(sum string) ([]hash, error) {
	text, ok := strings.CutPrefix(sum, "h1:")
	if !ok {
		return nil, fmt.Errorf("the checksum %q is not of the kind h1", sum)
	}
	data, err := base64.StdEncoding.DecodeString(text)
	return []hash{{"SHA-256", hex.EncodeToString(data)}}, err
}

// serial is a name of the bill that nothing else has: a UUID that follows from the program.
func serial(sum [sha256.Size]byte) string {
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x80 // version 8: our own choice of bits
	u[8] = u[8]&0x3f | 0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
)

// An image for containers is some JSON and a tar of its files, each named by its checksum:
// the OCI image format, 1.1. Ours has the program and nothing else that runs.
const (
	indexType    = "application/vnd.oci.image.index.v1+json"
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	configType   = "application/vnd.oci.image.config.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// image is that of one processor: a descriptor of its manifest, and all it is made of.
type image struct {
	manifest descriptor
	blobs    []file
}

type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *imagePlatform    `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type imagePlatform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

type manifest struct {
	SchemaVersion int               `json:"schemaVersion"`
	MediaType     string            `json:"mediaType"`
	Config        descriptor        `json:"config"`
	Layers        []descriptor      `json:"layers"`
	Annotations   map[string]string `json:"annotations,omitempty"`
}

type index struct {
	SchemaVersion int               `json:"schemaVersion"`
	MediaType     string            `json:"mediaType"`
	Manifests     []descriptor      `json:"manifests"`
	Annotations   map[string]string `json:"annotations,omitempty"`
}

// image makes that of a platform, with one layer.
func (c checkout) image(p platform, program string, texts []file) (image, error) {
	binary, err := os.ReadFile(program)
	if err != nil {
		return image{}, err
	}
	files := []file{
		{name: "tmp/", mode: 0o777 | fs.ModeSticky}, // tables that do not fit into memory
		{name: "work/", mode: 0o755},
		{name: "usr/bin/suffice", mode: 0o755, data: binary},
	}
	for _, text := range texts {
		if text.name == "LICENSE" || text.name == notices {
			files = append(files, file{name: "usr/share/doc/suffice/" + text.name, mode: text.mode, data: text.data})
		}
	}
	layer, err := tarOf(inFolders(files), c.date)
	if err != nil {
		return image{}, err
	}
	var made image
	layers := []descriptor{made.add(layerType, packed(layer))}
	config, err := made.addJSON(configType, c.imageConfig(p, digest(layer)))
	if err != nil {
		return image{}, err
	}
	made.manifest, err = made.addJSON(manifestType, manifest{2, manifestType, config, layers, c.annotations()})
	made.manifest.Platform = &imagePlatform{Architecture: p.processor, OS: p.system}
	return made, err
}

func (c checkout) imageConfig(p platform, layer string) map[string]any {
	return map[string]any{
		"created": c.isoDate(), "os": p.system, "architecture": p.processor,
		"config": map[string]any{
			"Entrypoint": []string{"/usr/bin/suffice"}, "WorkingDir": "/work", "User": "65532:65532",
			"Env": []string{"PATH=/usr/bin", "HOME=/tmp"}, "Labels": c.annotations(),
		},
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{layer}},
		"history": []map[string]string{{"created": c.isoDate(), "created_by": "scripts/release"}},
	}
}

func (c checkout) annotations() map[string]string {
	return map[string]string{
		"org.opencontainers.image.title":    "suffice",
		"org.opencontainers.image.version":  c.number(),
		"org.opencontainers.image.revision": c.commit,
		"org.opencontainers.image.created":  c.isoDate(),
		"org.opencontainers.image.licenses": "BSD-3-Clause",
	}
}

// writeImages writes the images of all processors as one file, from which a machine takes its
// own.
func (c checkout) writeImages(folder string, images []image) error {
	all := image{blobs: []file{{name: "oci-layout", mode: 0o644, data: []byte(`{"imageLayoutVersion":"1.0.0"}`)}}}
	var manifests []descriptor
	for _, one := range images {
		manifests = append(manifests, one.manifest)
		all.blobs = append(all.blobs, one.blobs...)
	}
	both, err := all.addJSON(indexType, index{2, indexType, manifests, c.annotations()})
	if err != nil {
		return err
	}
	both.Annotations = map[string]string{
		"org.opencontainers.image.ref.name": c.number(),
		"io.containerd.image.name":          "localhost/suffice:" + c.number(),
	}
	top, err := json.Marshal(index{2, indexType, []descriptor{both}, nil})
	if err != nil {
		return err
	}
	all.blobs = append(all.blobs, file{name: "index.json", mode: 0o644, data: top})
	data, err := tarOf(inFolders(all.blobs), c.date)
	return write(folder, "suffice_"+c.number()+"_image.tar", data, err)
}

func digest(data []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(data)) }

// add keeps a blob, and describes it.
func (i *image) add(mediaType string, data []byte) descriptor {
	sum := digest(data)
	i.blobs = append(i.blobs, file{name: "blobs/sha256/" + sum[len("sha256:"):], mode: 0o644, data: data})
	return descriptor{MediaType: mediaType, Digest: sum, Size: len(data)}
}

func (i *image) addJSON(mediaType string, object any) (descriptor, error) {
	data, err := json.Marshal(object)
	return i.add(mediaType, data), err
}

// Package format knows the formats of tables: it recognises a file by its content, and a
// file to be written by its name. Each format has a folder of its own. A new one needs
// there a function that recognises it and one that opens it, or one that begins to write,
// and a line in format.go or write.go.
package format

// Package spool holds the rows of a table, in memory while they fit, and on a temporary
// file beyond that, from which they are read ahead of their use.
package spool

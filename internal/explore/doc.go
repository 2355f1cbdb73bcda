// Package explore serves the page of suffice explore: a table, what is chosen of it, and the
// fits of it, shared by all windows, as a small JSON API on the calls that the command line
// makes too.
package explore

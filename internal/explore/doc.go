// Package explore serves the page of suffice explore: a table, what is chosen of it, and the
// fits of it, shared by all windows, as a small JSON API on the calls that the command line
// makes too. web/src/api.ts has the calls.
//
// A [Server] holds one table (data.go), one choice of target and inputs (choose.go), fits of that
// choice (fit.go), and work, which one goroutine does in order (jobs.go). Whatever changes the
// state makes it a version later, and all windows are sent it (events.go). Pictures show up to
// 100,000 rows (view.go); fits see all but those that were excluded.
//
// Another table or other roles end work and drop fits. A table is closed when the last call and
// the last work on it have ended. When the last window has gone, work ends a little later. Close
// waits for all of it.
//
// Whoever calls must know the token, call by an address of the server, and not come from another
// page (guard.go). No file is read but the table and what is uploaded.
package explore

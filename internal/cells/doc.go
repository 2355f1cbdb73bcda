// Package cells has what every format of tables is read into and from: bytes on one side,
// columns of cells on the other.
//
// A [File] is bytes, unpacked where they are packed; a [Window] is a stretch of them that
// is scanned value by value. A [Schema] is the columns of a file, as far as they are known;
// a [Column] counts and numbers what comes, and gives the cell to store. Cells are kept in
// a [Block] of rows, which a [Builder] fills row by row and a [Batch] column by column. A
// [Reader] of a format gives one block after the other. To write, a format has a
// [RowWriter]. What is wrong in a file is an [Error] with its place.
package cells

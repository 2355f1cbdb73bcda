// Package cluster takes the sums of a fit where the rows are: in other processes, on other
// machines, as an engine such as Spark or Dask has them. It is where a fit becomes a cluster job: a
// driver broadcasts each question (task) to all parts (partitions) and reduces the answers.
//
// A table elsewhere comes in numbered parts: files, or what an engine makes of them. An
// [Engine] puts a question to all parts and brings an answer of each. A [Worker], which is
// `suffice worker`, answers: it is given the question and a part, in frames over its standard
// input, and it ends when that does. [Describe] asks the
// parts what their columns are, and [Choose] makes of these inputs that sum by asking.
//
// Answers are merged by the number of their part, those of neighbours first where there are very
// many, so that a model is the same bits whatever the order in which they come, how often a worker
// died, and how many there are. An error in the data is an answer; only a death is none, and the
// part is asked again.
package cluster

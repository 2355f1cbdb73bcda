// Package flops counts the floating-point operations that a fit cannot do without, for
// the share of the machine's speed that it reaches. docs/benchmarks.md lists what counts.
package flops

import "sync/atomic"

var total atomic.Int64

// Sums counts the sums of one kernel matrix over n rows: KᵀK, which is symmetric.
func Sums(n, b int) { total.Add(int64(n) * int64(b) * int64(b)) }

// Solve counts one Cholesky factor of order b.
func Solve(b int) { total.Add(int64(b) * int64(b) * int64(b) / 3) }

// Kernel counts one kernel matrix between n rows and b centres in m dimensions.
func Kernel(n, b, m int) { total.Add(int64(n) * int64(b) * int64(2*m+1)) }

// Gradient counts the derivative of one function of n x b kernel values with regard to
// W, through r functions of y: two products with matrices of b x r and two with b x m.
func Gradient(n, b, r, m int) { total.Add(4 * int64(n) * int64(b) * int64(r+m)) }

// Total is how many operations have been counted so far.
func Total() int64 { return total.Load() }

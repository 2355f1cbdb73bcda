package kernel

import "sync/atomic"

// The floating-point operations that a fit cannot do without are counted, for the
// share of the machine's speed that it reaches. docs/benchmarks.md lists what counts.

var total atomic.Int64

// CountSums counts the sums of one kernel matrix over n rows: KᵀK, which is symmetric.
func CountSums(n, b int) { total.Add(int64(n) * int64(b) * int64(b)) }

// CountSolve counts one Cholesky factor of order b.
func CountSolve(b int) { total.Add(int64(b) * int64(b) * int64(b) / 3) }

// CountMatrix counts one kernel matrix between n rows and b centres in m dimensions.
func CountMatrix(n, b, m int) { total.Add(int64(n) * int64(b) * int64(2*m+1)) }

// CountGradient counts the derivative of one function of n x b kernel values with regard to
// W, through r functions of y: two products with matrices of b x r and two with b x m.
func CountGradient(n, b, r, m int) { total.Add(4 * int64(n) * int64(b) * int64(r+m)) }

// Operations is how many operations have been counted so far.
func Operations() int64 { return total.Load() }

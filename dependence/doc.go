// Package dependence answers "how much does x say about y?" for any inputs and any
// output, by the squared-loss mutual information
//
//	SMI(X, Y) = ½ E_{p(x)p(y)} [ ( p(x,y) / (p(x)p(y)) - 1 )² ],
//
// which is 0 exactly when X and Y are independent. [Estimate] gives it, and [Test]
// whether it can be chance. See docs/lsmi.md and docs/dependence.md.
package dependence

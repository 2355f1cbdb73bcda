// Package surf finds points in a picture that can be found again in another picture
// of the same thing, larger, turned, blurred or lit differently, and describes the
// surroundings of each by 64 numbers that can be compared: speeded-up robust features.
//
// A keypoint is a blob, bright on dark or dark on bright: a place and a scale where
// the determinant of the Hessian of the smoothed picture is largest. The second
// derivatives of the Gaussian are replaced by boxes, whose sums cost the same at any
// size once the picture is summed up (hessian.go). The direction in which the light
// changes most about it makes the description independent of rotation
// (orientation.go), and the description is made of sums of light differences in that
// direction and across (descriptor.go).
//
// See docs/surf.md. Reference: Bay, Ess, Tuytelaars and Van Gool, "Speeded-Up Robust
// Features (SURF)", Computer Vision and Image Understanding 110 (2008).
package surf

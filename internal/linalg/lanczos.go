package linalg

func lanczosPays(n, m int) bool { return false }
func lanczos(n, m int, apply func(dst, x Matrix)) ([]float64, Matrix, error) {
	return nil, Matrix{}, ErrNoEigenvectors
}

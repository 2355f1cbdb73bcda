package linalg

// SelectNth puts the k-th smallest value in its place, smaller ones before it and
// larger ones behind it, and returns it (Hoare's quickselect).
func SelectNth(v []float64, k int) float64 {
	low, high := 0, len(v)-1
	for low < high {
		pivot := v[low+(high-low)/2]
		i, j := low, high
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			high = j
		case k >= i:
			low = i
		default:
			return v[k]
		}
	}
	return v[k]
}

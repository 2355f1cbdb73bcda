package linalg

// operand is a matrix or its transpose as a product sees it: element (i, k) of the
// left one, or (k, i) of the right one, is data[i*is+k*ks].
type operand struct {
	data   []float64
	is, ks int
}

// part is the operand from (i, k) on.
func (o operand) part(i, k int) operand {
	return operand{data: o.data[i*o.is+k*o.ks:], is: o.is, ks: o.ks}
}

// pack copies n by depth elements of o into panels of the given width, in which the
// elements of one k are neighbours: the panel from i on starts at dst[i*depth], and
// its element (i+l, k) is at k times its width (that of the last panel rounded up to
// whole vectors) plus l.
func (o operand) pack(dst []float64, n, depth, width, lanes int) {
	i := 0
	if full := n / width; o.is == 1 && full > 0 && active != plain {
		packPanels(dst[:full*width*depth], o.data[:(depth-1)*o.ks+full*width], full, depth, width, o.ks)
		i = full * width
	}
	for ; i < n; i += width {
		count := min(width, n-i)
		wide := roundUp(count, lanes)
		panel := dst[i*depth : i*depth+wide*depth]
		if o.is == 1 {
			for k := range depth {
				copy(panel[k*wide:k*wide+count], o.data[k*o.ks+i:])
			}
		} else {
			packAcross(panel, o.data[i*o.is:], count, depth, wide, o.is, o.ks)
		}
	}
}

// packAcross packs a panel by transposing it.
func packAcross(panel, from []float64, count, depth, wide, is, ks int) {
	l := 0
	if ks == 1 {
		for ; l+4 <= count; l += 4 {
			a, b := from[l*is:l*is+depth], from[(l+1)*is:(l+1)*is+depth]
			c, d := from[(l+2)*is:(l+2)*is+depth], from[(l+3)*is:(l+3)*is+depth]
			at := panel[l:]
			for k := range a {
				q := at[k*wide : k*wide+4 : k*wide+4]
				q[0], q[1], q[2], q[3] = a[k], b[k], c[k], d[k]
			}
		}
	}
	for ; l < count; l++ {
		for k := range depth {
			panel[k*wide+l] = from[l*is+k*ks]
		}
	}
}

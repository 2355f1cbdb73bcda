package blocks

// Known are the kinds of statistics of this package.
func Known() Kinds {
	return Kinds{
		"moments": readColumns, "sparse values": readSparseColumns, "sparse deviations": readSparseDeviations,
		"products": readProducts, "rows": readGather, "times": readTimes, "combinations": readCombine, "mean square": readMeanSquare,
	}
}

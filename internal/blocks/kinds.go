package blocks

// Known are the kinds of statistics of this package.
func Known() Kinds {
	return Kinds{&columns{}, &sparseColumns{}, &sparseDeviations{}, &deviations{}, &productsOf{}, &gather{}, &besides{}, &times{}, &combine{}, &timesSquare{}, &meanSquare{}, &talliesOf{}}
}

package parquet

import (
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	described "github.com/parquet-go/parquet-go/format"

	"suffice/internal/cells"
	"suffice/internal/format/npy"
)

// toNumbers makes numbers of values: it appends them, or returns memory of the page.
type toNumbers func(data *encoding.Values, dst []float64) []float64

// numbersOf tells how to make numbers of the values of a type, or returns nil where they
// are none. Dates are days since 1970, with times as parts of a day, and times of day such
// parts.
func numbersOf(kind parquet.Type) toNumbers {
	if logical := kind.LogicalType(); logical != nil {
		switch of := logical.Value.(type) {
		case *described.DecimalType:
			return decimals(kind.Kind(), int(of.Scale))
		case *described.TimeType:
			return daysOf(kind.Kind(), unitsPerSecond(of.Unit))
		case *described.TimestampType:
			return daysOf(kind.Kind(), unitsPerSecond(of.Unit))
		case *described.IntType:
			if !of.IsSigned {
				return unsigned(kind.Kind())
			}
		}
	}
	switch kind.Kind() {
	case parquet.Double:
		return func(data *encoding.Values, _ []float64) []float64 { return data.Double() }
	case parquet.Float:
		return func(data *encoding.Values, dst []float64) []float64 { return scaled(dst, data.Float(), 1) }
	case parquet.Int96:
		return each((*encoding.Values).Int96, oldTime)
	}
	return integers(kind.Kind(), 1)
}

func unitsPerSecond(unit described.TimeUnit) float64 {
	switch unit.Value.(type) {
	case *described.MilliSeconds:
		return 1e3
	case *described.MicroSeconds:
		return 1e6
	}
	return 1e9
}

const secondsOfDay = 86400

// daysOf are days, of whole numbers of a unit of time.
func daysOf(kind parquet.Kind, perSecond float64) toNumbers {
	seconds := integers(kind, perSecond)
	if seconds == nil {
		return nil
	}
	return func(data *encoding.Values, dst []float64) []float64 {
		from := len(dst)
		dst = seconds(data, dst)
		for k := from; k < len(dst); k++ {
			dst[k] /= secondsOfDay
		}
		return dst
	}
}

// formOf is dates or times of day, where the file says that a column has such.
func formOf(kind parquet.Type) cells.Form {
	if kind.Kind() == parquet.Int96 {
		return cells.Dates
	}
	if logical := kind.LogicalType(); logical != nil {
		switch logical.Value.(type) {
		case *described.TimestampType, *described.DateType:
			return cells.Dates
		case *described.TimeType:
			return cells.TimesOfDay
		}
	}
	return cells.NoForm
}

func scaled[T int32 | int64 | uint32 | uint64 | float32](dst []float64, values []T, per float64) []float64 {
	for _, v := range values {
		dst = append(dst, float64(v)/per)
	}
	return dst
}

func integers(kind parquet.Kind, per float64) toNumbers {
	switch kind {
	case parquet.Int32:
		return func(data *encoding.Values, dst []float64) []float64 { return scaled(dst, data.Int32(), per) }
	case parquet.Int64:
		return func(data *encoding.Values, dst []float64) []float64 { return scaled(dst, data.Int64(), per) }
	}
	return nil
}

func unsigned(kind parquet.Kind) toNumbers {
	if kind == parquet.Int32 {
		return func(data *encoding.Values, dst []float64) []float64 { return scaled(dst, data.Uint32(), 1) }
	}
	return func(data *encoding.Values, dst []float64) []float64 { return scaled(dst, data.Uint64(), 1) }
}

// each makes a number of one value after the other.
func each[T any](values func(*encoding.Values) []T, number func(v T) float64) toNumbers {
	return func(data *encoding.Values, dst []float64) []float64 {
		for _, v := range values(data) {
			dst = append(dst, number(v))
		}
		return dst
	}
}

// oldTime is the old form of a time: nanoseconds of a day, and a Julian day.
func oldTime(v deprecated.Int96) float64 {
	const epoch = 2440588
	nanoseconds := int64(v[1])<<32 | int64(v[0])
	return ((float64(v[2])-epoch)*secondsOfDay + float64(nanoseconds)/1e9) / secondsOfDay
}

func halves(data *encoding.Values, dst []float64) []float64 {
	all, _ := data.FixedLenByteArray()
	for ; len(all) >= 2; all = all[2:] {
		dst = append(dst, npy.Half(uint16(all[0])|uint16(all[1])<<8))
	}
	return dst
}

// decimals are whole numbers of a power of ten, whatever holds them.
func decimals(kind parquet.Kind, scale int) toNumbers {
	switch kind {
	case parquet.Int32:
		return each((*encoding.Values).Int32, func(v int32) float64 { return cells.Decimal(int64(v), scale) })
	case parquet.Int64:
		return each((*encoding.Values).Int64, func(v int64) float64 { return cells.Decimal(v, scale) })
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return func(data *encoding.Values, dst []float64) []float64 {
			text, n := texts(data)
			for k := range n {
				dst = append(dst, cells.LongDecimal(text(k), scale))
			}
			return dst
		}
	}
	return nil
}

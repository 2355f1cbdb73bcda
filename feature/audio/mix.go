package audio

import (
	"fmt"
	"math"
)

// mix collects a sound, the mean of the channels of each moment.
type mix struct {
	sound Sound
	limit int
}

// grow makes room for n more samples, or says that there are too many.
func (m *mix) grow(n int) error {
	if n > m.limit-len(m.sound.Samples) {
		return fmt.Errorf("more than %d samples; cut the sound into parts", m.limit)
	}
	return nil
}

// interleaved adds samples that are stored channel by channel within each moment.
func (m *mix) interleaved(values []float64, channels int) error {
	if err := m.grow(len(values) / channels); err != nil {
		return err
	}
	for ; len(values) >= channels; values = values[channels:] {
		sum := 0.0
		for _, v := range values[:channels] {
			sum += v
		}
		m.add(sum / float64(channels))
	}
	return nil
}

// add takes one sample. Files of floating point can hold values that are not numbers;
// they count as silence, since one of them would spoil every frame it lies in.
func (m *mix) add(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		v = 0
	}
	m.sound.Samples = append(m.sound.Samples, v)
}

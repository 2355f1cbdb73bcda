package table

import "suffice/internal/cells"

// verdict says what is wrong with the file now that all rows were read, as Apply does,
// and finds what to warn of.
func (s *Stream) verdict() error {
	t := s.table
	if s.read == 0 { // an empty table is one too, if it has the columns
		for k := range s.inputs {
			s.inputs[k].prepare(t)
		}
	}
	countZeros(t.schema, &s.entries)
	for k := range s.inputs {
		if err := s.inputs[k].check(t); err != nil {
			return err
		}
	}
	used := s.used()
	switch first := firstGap(used); {
	case first == nil || s.wanted.Missing == MeanForMissing:
	case s.wanted.Missing != DropMissing:
		return t.gapError(first, used)
	case s.given == 0:
		return t.noneComplete(s.read)
	}
	if s.failing {
		return t.schema.Problem(0, "some row has a value that cannot be used; fix the file")
	}
	s.warnings = s.unknownLevels((*input).occurring)
	if s.given < s.read {
		s.warnings = append(s.warnings, t.droppedRows(s.read-s.given, s.read))
	}
	return nil
}

// firstProblem is the first thing that is wrong in the rows so far.
func (s *Stream) firstProblem() error {
	t := s.table
	var first *cells.Column
	var at cells.Place
	for k := range s.inputs {
		f := &s.inputs[k]
		if err := f.find(t); err != nil {
			return err
		}
		if c := f.column; c != nil && !f.isLevel() && f.values == nil && c.Texts > 0 && (first == nil || c.FirstText.Before(at)) {
			first, at = c, c.FirstText
		}
	}
	if c := firstGap(s.used()); c != nil && (first == nil || c.FirstGap.Before(at)) && s.wanted.Missing != DropMissing {
		alone := *c
		alone.Gaps = 1
		return t.gapError(&alone, []*cells.Column{&alone})
	}
	if first == nil {
		return t.schema.Problem(0, "some row has a value that cannot be used; fix the file")
	}
	return t.checkNumbers(first)
}

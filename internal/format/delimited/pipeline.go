package delimited

import (
	"context"
	"io"
	"sync"
)

// pipeline reads ahead and parses chunks, several at a time, and hands them out in the
// order of the file.
type pipeline struct {
	free   chan *part // to be filled; their number bounds the memory and the work
	order  chan *part // as in the file; each tells when it is done
	cancel context.CancelFunc
	all    sync.WaitGroup
}

func startPipeline(ctx context.Context, r *Reader) *pipeline {
	parts := r.workers + 2 // one being read, and one being merged
	p := &pipeline{free: make(chan *part, parts), order: make(chan *part, parts)}
	ctx, p.cancel = context.WithCancel(ctx)
	for range parts {
		p.free <- &part{rows: newRowParser(r), done: make(chan struct{}, 1)}
	}
	p.all.Go(func() { p.read(ctx, r) })
	return p
}

// read cuts the file into chunks, until its end, an error, or until it is told to stop.
// No send waits, because the channels hold all parts there are.
func (p *pipeline) read(ctx context.Context, r *Reader) {
	defer close(p.order)
	for first := true; ; first = false {
		var q *part
		select {
		case q = <-p.free:
		case <-ctx.Done():
			return
		}
		if first {
			q.chunk = r.first
		} else if err := q.read(r.chunks); err != nil {
			if err != io.EOF { //nolint:errorlint // as readers return it
				q.err = r.input.Failed(err)
				q.done <- struct{}{}
				p.order <- q
			}
			return
		}
		p.order <- q
		p.all.Go(func() {
			if ctx.Err() == nil {
				q.rows.parse(q)
			}
			q.done <- struct{}{}
		})
	}
}

// read fills a part with the next chunk.
func (q *part) read(chunks *chunker) (err error) {
	q.chunk, err = chunks.next(q.buffer)
	q.buffer = q.text
	return err
}

// next waits for the next part; io.EOF after the last.
func (p *pipeline) next(ctx context.Context) (*part, error) {
	q, ok := <-p.order
	if ok {
		<-q.done
	}
	switch {
	case ctx.Err() != nil: // then a part may not be parsed
		return nil, ctx.Err()
	case !ok:
		return nil, io.EOF
	}
	return q, q.err
}

// recycle gives the memory of a part to another. Its rows stay.
func (p *pipeline) recycle(q *part) {
	q.block = nil
	p.free <- q
}

// stop ends all work, and waits until it has.
func (p *pipeline) stop() {
	p.cancel()
	p.all.Wait()
}

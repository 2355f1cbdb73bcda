package cluster

import (
	"context"
	"testing"

	"suffice"
)

// counted is an engine that tells how much was asked.
type counted struct {
	Engine
	questions, largest, answer int
}

func (c *counted) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	c.questions++
	c.largest = max(c.largest, len(question))
	return c.Engine.Ask(ctx, question, func(f Frame) error {
		c.answer = max(c.answer, len(f.Data))
		return answered(f)
	})
}

// BenchmarkQuestions tells how many questions a fit asks of a table that is not brought to the
// driver, and how large they and their answers are.
func BenchmarkQuestions(b *testing.B) {
	files := houses(b, 70000, 4, false)
	for _, method := range suffice.Methods() {
		b.Run(method.Name, func(b *testing.B) {
			for b.Loop() {
				e := &counted{Engine: workers(b, 2, "well", files...)}
				kind := "number"
				if method.Name == "lda" || method.Name == "nca" {
					kind = "class"
				}
				if _, err := fitThere(b, e, roles[kind], method.New(suffice.Options{Dim: 1, Seed: 1})); err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(e.questions), "questions")
				b.ReportMetric(float64(e.largest), "B/question")
				b.ReportMetric(float64(e.answer), "B/answer")
			}
		})
	}
}

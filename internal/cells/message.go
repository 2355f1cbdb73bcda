package cells

import "fmt"

// Setting is something that a caller can say, by the name that its field has in the
// library. A program that calls it otherwise words it otherwise.
type Setting string

// As is the setting with a value.
func (s Setting) As(value string) Remedy { return Remedy{s, value} }

// Remedy is a setting that would help.
type Remedy struct {
	Say   Setting
	Value string // such as "class"; "" where the setting has none, or any would do
}

func (r Remedy) String() string {
	if r.Value == "" {
		return string(r.Say)
	}
	return fmt.Sprintf("%s %q", r.Say, r.Value)
}

// Message is a text that may name remedies. As a string it has them in the words of the
// library.
type Message struct {
	format string
	values []any
}

// Messagef is a message with values as [fmt.Sprintf] has them. Those that are a [Setting] or
// a [Remedy] are remedies.
func Messagef(format string, values ...any) Message { return Message{format, values} }

func (m Message) String() string { return fmt.Sprintf(m.format, m.values...) }

// In is the message with the words that a program has for remedies.
func (m Message) In(words func(Remedy) string) string {
	values := make([]any, len(m.values))
	for i, value := range m.values {
		switch value := value.(type) {
		case Setting:
			values[i] = words(Remedy{Say: value})
		case Remedy:
			values[i] = words(value)
		case Message:
			values[i] = value.In(words)
		default:
			values[i] = value
		}
	}
	return fmt.Sprintf(m.format, values...)
}

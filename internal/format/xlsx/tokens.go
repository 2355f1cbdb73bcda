package xlsx

import (
	"encoding/xml"
	"io"
)

// tokens are the marks and texts of an XML file, no more of which than some bytes are read.
type tokens struct {
	xml    *xml.Decoder
	source *limited
}

func newTokens(source io.Reader, most int64) tokens {
	bounded := &limited{Reader: source, left: most}
	return tokens{xml.NewDecoder(bounded), bounded}
}

// next is the next one. RawToken gives an empty element an end, too.
func (t tokens) next() (xml.Token, error) {
	t.source.token = maxToken
	return t.xml.RawToken()
}

// limited is a reader of which no more than some bytes are read: in all, and for a token.
type limited struct {
	io.Reader
	left, token int64
}

func (l *limited) Read(p []byte) (int, error) {
	most := min(int64(len(p)), l.left, l.token)
	if most <= 0 {
		return 0, errLarge
	}
	n, err := l.Reader.Read(p[:most])
	l.left -= int64(n)
	l.token -= int64(n)
	return n, err
}

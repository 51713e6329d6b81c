package fulfilment

import (
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// operation is one operation of the API, as the generated table describes it.
type operation struct {
	id     string
	method string
	// path from the base URL, with {name} for each path parameter.
	path string
	// mediaTypes of a streamed body, the default first.
	mediaTypes []string
	// streamed: the answer is a file.
	streamed    bool
	idempotent  bool
	ifMatch     bool
	ifNoneMatch bool
	// pending: it answers 202 while its work is under way.
	pending bool
	batch   *batch
}

// batch names the list in the body, at most maximum items, and the list of results in the answer.
type batch struct {
	items   string
	maximum int
	results string
}

// given has the values of one call; path parameters are not yet escaped.
type given struct {
	path   []string
	query  url.Values
	body   any
	upload io.Reader
}

// target is the path and query of a request. Path parameters are escaped, slashes too.
func (o *operation) target(given given) (string, error) {
	var path strings.Builder
	place := 0
	for i, part := range strings.Split(o.path, "{") {
		if i == 0 {
			path.WriteString(part)
			continue
		}
		name, rest, _ := strings.Cut(part, "}")
		value := given.path[place]
		place++
		if value == "" || value == "." || value == ".." {
			return "", configurationError("%s: %s must be an id, and is %q.", o.id, name, value)
		}
		path.WriteString(escapeSegment(value) + rest)
	}
	if len(given.query) > 0 {
		path.WriteString("?" + given.query.Encode())
	}
	return path.String(), nil
}

// escapeSegment percent-encodes all but unreserved characters (RFC 3986, section 2.3).
func escapeSegment(value string) string {
	return strings.ReplaceAll(url.QueryEscape(value), "+", "%20")
}

// check refuses options that the operation would silently leave out.
func (o *operation) check(options *callOptions) error {
	takes := map[string]bool{
		"idempotency key":          o.idempotent,
		"If-Match":                 o.ifMatch,
		"If-None-Match":            o.ifNoneMatch,
		"pending timeout":          o.pending,
		"media type of a download": o.streamed,
		"media type of an upload":  o.mediaTypes != nil,
		"body of JSON":             o.method != "GET" && o.mediaTypes == nil,
	}
	for name := range options.given {
		if !takes[name] {
			return configurationError("%s takes no %s.", o.id, name)
		}
	}
	switch {
	case options.idempotencyKey != nil && !idempotencyKey.MatchString(*options.idempotencyKey):
		return configurationError("the idempotency key must be 1 to 255 printable ASCII characters.")
	case options.requestID != "" && !requestID.MatchString(options.requestID):
		return configurationError("the request id must be 1 to 128 of [A-Za-z0-9._-].")
	case options.given["If-Match"] && options.ifMatch == "", options.given["If-None-Match"] && options.ifNoneMatch == "":
		return configurationError("a version is not to be empty: the call would be made whatever version the record has.")
	case options.retries < 0 || options.timeout < 0:
		return configurationError("retries and timeout are not to be negative.")
	}
	return nil
}

func quoted(version any) string {
	switch value := version.(type) {
	case int:
		return strconv.Quote(strconv.Itoa(value))
	case int64:
		return strconv.Quote(strconv.FormatInt(value, 10))
	default:
		return value.(string)
	}
}

func addText[T ~string](values url.Values, name string, value T) {
	if value != "" {
		values.Set(name, string(value))
	}
}

func addNumber(values url.Values, name string, value int64) {
	if value != 0 {
		values.Set(name, strconv.FormatInt(value, 10))
	}
}

func addTime(values url.Values, name string, value time.Time) {
	if !value.IsZero() {
		values.Set(name, value.UTC().Format(time.RFC3339Nano))
	}
}

func addFlag(values url.Values, name string, value Opt[bool]) {
	if truth, ok := value.Get(); ok {
		values.Set(name, strconv.FormatBool(truth))
	}
}

func addEach[T ~string](values url.Values, name string, each []T) {
	for _, value := range each {
		values.Add(name, string(value))
	}
}

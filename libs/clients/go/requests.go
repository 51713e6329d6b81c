package fulfilment

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// call is one call, ready to be sent as often as it needs to be.
type call struct {
	operation *operation
	url       string
	header    http.Header
	body      []byte
	upload    *upload
	key       string
	options   *callOptions
}

// newCall checks a call and makes it ready. A ConfigurationError is for one that could not be sent as it is given.
func (t *transport) newCall(ctx context.Context, operation *operation, given given, options []CallOption) (*call, error) {
	read := &callOptions{timeout: t.settings.timeout, retries: t.settings.retries, pendingTimeout: pendingTimeout, given: map[string]bool{}}
	if ctx == nil {
		return nil, configurationError("%s: the context is nil.", operation.id)
	}
	for _, option := range options {
		if option == nil {
			return nil, configurationError("%s: an option is nil.", operation.id)
		}
		option.applyToCall(read)
	}
	if err := operation.check(read); err != nil {
		return nil, err
	}
	target, err := operation.target(given)
	if err != nil {
		return nil, err
	}
	if read.timeout == 0 {
		read.timeout = defaultTimeout
		if operation.mediaTypes != nil {
			read.timeout = uploadTimeout
		}
	}
	made := &call{operation: operation, url: t.settings.baseURL + target, options: read}
	if operation.idempotent {
		made.key = newKey()
		if read.idempotencyKey != nil {
			made.key = *read.idempotencyKey
		}
	}
	if err := made.readBody(given); err != nil {
		return nil, err
	}
	made.header = t.headerOf(made)
	for name := range made.header {
		if !headerValue.MatchString(made.header.Get(name)) {
			return nil, configurationError("%s: the value for %s must be printable ASCII characters.", operation.id, name)
		}
	}
	return made, nil
}

// readBody takes the body of the call: a stream, JSON that the caller wrote, or the JSON of the struct.
func (c *call) readBody(given given) (err error) {
	switch {
	case c.operation.mediaTypes != nil:
		c.upload, err = newUpload(given.upload)
	case c.options.body != nil:
		c.body = c.options.body
	case given.body != nil:
		if c.body, err = json.Marshal(given.body); err != nil {
			err = configurationError("%s: the body is no JSON: %s.", c.operation.id, err)
		}
	}
	if err == nil && c.body != nil && !isObject(c.body) {
		err = configurationError("%s: the body must be an object of JSON.", c.operation.id)
	}
	return err
}

func isObject(text []byte) bool {
	return json.Valid(text) && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))
}

func (t *transport) headerOf(call *call) http.Header {
	options := call.options
	header := http.Header{}
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	header.Set("Authorization", "Bearer "+t.settings.apiKey.reveal())
	header.Set("User-Agent", t.settings.userAgent)
	header.Set("Accept", "application/json")
	if call.operation.streamed {
		accept := options.accept
		if accept == "" {
			accept = "application/x-ndjson"
		}
		header.Set("Accept", accept+", application/problem+json")
	}
	if call.body != nil {
		header.Set("Content-Type", "application/json")
	}
	if call.upload != nil {
		header.Set("Content-Type", call.operation.mediaTypes[0])
		set("Content-Type", options.contentType)
	}
	set("Idempotency-Key", call.key)
	set("X-Request-Id", options.requestID)
	set("If-Match", options.ifMatch)
	set("If-None-Match", options.ifNoneMatch)
	return header
}

package fulfilment

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// ClientOption is an option of NewClient.
type ClientOption interface{ applyToClient(*settings) }

// CallOption is an option of one call. One that the operation does not take is a ConfigurationError.
type CallOption interface{ applyToCall(*callOptions) }

// Option is an option of one call, or of all calls of a client.
type Option interface {
	ClientOption
	CallOption
}

// Clock tells the time and waits: a test gives one of its own.
type Clock interface {
	// Now is the time.
	Now() time.Time
	// Wait returns after the time, or with the context's error when that ends first.
	Wait(ctx context.Context, duration time.Duration) error
}

// Retry is a retry that is about to be made.
type Retry struct {
	// Operation, as in the OpenAPI documents.
	Operation string
	// Attempt is 1 for the first retry.
	Attempt int
	// Wait is the time until it.
	Wait time.Duration
	// Code of the error that is the reason.
	Code Code
}

// secret is a text that no formatting, log or serialisation shows.
type secret struct{ reveal func() string }

func (secret) String() string               { return "[secret]" }
func (secret) GoString() string             { return "[secret]" }
func (secret) MarshalText() ([]byte, error) { return []byte("[secret]"), nil }

type settings struct {
	apiKey            secret
	baseURL           string
	timeout           time.Duration
	retries           int
	requestsPerSecond float64
	userAgent         string
	http              *http.Client
	onRetry           func(Retry)
	clock             Clock
}

type callOptions struct {
	timeout        time.Duration
	retries        int
	requestID      string
	idempotencyKey *string
	ifMatch        string
	ifNoneMatch    string
	pendingTimeout time.Duration
	given          map[string]bool
	accept         string
	contentType    string
	body           []byte
	answer         *Answer
}

type clientOption func(*settings)

func (o clientOption) applyToClient(s *settings) { o(s) }

type callOption func(*callOptions)

func (o callOption) applyToCall(c *callOptions) { o(c) }

type bothOption struct {
	clientOption
	callOption
}

// WithTimeout limits one attempt; 35 seconds by default, 10 minutes for uploads. The context limits the whole call.
func WithTimeout(timeout time.Duration) Option {
	return bothOption{func(s *settings) { s.timeout = timeout }, func(c *callOptions) { c.timeout = timeout }}
}

// WithRetries sets the retries after the first attempt, 0 or more; 2 by default.
func WithRetries(retries int) Option {
	return bothOption{func(s *settings) { s.retries = retries }, func(c *callOptions) { c.retries = retries }}
}

// WithHTTPClient sends requests through a client of your own, for proxies, certificates and tests. Redirects are not followed.
func WithHTTPClient(client *http.Client) ClientOption {
	return clientOption(func(s *settings) { s.http = client })
}

// WithUserAgent adds the name and version of your program to the User-Agent.
func WithUserAgent(agent string) ClientOption {
	return clientOption(func(s *settings) { s.userAgent += " " + agent })
}

// WithRequestsPerSecond spaces requests: at most this many start in a second, above 0. No limit by default.
func WithRequestsPerSecond(most float64) ClientOption {
	return clientOption(func(s *settings) { s.requestsPerSecond = most })
}

// WithOnRetry is told of each retry before the wait for it, for your log.
func WithOnRetry(tell func(Retry)) ClientOption {
	return clientOption(func(s *settings) { s.onRetry = tell })
}

// WithClock replaces the clock of the machine, for tests.
func WithClock(clock Clock) ClientOption {
	return clientOption(func(s *settings) { s.clock = clock })
}

// WithIdempotencyKey names the call, 1 to 255 printable characters: it takes effect once, however often it is sent. Random by default.
func WithIdempotencyKey(key string) CallOption {
	return callOption(func(c *callOptions) { c.idempotencyKey = &key; c.given["idempotency key"] = true })
}

// WithIfMatch makes the change only if the record still has this version: a number, or an ETag.
func WithIfMatch[V int | int64 | string](version V) CallOption {
	return callOption(func(c *callOptions) { c.ifMatch = quoted(version); c.given["If-Match"] = true })
}

// WithIfNoneMatch names the version that is known already: a NotModifiedError if the record still has it.
func WithIfNoneMatch[V int | int64 | string](version V) CallOption {
	return callOption(func(c *callOptions) { c.ifNoneMatch = quoted(version); c.given["If-None-Match"] = true })
}

// WithPendingTimeout is how long a call is followed that the service has recorded and not yet done (202), a minute by default; then
// it is a PendingError. With 0 the call returns the record as it stands.
func WithPendingTimeout(timeout time.Duration) CallOption {
	return callOption(func(c *callOptions) { c.pendingTimeout = timeout; c.given["pending timeout"] = true })
}

// WithAccept is the media type of a download: application/x-ndjson by default, or text/csv.
func WithAccept(mediaType string) CallOption {
	return callOption(func(c *callOptions) { c.accept = mediaType; c.given["media type of a download"] = true })
}

// WithContentType is the media type of an upload: text/csv by default, or application/x-ndjson.
func WithContentType(mediaType string) CallOption {
	return callOption(func(c *callOptions) { c.contentType = mediaType; c.given["media type of an upload"] = true })
}

// WithRequestID is an own id of the request, 1 to 128 of [A-Za-z0-9._-].
func WithRequestID(id string) CallOption {
	return callOption(func(c *callOptions) { c.requestID = id })
}

// WithBody sends this JSON in place of the body: for members of a later version, which the struct does not have.
func WithBody(json []byte) CallOption {
	return callOption(func(c *callOptions) { c.body = json; c.given["body of JSON"] = true })
}

// WithAnswer writes the facts of the answer to the call: request id, ETag, whether it is a repetition, rate limit. Of several
// answers, such as pages, it has the last one.
func WithAnswer(answer *Answer) CallOption {
	return callOption(func(c *callOptions) { c.answer = answer })
}

var (
	usableKey      = regexp.MustCompile(`^[\x21-\x7e]+$`)
	apiPath        = regexp.MustCompile(`(/account)?/v1$`)
	idempotencyKey = regexp.MustCompile(`^[\x20-\x7e]{1,255}$`)
	headerValue    = regexp.MustCompile(`^[\x20-\x7e]*$`)
	requestID      = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)
)

func readSettings(apiKey, baseURL string, options []ClientOption) (*settings, error) {
	read := &settings{
		apiKey:    secret{func() string { return apiKey }},
		retries:   2,
		userAgent: "fulfilment-go/" + Version + " (" + strings.ReplaceAll(runtime.Version(), " ", "-") + ")",
		http:      &http.Client{},
		onRetry:   func(Retry) {},
		clock:     machineClock{},
	}
	for _, option := range options {
		if option == nil {
			return nil, configurationError("an option of the client is nil.")
		}
		option.applyToClient(read)
	}
	switch {
	case !usableKey.MatchString(apiKey):
		return nil, configurationError("the api key is missing or has blanks or line ends in it.")
	case read.timeout < 0:
		return nil, configurationError("the timeout must be 0, for the default, or above.")
	case read.retries < 0:
		return nil, configurationError("the retries must be a number from 0.")
	case !(read.requestsPerSecond >= 0):
		return nil, configurationError("the requests per second must be 0, for no limit, or above.")
	case !headerValue.MatchString(read.userAgent):
		return nil, configurationError("the user agent must be printable ASCII characters.")
	case read.http == nil || read.onRetry == nil || read.clock == nil:
		return nil, configurationError("an HTTP client, a clock or a function for retries is not to be nil.")
	}
	own := *read.http
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	read.http = &own
	var err error
	read.baseURL, err = readBaseURL(baseURL)
	return read, err
}

func readBaseURL(text string) (string, error) {
	parsed, err := url.Parse(text)
	if err != nil || (parsed.Scheme != "http" && parsed.Scheme != "https") || parsed.Host == "" {
		return "", configurationError("the base URL must be an http or https URL: https://api.example.com.")
	}
	if parsed.User != nil || parsed.RawQuery != "" || parsed.Fragment != "" {
		return "", configurationError("the base URL is to have no credentials, query or fragment.")
	}
	path := apiPath.ReplaceAllString(strings.TrimRight(parsed.EscapedPath(), "/"), "")
	return parsed.Scheme + "://" + parsed.Host + path, nil
}

type machineClock struct{}

func (machineClock) Now() time.Time { return time.Now() }

func (machineClock) Wait(ctx context.Context, duration time.Duration) error {
	if duration <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

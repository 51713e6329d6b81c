package fulfilment

import (
	"context"
	"fmt"
	"iter"
)

// Client is the API of one account and environment, by its key. One serves the whole program, goroutines included.
type Client struct {
	Services
	api *transport
}

// NewClient makes a client. The base URL is the address of the API; a path /v1 at its end is removed. A key or URL that cannot be
// used is a ConfigurationError; nothing is sent.
func NewClient(apiKey, baseURL string, options ...ClientOption) (*Client, error) {
	read, err := readSettings(apiKey, baseURL, options)
	if err != nil {
		return nil, err
	}
	api := &transport{settings: read, throttle: throttle{perSecond: read.requestsPerSecond, clock: read.clock}}
	return &Client{newServices(api), api}, nil
}

// RateLimit is the rate limit that the last answer told; nil before the first one.
func (c *Client) RateLimit() *RateLimitState { return c.api.rateLimit.Load() }

// Feed reads the feed of events, on from where the last run stopped:
//
//	for event, err := range client.Feed(ctx, fulfilment.FilePlaceStore("feed.place"), fulfilment.FeedOptions{}) { … }
//
// An event counts as handled when the loop asks for the next one; its id is stored then. So a crash repeats the event under way and
// skips none: make handling safe to repeat, by the event's ID. At the end of a page the place up to which it looked is stored, so that
// a filter that rarely matches never grows too old.
//
// The loop outlives outages: after a failed connection, or a refusal that may pass, it asks again behind its place, after waits that
// grow to 30 seconds. After any other error it ends. ErrInvalidCursor says that the stored place is past the 30 days of the feed.
func (c *Client) Feed(ctx context.Context, places PlaceStore, options FeedOptions) iter.Seq2[Event, error] {
	return readFeed(ctx, c, places, options)
}

// String names the address and never the key.
func (c *Client) String() string { return fmt.Sprintf("fulfilment.Client(%s)", c.api.settings.baseURL) }

// GoString is String.
func (c *Client) GoString() string { return c.String() }

package fulfilment

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"strings"
	"time"
)

// PlaceStore keeps the place behind which the feed goes on, the id of an event, such as in a row of your database.
type PlaceStore interface {
	// Read returns the stored id; empty before the first event.
	Read(ctx context.Context) (string, error)
	// Write stores an id.
	Write(ctx context.Context, eventID string) error
}

// FilePlaceStore keeps the place in a file of this path. It is written beside it and renamed, so that a crash leaves the old place
// or the new one.
func FilePlaceStore(path string) PlaceStore { return filePlaceStore(path) }

type filePlaceStore string

func (s filePlaceStore) Read(context.Context) (string, error) {
	text, err := os.ReadFile(string(s))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

func (s filePlaceStore) Write(_ context.Context, eventID string) error {
	beside := string(s) + ".new"
	file, err := os.OpenFile(beside, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(eventID + "\n")
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(beside, string(s))
}

// FeedOptions are the options of a reader of the feed.
type FeedOptions struct {
	// Types of the events to read, all by default.
	Types []EventType
	// CreatedAfter begins at the first event that was stored then or later, while no place is kept; at the oldest by default.
	CreatedAfter time.Time
	// UntilEnd ends the loop at the newest event; by default it waits for more.
	UntilEnd bool
	// Poll is the time between looks at the end of the feed, a second by default.
	Poll time.Duration
	// OnRetry is called once for each outage, before its first wait; slog.Warn by default.
	OnRetry func(Retry)
	// MaxSilence is the time without an answer after which the loop ends with the error. By default it never does, and at the first
	// failure with UntilEnd, so that a job ends.
	MaxSilence time.Duration
}

func (o FeedOptions) outages(clock Clock) outages {
	kept := outages{operation: "listEvents", clock: clock, onRetry: o.OnRetry, maxSilence: o.MaxSilence}
	if kept.onRetry == nil {
		kept.onRetry = warnOfOutage
	}
	if kept.maxSilence == 0 && !o.UntilEnd {
		kept.maxSilence = -1
	}
	return kept
}

func readFeed(ctx context.Context, client *Client, places PlaceStore, options FeedOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		poll := options.Poll
		if poll <= 0 {
			poll = time.Second
		}
		outages := options.outages(client.api.settings.clock)
		if places == nil || ctx == nil {
			yield(Event{}, configurationError("a feed needs a context and a store of its place."))
			return
		}
		after, err := places.Read(ctx)
		for err == nil {
			query := ListEventsQuery{Limit: 200, After: after, Types: options.Types}
			if after == "" {
				query.CreatedAfter = options.CreatedAfter
			}
			page, failed := client.Events.List(ctx, query, outages.callOptions()...).First()
			if failed != nil {
				err = outages.waitOut(ctx, failed)
				continue
			}
			outages.answered()
			for _, event := range page.Data {
				if !yield(event, nil) {
					return
				}
				if err := places.Write(ctx, event.ID); err != nil {
					yield(Event{}, err)
					return
				}
				after = event.ID
			}
			if page.NextAfter != nil && *page.NextAfter != after {
				after = *page.NextAfter
				err = places.Write(ctx, after)
			}
			switch {
			case err != nil || page.HasMore:
			case options.UntilEnd:
				return
			default:
				if waitErr := client.api.settings.clock.Wait(ctx, poll); waitErr != nil {
					err = aborted(waitErr, "")
				}
			}
		}
		yield(Event{}, err)
	}
}

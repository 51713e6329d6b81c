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

// PlaceStore keeps the id of the last event that was handled, such as in a row of your database.
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
	Types []string
	// CreatedAfter begins at the first event that was stored then or later, while no place is kept; at the oldest by default.
	CreatedAfter time.Time
	// UntilEnd ends the loop at the newest event; by default it waits for more.
	UntilEnd bool
	// Poll is the time between looks at the end of the feed, a second by default.
	Poll time.Duration
}

func readFeed(ctx context.Context, client *Client, places PlaceStore, options FeedOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		poll := options.Poll
		if poll <= 0 {
			poll = time.Second
		}
		after, err := places.Read(ctx)
		for {
			var page *Page[Event]
			if err == nil {
				query := ListEventsQuery{Limit: 200, After: after, Types: options.Types}
				if after == "" {
					query.CreatedAfter = options.CreatedAfter
				}
				page, err = client.Events.List(ctx, query).First()
			}
			if err != nil {
				yield(Event{}, err)
				return
			}
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
			if page.HasMore {
				continue
			}
			if options.UntilEnd {
				return
			}
			if waitErr := client.api.settings.clock.Wait(ctx, poll); waitErr != nil {
				err = aborted(waitErr, "")
			}
		}
	}
}

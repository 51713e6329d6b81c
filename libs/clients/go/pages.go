package fulfilment

import (
	"context"
	"iter"
	"maps"
)

// Page is one page of a list, as the API answers it.
type Page[T any] struct {
	// Data has the records.
	Data []T `json:"data"`

	// HasMore is true if there is another page.
	HasMore bool `json:"has_more"`

	// NextCursor names the next page; nil at the end.
	NextCursor *string `json:"next_cursor"`

	// NextAfter is the place up to which a page of the feed of events looked; nil for all other lists.
	NextAfter *string `json:"next_after,omitempty"`
}

// Pages is a list that is read page by page, as the records are needed. Each loop reads it again from its start.
type Pages[T any] struct {
	read func(cursor string) (*Page[T], error)
}

func listPages[T any](ctx context.Context, api *transport, operation *operation, given given, options []CallOption) *Pages[T] {
	return &Pages[T]{func(cursor string) (*Page[T], error) {
		query := maps.Clone(given.query)
		if cursor != "" {
			query.Set("cursor", cursor)
		}
		asked := given
		asked.query = query
		page, err := send[Page[T]](ctx, api, operation, asked, options)
		switch {
		case err != nil:
			return nil, err
		case page.Data == nil:
			return nil, brokenPage("The answer is no page of a list: check the base URL.")
		case page.HasMore && (page.NextCursor == nil || *page.NextCursor == cursor):
			return nil, doesNotGoOn()
		}
		return page, nil
	}}
}

// All goes through the records. An error ends the loop and comes with the zero of a record:
//
//	for order, err := range client.Orders.List(ctx, query).All() {
//		if err != nil { return err }
//	}
func (p *Pages[T]) All() iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range p.Pages() {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, record := range page.Data {
				if !yield(record, nil) {
					return
				}
			}
		}
	}
}

// Pages goes through whole pages. An error ends the loop; one is a page whose next cursor was read already.
func (p *Pages[T]) Pages() iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		cursor := ""
		seen := map[string]bool{}
		for {
			seen[cursor] = true
			page, err := p.read(cursor)
			if err == nil && page.HasMore && seen[*page.NextCursor] {
				page, err = nil, doesNotGoOn()
			}
			if !yield(page, err) || err != nil || !page.HasMore {
				return
			}
			cursor = *page.NextCursor
		}
	}
}

// First is the first page.
func (p *Pages[T]) First() (*Page[T], error) { return p.read("") }

// Collect returns the first records, none for a limit of 0; it is compulsory, so that no list fills the memory by surprise.
func (p *Pages[T]) Collect(limit int) ([]T, error) {
	records := []T{}
	if limit <= 0 {
		return records, nil
	}
	for record, err := range p.All() {
		if err != nil {
			return records, err
		}
		if records = append(records, record); len(records) >= limit {
			break
		}
	}
	return records, nil
}

func doesNotGoOn() *UnexpectedAnswerError {
	return brokenPage("The list does not go on: its page names no new cursor. Start again from the first page.")
}

func brokenPage(message string) *UnexpectedAnswerError {
	return &UnexpectedAnswerError{failure: failure{code: ErrUnexpectedAnswer, message: message}, Status: 200}
}

package fulfilment

import (
	"context"
	"fmt"
	"time"
)

// WaitOptions are the options of waiting for an order.
type WaitOptions struct {
	// Timeout is the time to wait at most, a minute by default.
	Timeout time.Duration
	// Poll is the time between looks at the order, half a second by default.
	Poll time.Duration
}

// WaitForOrder reads an order until it is as you want it:
//
//	order, err := client.WaitForOrder(ctx, id, func(order *fulfilment.Order) bool {
//		return order.Allocation == fulfilment.OrderAllocationAllocated
//	}, fulfilment.WaitOptions{})
//
// Where it is not in time, the error is a RequestTimeoutError, and the order as it stands is returned beside it.
func (c *Client) WaitForOrder(ctx context.Context, id string, isReached func(*Order) bool, options WaitOptions) (*Order, error) {
	if options.Timeout <= 0 {
		options.Timeout = time.Minute
	}
	if options.Poll <= 0 {
		options.Poll = 500 * time.Millisecond
	}
	if isReached == nil {
		return nil, configurationError("waiting for an order needs a function that tells when it is as wanted.")
	}
	clock := c.api.settings.clock
	until := clock.Now().Add(options.Timeout - options.Poll)
	for {
		order, err := c.Orders.Get(ctx, id)
		if err != nil || isReached(order) {
			return order, err
		}
		if clock.Now().After(until) {
			message := fmt.Sprintf("%s did not become what was waited for within %s: it is %s and %s.",
				id, options.Timeout, order.Status, order.Allocation)
			return order, &RequestTimeoutError{ConnectionError{failure: failure{code: ErrRequestTimeout, message: message}}}
		}
		if err := clock.Wait(ctx, options.Poll); err != nil {
			return order, aborted(err, "")
		}
	}
}

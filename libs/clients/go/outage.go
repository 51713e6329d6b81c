package fulfilment

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

const (
	longestOutageWait = 30 * time.Second
	// A service that asks for more is looked at before.
	longestAsked = time.Minute
)

// outages are those of a long reader: it asks again for ever, after waits that grow to 30 seconds.
type outages struct {
	operation string
	clock     Clock
	onRetry   func(Retry)
	// maxSilence is the time without an answer after which the reader gives up; negative for never.
	maxSilence time.Duration
	since      time.Time
	attempt    int
}

// callOptions are those of the next call: during an outage each look is one request.
func (o *outages) callOptions() []CallOption {
	if o.attempt == 0 {
		return nil
	}
	return []CallOption{WithRetries(0)}
}

// answered ends the outage.
func (o *outages) answered() { o.attempt = 0 }

// waitOut waits before the next call. It returns the error where it is none of an outage, or the silence is too long.
func (o *outages) waitOut(ctx context.Context, err error) error {
	var own Error
	if !maySucceedLater(err) || !errors.As(err, &own) {
		return err
	}
	now := o.clock.Now()
	if o.attempt == 0 {
		o.since = now
	}
	wait := backOff(o.attempt, longestOutageWait, chance())
	if asked := retryAfterIn(err); asked != nil {
		wait = max(wait, min(*asked, longestAsked))
	}
	if o.maxSilence >= 0 && now.Add(wait).Sub(o.since) > o.maxSilence {
		return err
	}
	o.attempt++
	if o.attempt == 1 {
		o.onRetry(Retry{Operation: o.operation, Attempt: 1, Wait: wait, Code: own.Code()})
	}
	if err := o.clock.Wait(ctx, wait); err != nil {
		return aborted(err, "")
	}
	return nil
}

func warnOfOutage(retry Retry) {
	slog.Warn("fulfilment: no answer; trying again until there is one", "operation", retry.Operation, "code", string(retry.Code))
}

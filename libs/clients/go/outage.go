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
	code, asked, isOfOutage := readOutage(err)
	if !isOfOutage {
		return err
	}
	now := o.clock.Now()
	if o.attempt == 0 {
		o.since = now
	}
	backOff := time.Duration(float64(min(longestOutageWait, firstWait<<min(o.attempt, 10))) * (0.5 + chance()/2))
	wait := max(backOff, min(asked, longestAsked))
	if o.maxSilence >= 0 && now.Add(wait).Sub(o.since) > o.maxSilence {
		return err
	}
	o.attempt++
	if o.attempt == 1 {
		o.onRetry(Retry{Operation: o.operation, Attempt: 1, Wait: wait, Code: code})
	}
	if err := o.clock.Wait(ctx, wait); err != nil {
		return aborted(err, "")
	}
	return nil
}

func readOutage(err error) (code Code, asked time.Duration, isOfOutage bool) {
	var refusal *APIError
	var unexpected *UnexpectedAnswerError
	var connection *ConnectionError
	switch {
	case errors.As(err, &refusal):
		if refusal.RetryAfter != nil {
			asked = *refusal.RetryAfter
		}
		return refusal.Code(), asked, refusal.Retryable || isPassing(refusal.Status)
	case errors.As(err, &unexpected):
		return unexpected.Code(), 0, isPassing(unexpected.Status)
	case errors.As(err, &connection):
		return connection.Code(), 0, true
	default:
		return "", 0, false
	}
}

func isPassing(status int) bool { return status == 408 || status == 429 || status >= 500 }

func warnOfOutage(retry Retry) {
	slog.Warn("fulfilment: no answer; trying again until there is one", "operation", retry.Operation, "code", string(retry.Code))
}

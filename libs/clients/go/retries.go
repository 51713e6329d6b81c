package fulfilment

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"sync"
	"time"
)

const (
	firstWait   = 500 * time.Millisecond
	longestWait = 8 * time.Second
	// A service that wants more is not waited for: the caller gets the error.
	longestRetryAfter = 60 * time.Second
)

// waitBeforeRetry is the time to wait before the next attempt; false if the call is not to be sent again. Attempt is 0 for the first
// one, which failed; repeatable: the call reads, or has an idempotency key; chance is from 0 to 1.
func waitBeforeRetry(err error, attempt int, repeatable bool, chance float64) (time.Duration, bool) {
	if !isRetryable(err, repeatable) {
		return 0, false
	}
	wait := backOff(attempt, longestWait, chance)
	asked := retryAfterIn(err)
	if asked == nil {
		return wait, true
	}
	return max(*asked+time.Duration(chance*float64(firstWait)), wait), *asked <= longestRetryAfter
}

func isRetryable(err error, repeatable bool) bool {
	var refusal *APIError
	// The API refuses for the rate before it does anything.
	return maySucceedLater(err) && (repeatable || errors.As(err, &refusal) && refusal.Status == http.StatusTooManyRequests)
}

// maySucceedLater is true for an error after which the same request may succeed later: of the API, of a proxy before it, or of the
// network.
func maySucceedLater(err error) bool {
	var refusal *APIError
	var unexpected *UnexpectedAnswerError
	var connection *ConnectionError
	switch {
	case errors.As(err, &refusal):
		return refusal.Retryable || isPassing(refusal.Status)
	case errors.As(err, &unexpected):
		return isPassing(unexpected.Status)
	default:
		return errors.As(err, &connection)
	}
}

func isPassing(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500
}

// backOff is the time before the next attempt: half a second that doubles, 50 to 100 % of it by chance.
func backOff(attempt int, longest time.Duration, chance float64) time.Duration {
	return time.Duration(float64(min(longest, firstWait<<min(attempt, 10))) * (0.5 + chance/2))
}

// retryAfterIn is the time that an answer asks to wait; nil where it asks for none.
func retryAfterIn(err error) *time.Duration {
	var refusal *APIError
	var unexpected *UnexpectedAnswerError
	switch {
	case errors.As(err, &refusal):
		return refusal.RetryAfter
	case errors.As(err, &unexpected):
		return unexpected.RetryAfter
	default:
		return nil
	}
}

func chance() float64 { return mathrand.Float64() }

// throttle gives each request its turn, so that no more than some start in a second.
type throttle struct {
	perSecond float64
	clock     Clock
	mutex     sync.Mutex
	nextAt    time.Time
}

// turn returns when the request may start.
func (t *throttle) turn(ctx context.Context) error {
	if t.perSecond <= 0 {
		return ctx.Err()
	}
	t.mutex.Lock()
	now := t.clock.Now()
	at := now
	if t.nextAt.After(now) {
		at = t.nextAt
	}
	t.nextAt = at.Add(time.Duration(float64(time.Second) / t.perSecond))
	t.mutex.Unlock()
	return t.clock.Wait(ctx, at.Sub(now))
}

// newKey is a random idempotency key: a UUID of version 4.
func newKey() string {
	var bytes [16]byte
	_, _ = rand.Read(bytes[:]) // It never fails: it ends the program instead.
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}

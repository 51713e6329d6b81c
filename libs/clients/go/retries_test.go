package fulfilment

import (
	"testing"
	"time"
)

func refusal(status int, retryAfter time.Duration, retryable bool) error {
	refused := &APIError{Status: status, Retryable: retryable}
	if retryAfter > 0 {
		refused.RetryAfter = &retryAfter
	}
	return refused
}

func TestWaitsDoubleFromHalfASecondToEight(t *testing.T) {
	whole := []time.Duration{500, 1_000, 2_000, 4_000, 8_000, 8_000}
	for attempt, milliseconds := range whole {
		longest, _ := waitBeforeRetry(refusal(503, 0, true), attempt, true, 1)
		shortest, _ := waitBeforeRetry(refusal(503, 0, true), attempt, true, 0)
		if longest != milliseconds*time.Millisecond || shortest != longest/2 {
			t.Errorf("attempt %d waits %s to %s", attempt, shortest, longest)
		}
	}
	if far, _ := waitBeforeRetry(refusal(503, 0, true), 1_000, true, 1); far != longestWait {
		t.Errorf("attempt 1000 waits %s", far)
	}
}

func TestRetryAfterIsNeverUndercutAndNotWaitedForBeyondAMinute(t *testing.T) {
	for _, each := range []struct {
		asked, want time.Duration
		chance      float64
		again       bool
	}{
		{20 * time.Second, 20 * time.Second, 0, true},
		{60 * time.Second, 60_500 * time.Millisecond, 1, true},
		{61 * time.Second, 61 * time.Second, 0, false},
	} {
		wait, again := waitBeforeRetry(refusal(429, each.asked, true), 0, true, each.chance)
		if wait != each.want || again != each.again {
			t.Errorf("%s: %s, %t", each.asked, wait, again)
		}
	}
}

func TestIsNotRepeated(t *testing.T) {
	lost := &ConnectionError{}
	for name, each := range map[string]struct {
		err        error
		repeatable bool
	}{
		"a refusal that is not retryable":           {refusal(409, 0, false), true},
		"a page of a proxy that forbids":            {&UnexpectedAnswerError{Status: 403}, true},
		"a write without a key after a proxy's 429": {&UnexpectedAnswerError{Status: 429}, false},
		"a write without a key after 503":           {refusal(503, 0, true), false},
		"a write without a key after lost answers":  {lost, false},
		"an answer of another server":               {&UnexpectedAnswerError{Status: 404}, true},
		"a call that its context ended":             {&AbortedError{}, true},
	} {
		if _, again := waitBeforeRetry(each.err, 0, each.repeatable, 0); again {
			t.Error(name)
		}
	}
	if _, again := waitBeforeRetry(&RequestTimeoutError{ConnectionError: *lost}, 0, true, 0); !again {
		t.Error("a request timeout of a repeatable call is not repeated")
	}
}

func TestIsRepeatedByStatus(t *testing.T) {
	for _, status := range []int{408, 429, 500, 502, 503, 504, 520} {
		for _, err := range []error{refusal(status, 0, false), &UnexpectedAnswerError{Status: status}} {
			if _, again := waitBeforeRetry(err, 0, true, 0); !again {
				t.Errorf("%T %d is not repeated", err, status)
			}
		}
	}
	if _, again := waitBeforeRetry(refusal(409, 0, true), 0, true, 0); !again {
		t.Error("a conflict that the API calls retryable is not repeated")
	}
}

func TestAPageOfAProxyIsWaitedForAsItAsks(t *testing.T) {
	asked := 3 * time.Second
	if wait, again := waitBeforeRetry(&UnexpectedAnswerError{Status: 503, RetryAfter: &asked}, 0, true, 0); wait != asked || !again {
		t.Error(wait, again)
	}
}

func TestKeysAreRandomUUIDs(t *testing.T) {
	first, second := newKey(), newKey()
	if first == second || len(first) != 36 || first[14] != '4' {
		t.Error(first, second)
	}
}

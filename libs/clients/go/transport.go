package fulfilment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

const (
	defaultTimeout = 35 * time.Second
	uploadTimeout  = 10 * time.Minute
	pendingTimeout = time.Minute
	shortestFollow = 250 * time.Millisecond
	// largestAnswer is far beyond a page of about 4 MB.
	largestAnswer = 64 << 20
	// byteOrderMark is no part of JSON, and no reason to lose a whole answer.
	byteOrderMark = "\ufeff"
)

// transport sends calls over net/http: keys, retries, time limits, pages, batches and files.
type transport struct {
	settings  *settings
	throttle  throttle
	rateLimit atomic.Pointer[RateLimitState]
}

// answered is a whole answer with the status of a success.
type answered struct {
	body   []byte
	status int
	wait   time.Duration
	facts  Answer
}

// send makes a call and reads the record of its answer.
func send[T any](ctx context.Context, api *transport, operation *operation, given given, options []CallOption) (*T, error) {
	call, err := api.newCall(ctx, operation, given, options)
	if err != nil {
		return nil, err
	}
	var body []byte
	if operation.batch != nil {
		body, err = api.sendBatch(ctx, call)
	} else {
		body, err = api.sendOne(ctx, call)
	}
	if body == nil {
		return nil, err
	}
	record := new(T)
	if len(body) == 0 {
		return record, err
	}
	readErr := json.Unmarshal(body, record)
	if string(bytes.TrimSpace(body)) == "null" {
		readErr = errors.New("it is null")
	}
	if readErr != nil {
		message := fmt.Sprintf("The answer to %s is not of the form that this version knows: %s. Check the base URL, or take a later version of the library.", operation.id, readErr)
		return nil, &UnexpectedAnswerError{failure: failure{ErrUnexpectedAnswer, message, readErr}, Status: http.StatusOK, IdempotencyKey: call.key}
	}
	return record, err
}

// download makes a call whose answer is a file.
func download(ctx context.Context, api *transport, operation *operation, given given, options []CallOption) (*Download, error) {
	call, err := api.newCall(ctx, operation, given, options)
	if err != nil {
		return nil, err
	}
	var file *Download
	err = api.retrying(ctx, call, func() error {
		attempt, response, err := api.open(ctx, call)
		if err != nil {
			return err
		}
		contentType := response.Header.Get("Content-Type")
		if response.StatusCode != http.StatusOK || strings.Contains(contentType, "html") {
			defer attempt.end()
			body, err := attempt.readAll(response)
			if err == nil {
				err = errorOf(response, body, "", api.settings.clock.Now())
			}
			return err
		}
		// The time limit is for the head of the answer; the file may take its time.
		attempt.timer.Stop()
		file = &Download{contentType, readAnswer(response).RequestID, response.Body, attempt.cancel, ctx}
		return nil
	})
	return file, err
}

// sendOne makes one call and follows it to its end. Beside a PendingError it returns the record as it stands.
func (t *transport) sendOne(ctx context.Context, call *call) ([]byte, error) {
	until := t.settings.clock.Now().Add(call.options.pendingTimeout)
	for {
		var answer answered
		err := t.retrying(ctx, call, func() (err error) {
			answer, err = t.exchange(ctx, call)
			return err
		})
		if err != nil {
			return nil, err
		}
		if call.options.answer != nil {
			*call.options.answer = answer.facts
		}
		if answer.status != http.StatusAccepted || !call.operation.pending || call.options.pendingTimeout <= 0 {
			return answer.body, nil
		}
		if t.settings.clock.Now().Add(answer.wait).After(until) {
			message := fmt.Sprintf("The call is recorded and not yet done. Repeat it with the idempotency key %s to get its answer.", call.key)
			return answer.body, &PendingError{failure{code: ErrPending, message: message}, call.key, answer.facts.RequestID}
		}
		// The same call under its key gets the final answer, and waits for it at the service.
		if err := t.settings.clock.Wait(ctx, answer.wait); err != nil {
			return nil, aborted(err, call.key)
		}
	}
}

// sendBatch makes the requests of a batch one after another, and joins their results.
func (t *transport) sendBatch(ctx context.Context, whole *call) ([]byte, error) {
	batch := whole.operation.batch
	cuts, err := cutBatch(whole.body, batch)
	if err != nil {
		return nil, err
	}
	if len(cuts) == 1 {
		return t.sendOne(ctx, whole)
	}
	var results []json.RawMessage
	for place, cut := range cuts {
		part := *whole
		part.body = cut.body
		part.key = keyOfCut(whole.key, place+1)
		part.header = t.headerOf(&part)
		answer, err := t.sendOne(ctx, &part)
		var found []json.RawMessage
		if err == nil {
			found, err = resultsFrom(answer, batch.results, cut.from)
		}
		if err != nil {
			joined, _ := json.Marshal(map[string]any{batch.results: append([]json.RawMessage{}, results...)})
			return joined, batchInterrupted(len(results), whole.key, err)
		}
		results = append(results, found...)
	}
	return json.Marshal(map[string]any{batch.results: results})
}

// retrying makes attempts until one succeeds, or fails for good.
func (t *transport) retrying(ctx context.Context, call *call, once func() error) error {
	repeatable := call.operation.method == http.MethodGet || call.key != ""
	hasBody := call.upload == nil || call.upload.rewind != nil
	for attempt := 0; ; attempt++ {
		if err := t.throttle.turn(ctx); err != nil {
			return aborted(err, call.key)
		}
		err := once()
		if err == nil {
			return nil
		}
		wait, again := waitBeforeRetry(err, attempt, repeatable, chance())
		if !again || !hasBody || attempt >= call.options.retries {
			return err
		}
		code := ErrConnectionFailed
		var own Error
		if errors.As(err, &own) {
			code = own.Code()
		}
		t.settings.onRetry(Retry{call.operation.id, attempt + 1, wait, code})
		if err := t.settings.clock.Wait(ctx, wait); err != nil {
			return aborted(err, call.key)
		}
	}
}

// exchange makes one attempt and reads its whole answer.
func (t *transport) exchange(ctx context.Context, call *call) (answered, error) {
	attempt, response, err := t.open(ctx, call)
	if err != nil {
		return answered{}, err
	}
	defer attempt.end()
	body, err := attempt.readAll(response)
	if err != nil {
		return answered{}, err
	}
	now := t.settings.clock.Now()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return answered{}, errorOf(response, body, call.key, now)
	}
	wait := time.Second
	if asked := readRetryAfter(response.Header, now); asked != nil {
		wait = max(shortestFollow, *asked)
	}
	answer := answered{body, response.StatusCode, wait, readAnswer(response)}
	if len(body) == 0 && response.StatusCode == http.StatusNoContent {
		return answer, nil
	}
	if len(body) > 0 && !strings.Contains(response.Header.Get("Content-Type"), "json") {
		return answered{}, unexpectedAnswer(response, body, call.key, now)
	}
	if !json.Valid(body) {
		message := fmt.Sprintf("Only a part of the answer came (%d bytes).%s", len(body), repeatHint(call.key))
		return answered{}, &ConnectionError{failure{code: ErrConnectionFailed, message: message}, call.key}
	}
	return answer, nil
}

// attempt is one request with its time limit.
type attempt struct {
	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	late   atomic.Bool
	outer  context.Context
	call   *call
}

// open sends one attempt and waits for the head of its answer.
func (t *transport) open(outer context.Context, call *call) (*attempt, *http.Response, error) {
	ctx, cancel := context.WithCancel(outer)
	made := &attempt{ctx: ctx, cancel: cancel, outer: outer, call: call}
	made.timer = time.AfterFunc(call.options.timeout, func() {
		made.late.Store(true)
		cancel()
	})
	response, err := t.roundTrip(made)
	if err != nil {
		err = made.failed(err)
		made.end()
		return nil, nil, err
	}
	if limit := readRateLimit(response.Header); limit != nil {
		t.rateLimit.Store(limit)
	}
	return made, response, nil
}

func (t *transport) roundTrip(attempt *attempt) (*http.Response, error) {
	call := attempt.call
	var body io.Reader
	switch {
	case call.upload != nil:
		stream, err := call.upload.attempt(attempt.ctx)
		if err != nil {
			return nil, err
		}
		body = stream
	case call.body != nil:
		// Without its type net/http cannot send the body again by itself: retries are counted here.
		body = io.NopCloser(bytes.NewReader(call.body))
	}
	request, err := http.NewRequestWithContext(attempt.ctx, call.operation.method, call.url, body)
	if err != nil {
		return nil, err
	}
	request.Header = call.header.Clone()
	if call.body != nil {
		request.ContentLength = int64(len(call.body))
	}
	return t.settings.http.Do(request)
}

func (a *attempt) end() {
	a.timer.Stop()
	a.cancel()
}

func (a *attempt) readAll(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer))
	if err != nil {
		return nil, a.failed(err)
	}
	return bytes.TrimPrefix(body, []byte(byteOrderMark)), nil
}

// failed is the error of an attempt without a whole answer.
func (a *attempt) failed(err error) error {
	key := a.call.key
	var own Error
	if errors.As(err, &own) {
		return own
	}
	if a.outer.Err() != nil {
		return aborted(a.outer.Err(), key)
	}
	var wrapped *url.Error
	reason := err
	if errors.As(err, &wrapped) {
		reason = wrapped.Err
	}
	if a.late.Load() || (wrapped != nil && wrapped.Timeout()) {
		message := fmt.Sprintf("No answer within %d ms.%s", a.call.options.timeout.Milliseconds(), repeatHint(key))
		return &RequestTimeoutError{ConnectionError{failure{ErrRequestTimeout, message, err}, key}}
	}
	message := fmt.Sprintf("No complete answer came from %s: %s.%s", originOf(a.call.url), reason, repeatHint(key))
	return &ConnectionError{failure{ErrConnectionFailed, message, err}, key}
}

func originOf(address string) string {
	read, err := url.Parse(address)
	if err != nil {
		return address
	}
	return read.Scheme + "://" + read.Host
}

func repeatHint(key string) string {
	if key == "" {
		return ""
	}
	return fmt.Sprintf(" The call may have taken effect: repeat it with the idempotency key %s.", key)
}

func aborted(cause error, key string) error {
	return &AbortedError{failure{ErrAborted, fmt.Sprintf("The call was ended by its context: %s.%s", cause, repeatHint(key)), cause}, key}
}

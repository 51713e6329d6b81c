package fulfilment

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// Answer has the facts that the headers of an answer tell: see WithAnswer.
type Answer struct {
	// Status of the answer.
	Status int
	// RequestID names the request.
	RequestID string
	// ETag is the quoted version of the record, for WithIfMatch; empty without one.
	ETag string
	// Replayed is true if this repeats the answer to an earlier request with the same idempotency key.
	Replayed bool
	// RateLimit after this answer; nil if it tells none.
	RateLimit *RateLimitState
}

// RateLimitState is the rate limit after an answer.
type RateLimitState struct {
	// Limit is the requests at once: the size of the bucket.
	Limit int
	// Remaining is the requests that would be admitted now.
	Remaining int
	// ResetAt is when the bucket is full again.
	ResetAt time.Time
}

func readAnswer(response *http.Response) Answer {
	header := response.Header
	return Answer{
		Status:    response.StatusCode,
		RequestID: header.Get("X-Request-Id"),
		ETag:      header.Get("ETag"),
		Replayed:  header.Get("Idempotency-Replayed") == "true",
		RateLimit: readRateLimit(header),
	}
}

func readRateLimit(header http.Header) *RateLimitState {
	limit, err := strconv.Atoi(header.Get("X-RateLimit-Limit"))
	remaining, err2 := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	reset, err3 := strconv.ParseInt(header.Get("X-RateLimit-Reset"), 10, 64)
	if err != nil || err2 != nil || err3 != nil {
		return nil
	}
	return &RateLimitState{limit, remaining, time.Unix(reset, 0)}
}

// readRetryAfter reads Retry-After, a number of seconds or a date; nil without one.
func readRetryAfter(header http.Header, now time.Time) *time.Duration {
	text := header.Get("Retry-After")
	var duration time.Duration
	// Of more digits it is the largest number, which is not waited for either.
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil || errors.Is(err, strconv.ErrRange) {
		duration = time.Duration(seconds) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		duration = max(0, at.Sub(now))
	} else {
		return nil
	}
	return &duration
}

// errorOf is the error of an answer that is no success.
func errorOf(response *http.Response, body []byte, key string, now time.Time) error {
	if response.StatusCode == http.StatusNotModified {
		return &NotModifiedError{failure{code: ErrNotModified, message: "The record still has this version."}}
	}
	problem, ok := readProblem(body)
	if !ok {
		return unexpectedAnswer(response, body, key, now)
	}
	code := Code(problem.Code)
	remedy := code.Remedy()
	message := fmt.Sprintf("%s (%d): %s Request %s.", code, response.StatusCode, problem.Detail, problem.RequestID)
	if remedy != "" {
		message += " " + remedy
	}
	return &APIError{
		failure:        failure{code: code, message: message},
		Status:         response.StatusCode,
		RequestID:      problem.RequestID,
		Retryable:      problem.Retryable,
		Detail:         problem.Detail,
		Errors:         problem.Errors,
		Remedy:         remedy,
		RetryAfter:     readRetryAfter(response.Header, now),
		IdempotencyKey: key,
		Problem:        problem,
		RawProblem:     body,
	}
}

// readProblem reads a problem. A member that has another form than this version knows is left to RawProblem.
func readProblem(body []byte) (Problem, bool) {
	var problem Problem
	if json.Unmarshal(body, &problem) == nil {
		return problem, problem.Code != ""
	}
	var usual struct {
		Code      string `json:"code"`
		Title     string `json:"title"`
		Detail    string `json:"detail"`
		RequestID string `json:"request_id"`
		Retryable bool   `json:"retryable"`
	}
	if json.Unmarshal(body, &usual) != nil || usual.Code == "" {
		return Problem{}, false
	}
	return Problem{Code: usual.Code, Title: usual.Title, Detail: usual.Detail, RequestID: usual.RequestID, Retryable: usual.Retryable}, true
}

// unexpectedAnswer is the error of an answer that the API does not give.
func unexpectedAnswer(response *http.Response, body []byte, key string, now time.Time) *UnexpectedAnswerError {
	contentType := response.Header.Get("Content-Type")
	if contentType == "" {
		contentType = "no content type"
	}
	status := response.StatusCode
	blame := "check the base URL and the proxies on the way"
	if status >= 400 && status != http.StatusNotFound {
		// A 404 is most often a wrong address; other refusals come from what stands before the API.
		blame = "a proxy on the way refused"
	}
	hint := fmt.Sprintf("not an answer of the API: %s. It began with %q.", blame, body[:min(80, len(body))])
	if to := response.Header.Get("Location"); to != "" && status >= 300 && status < 400 {
		hint = fmt.Sprintf("a redirect to %s, which is not followed, so that the key stays here: use that address as base URL.", to)
	}
	message := fmt.Sprintf("%s answered %d with %s: %s", response.Request.URL, status, contentType, hint)
	return &UnexpectedAnswerError{
		failure:        failure{code: ErrUnexpectedAnswer, message: message},
		Status:         status,
		RequestID:      response.Header.Get("X-Request-Id"),
		RetryAfter:     readRetryAfter(response.Header, now),
		IdempotencyKey: key,
	}
}

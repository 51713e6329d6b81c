package fulfilment

import (
	"encoding/json"
	"fmt"
	"time"
)

// Code names the reason of an error, for programs: a code of the API, or one of this library. It can be compared by errors.Is:
//
//	if errors.Is(err, fulfilment.ErrInsufficientStock) { … }
type Code string

// Error is the code itself, so that a code can stand in errors.Is.
func (c Code) Error() string { return string(c) }

// Codes of the errors of the library itself.
const (
	ErrInvalidConfiguration Code = "invalid_configuration"
	ErrConnectionFailed     Code = "connection_failed"
	// Within the client, where an answer was not there in time; of the API (408), where a request was not: nothing was done then.
	ErrRequestTimeout          Code = "request_timeout"
	ErrAborted                 Code = "aborted"
	ErrUnexpectedAnswer        Code = "unexpected_answer"
	ErrNotModified             Code = "not_modified"
	ErrPending                 Code = "pending"
	ErrBatchInterrupted        Code = "batch_interrupted"
	ErrMissingSignature        Code = "missing_signature"
	ErrInvalidSignature        Code = "invalid_signature"
	ErrTimestampOutOfTolerance Code = "timestamp_out_of_tolerance"
	ErrMalformedPayload        Code = "malformed_payload"
)

// Error is any error of this library. None of them holds the API key.
type Error interface {
	error
	// Code is stable: a code of the API, or one of this library.
	Code() Code
}

// failure is the part that all errors share.
type failure struct {
	code    Code
	message string
	cause   error
}

// Error is the message: the reason, and what to do.
func (f *failure) Error() string { return f.message }

// Code names the reason.
func (f *failure) Code() Code { return f.code }

// Unwrap is the error behind this one.
func (f *failure) Unwrap() error { return f.cause }

// Is compares with a Code.
func (f *failure) Is(target error) bool { return target == error(f.code) }

// ConfigurationError says that the options of the client, or the arguments of a call, cannot be used. Nothing was sent.
type ConfigurationError struct{ failure }

func configurationError(format string, values ...any) *ConfigurationError {
	return &ConfigurationError{failure{code: ErrInvalidConfiguration, message: fmt.Sprintf(format, values...)}}
}

// ConnectionError says that no answer came, or only a part of one. A write may have taken effect: repeat it under its key.
type ConnectionError struct {
	failure
	// IdempotencyKey is the key of the call, to repeat it; empty for a read.
	IdempotencyKey string
}

// RequestTimeoutError says that the answer did not come in time. It is a ConnectionError too, for errors.As.
type RequestTimeoutError struct{ ConnectionError }

// Unwrap is the ConnectionError, and behind it the error of the connection.
func (e *RequestTimeoutError) Unwrap() error { return &e.ConnectionError }

// AbortedError says that the caller's context ended the call; errors.Is finds context.Canceled or context.DeadlineExceeded in it.
type AbortedError struct {
	failure
	// IdempotencyKey is the key of the call, which may have taken effect; empty for a read.
	IdempotencyKey string
}

// UnexpectedAnswerError says that the answer is not one of the API. Most often the base URL is wrong, or a proxy answered.
type UnexpectedAnswerError struct {
	failure
	// Status of the answer.
	Status int
	// RequestID is empty where the answer has none.
	RequestID string
	// RetryAfter is the time to wait before a retry; nil if the answer names none.
	RetryAfter *time.Duration
	// IdempotencyKey is the key of the call, which may have taken effect; empty for a read.
	IdempotencyKey string
}

// NotModifiedError says that the record still has the version of WithIfNoneMatch.
type NotModifiedError struct{ failure }

// PendingError says that the service has recorded the call and will do it later than the pending timeout. Repeat it under its key.
// The record as it stands is returned beside it.
type PendingError struct {
	failure
	// IdempotencyKey of the call.
	IdempotencyKey string
	// RequestID of the last answer.
	RequestID string
}

// BatchInterruptedError says that a batch of several requests stopped after some of them; the reason is wrapped. The results so
// far are returned beside it.
type BatchInterruptedError struct {
	failure
	// Answered is the number of items that have a result; nothing is known of the others.
	Answered int
	// IdempotencyKey of the batch: the same call under it goes on where it stopped.
	IdempotencyKey string
}

func batchInterrupted(answered int, key string, cause error) *BatchInterruptedError {
	message := fmt.Sprintf("%d items were answered, then: %s Repeat the batch with the idempotency key %s.", answered, cause, key)
	return &BatchInterruptedError{failure{ErrBatchInterrupted, message, cause}, answered, key}
}

// WebhookError says that a delivery is not to be trusted, with the reason as its code. Answer it with 400 and say nothing of the
// reason.
type WebhookError struct{ failure }

func webhookError(code Code, cause error, format string, values ...any) *WebhookError {
	return &WebhookError{failure{code, fmt.Sprintf(format, values...), cause}}
}

// APIError is a refusal by the API (RFC 9457), of a code that this version knows or of a later one.
type APIError struct {
	failure
	// Status of the answer.
	Status int
	// RequestID names the request, for the logs of both sides.
	RequestID string
	// Retryable is true if the same request can still succeed.
	Retryable bool
	// Detail is for people.
	Detail string
	// Errors has the offending fields or lines, at most 100.
	Errors []ProblemItem
	// Remedy says what to do, by the error catalogue; empty for a code of a later version.
	Remedy string
	// RetryAfter is the time to wait before a retry; nil if the API names none.
	RetryAfter *time.Duration
	// IdempotencyKey of the call that was refused; empty for a read.
	IdempotencyKey string
	// Problem has the members of the code (CurrentStatus, CurrentVersion, …) too.
	Problem Problem
	// RawProblem is the answer as it came.
	RawProblem json.RawMessage
}

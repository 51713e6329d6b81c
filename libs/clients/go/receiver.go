package fulfilment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
)

// largestDelivery is the largest body that is read: a batch of 100 events stays below it.
const largestDelivery = 8 << 20

// EventHandler handles one event; an error makes the service send the delivery again.
type EventHandler func(ctx context.Context, event Event, delivery *WebhookDelivery) error

// WebhookReceiver receives webhooks: it verifies each delivery, and calls the handlers of its events one after another. It is an
// http.Handler:
//
//	receiver, err := fulfilment.NewWebhookReceiver([]string{secret}, fulfilment.ReceiverOptions{})
//	receiver.OnOrderShipped(func(ctx context.Context, event *fulfilment.OrderShipped, _ *fulfilment.WebhookDelivery) error { … })
//	http.Handle("POST /hook", receiver)
//
// An event may come more than once and out of order: look its ID up, and compare Sequence. Add all handlers before it serves.
type WebhookReceiver struct {
	secrets  []secret
	options  ReceiverOptions
	handlers map[EventType][]EventHandler
	others   []EventHandler
}

// ReceiverOptions are the options of a receiver.
type ReceiverOptions struct {
	VerifyOptions
	// Secrets is called for each delivery and gives secrets beside those of NewWebhookReceiver, such as rotated ones.
	Secrets func() []string
	// OnError is told of refused requests and failed handlers, for your log; slog.Default is by default.
	OnError func(error)
}

// NewWebhookReceiver makes a receiver. The secrets are those of the endpoint, as they were shown: one, or several during a rotation;
// none only where ReceiverOptions.Secrets gives them. One that is not whsec_ and the base64 of 16 bytes or more is a
// ConfigurationError. Where the function gives such ones, OnError is told of it, and the delivery comes again.
func NewWebhookReceiver(secrets []string, options ReceiverOptions) (*WebhookReceiver, error) {
	if len(secrets) > 0 || options.Secrets == nil {
		var err error
		if secrets, err = readSecrets(secrets); err != nil {
			return nil, err
		}
	}
	if options.OnError == nil {
		options.OnError = logDelivery
	}
	kept := make([]secret, len(secrets))
	for i, each := range secrets {
		kept[i] = secret{func() string { return each }}
	}
	return &WebhookReceiver{secrets: kept, options: options, handlers: map[EventType][]EventHandler{}}, nil
}

// On adds a handler of one type, such as EventOrderShipped or a type of a later version.
func (r *WebhookReceiver) On(eventType EventType, handle EventHandler) {
	r.handlers[eventType] = append(r.handlers[eventType], handle)
}

// OnOther adds a handler of all events that no other handler is for, unknown types too.
func (r *WebhookReceiver) OnOther(handle EventHandler) { r.others = append(r.others, handle) }

func onTyped[E any](r *WebhookReceiver, eventType EventType, handle func(context.Context, *E, *WebhookDelivery) error) {
	r.On(eventType, func(ctx context.Context, event Event, delivery *WebhookDelivery) error {
		typed, ok := event.As().(*E)
		if !ok {
			return fmt.Errorf("event %s of type %s is not of the form that this version knows: take a later version of the library", event.ID, event.Type)
		}
		return handle(ctx, typed, delivery)
	})
}

// Receive handles one request, for frameworks other than net/http. It returns the status to answer: 204 when all handlers have
// ended, 400 for a delivery that is not to be trusted, 500 when a handler failed, so that the delivery comes again.
func (r *WebhookReceiver) Receive(ctx context.Context, rawBody []byte, header http.Header) int {
	err := r.handle(ctx, rawBody, header)
	if err == nil {
		return http.StatusNoContent
	}
	r.options.OnError(err)
	var refused *WebhookError
	if errors.As(err, &refused) {
		return http.StatusBadRequest
	}
	return http.StatusInternalServerError
}

// ServeHTTP answers a request with the status of Receive, and no body.
func (r *WebhookReceiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, largestDelivery))
	if err != nil {
		r.options.OnError(webhookError(ErrMalformedPayload, err, "The body did not come, or is larger than %d bytes.", largestDelivery))
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	response.WriteHeader(r.Receive(request.Context(), body, request.Header))
}

func logDelivery(err error) {
	var refused *WebhookError
	if errors.As(err, &refused) {
		slog.Warn("fulfilment: a delivery is refused", "error", err)
		return
	}
	slog.Error("fulfilment: a delivery failed, and comes again", "error", err)
}

// handle calls the handlers; one that panics has failed.
func (r *WebhookReceiver) handle(ctx context.Context, rawBody []byte, header http.Header) (err error) {
	secrets := make([]string, len(r.secrets))
	for i, each := range r.secrets {
		secrets[i] = each.reveal()
	}
	if r.options.Secrets != nil {
		secrets = append(secrets, r.options.Secrets()...)
	}
	delivery, err := VerifyWebhook(rawBody, header, secrets, r.options.VerifyOptions)
	if err != nil {
		return err
	}
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("a handler of delivery %s panicked: %v", delivery.ID, reason)
		}
	}()
	for _, event := range delivery.Events {
		handlers, known := r.handlers[event.Type]
		if !known {
			handlers = r.others
		}
		for _, handle := range handlers {
			if err := handle(ctx, event, delivery); err != nil {
				// A handler's own WebhookError is no refusal of this delivery.
				return fmt.Errorf("a handler of %s failed: %w", event.Type, hidden{err})
			}
		}
	}
	return nil
}

// hidden keeps the message of an error and not its type.
type hidden struct{ reason error }

func (h hidden) Error() string { return h.reason.Error() }

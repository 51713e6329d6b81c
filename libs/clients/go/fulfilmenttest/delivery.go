// Package fulfilmenttest makes deliveries for tests of a program that receives webhooks.
package fulfilmenttest

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	fulfilment "example.com/fulfilment/client-go"
)

// SampleEvent returns an event of a type, such as fulfilment.EventOrderShipped, as the API documents it. Its As returns the struct of
// its type, which may be changed and delivered. It panics for a type that this version does not know.
func SampleEvent(eventType fulfilment.EventType) fulfilment.Event {
	text, known := samples[string(eventType)]
	if !known {
		panic("fulfilmenttest: there is no sample of " + string(eventType))
	}
	var event fulfilment.Event
	if err := json.Unmarshal([]byte(text), &event); err != nil {
		panic(err)
	}
	return event
}

// Delivery has the facts of a request beside its events. Zero values are the delivery of the documentation, the first attempt, now.
type Delivery struct {
	// URL of the receiver; a path is enough for a handler that is called in the test. The default is /.
	URL string
	// Secrets of the endpoint, whsec_ and base64: one, or several during a rotation, each of which signs.
	Secrets []string
	// ID is dlv_….
	ID string
	// Attempt counts from 1.
	Attempt int
	// At is the time of the signature. Receivers refuse one that is more than 5 minutes off.
	At time.Time
}

// Request makes the request that the service sends for an event, or for the several of a batch: an Event, a struct of its type, or
// anything whose JSON has an id and a type. The error is of a URL or an event that is none.
func (d Delivery) Request(events ...any) (*http.Request, error) {
	d = d.withDefaults()
	event := fulfilment.OtherEvent{ID: d.ID, Type: "batch"}
	var content any = map[string]any{"batch": events}
	if len(events) == 1 {
		content = events[0]
	}
	body, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	if len(events) == 1 {
		if err := json.Unmarshal(body, &event); err != nil {
			return nil, err
		}
	}
	request, err := http.NewRequest(http.MethodPost, d.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	seconds := strconv.FormatInt(d.At.Unix(), 10)
	service, standard := []string{"t=" + seconds}, []string{}
	for _, secret := range d.Secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			return nil, fmt.Errorf("fulfilmenttest: a secret is not whsec_ and base64: %w", err)
		}
		service = append(service, fmt.Sprintf("v1=%x", macOf([]byte(secret), seconds+".", body)))
		standard = append(standard, "v1,"+base64.StdEncoding.EncodeToString(macOf(key, event.ID+"."+seconds+".", body)))
	}
	for name, value := range map[string]string{
		"Content-Type":        "application/json",
		"User-Agent":          "Fulfilment-Webhooks/1",
		"Service-Event-Id":    event.ID,
		"Service-Event-Type":  string(event.Type),
		"Service-Delivery-Id": d.ID,
		"Service-Attempt":     strconv.Itoa(d.Attempt),
		"Service-Signature":   strings.Join(service, ","),
		"Webhook-Id":          event.ID,
		"Webhook-Timestamp":   seconds,
		"Webhook-Signature":   strings.Join(standard, " "),
	} {
		request.Header.Set(name, value)
	}
	return request, nil
}

func (d Delivery) withDefaults() Delivery {
	if d.URL == "" {
		d.URL = "/"
	}
	if d.ID == "" {
		d.ID = "dlv_01KAJ71C5V8X2N6R4TPBD3V001"
	}
	if d.Attempt == 0 {
		d.Attempt = 1
	}
	if d.At.IsZero() {
		d.At = time.Now()
	}
	return d
}

func macOf(key []byte, before string, body []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(before))
	mac.Write(body)
	return mac.Sum(nil)
}

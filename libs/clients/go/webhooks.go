package fulfilment

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// webhookTolerance is how far the signed time may be off the clock, either way.
const webhookTolerance = 5 * time.Minute

// VerifyOptions are the options of a verification.
type VerifyOptions struct {
	// Tolerance is how far the signed time may be off the clock, either way; 5 minutes by default.
	Tolerance time.Duration
	// Now is the time; the clock of the machine by default.
	Now func() time.Time
}

// WebhookDelivery is one request to an endpoint.
type WebhookDelivery struct {
	// ID is dlv_…, the same at every attempt.
	ID string
	// Attempt is from 1; 0 where the request does not tell.
	Attempt int
	// Events has the event, or all of a batch in the order of the feed, unknown types included.
	Events []Event
}

// VerifyWebhook verifies a delivery, in constant time, and reads its events. The body is the bytes as they came, before any parser;
// the secrets are those of the endpoint, as they were shown: one, or several during a rotation. No secret, or one that is not whsec_
// and the base64 of 16 bytes or more, is a ConfigurationError, since anyone can sign under an empty one; a delivery that is not to be
// trusted is a WebhookError.
func VerifyWebhook(rawBody []byte, header http.Header, secrets []string, options VerifyOptions) (*WebhookDelivery, error) {
	secrets, err := readSecrets(secrets)
	if err != nil {
		return nil, err
	}
	signed, err := readSignature(header)
	if err != nil {
		return nil, err
	}
	// Every secret and signature is compared, so that the time tells nothing.
	genuine := false
	for _, secret := range secrets {
		expected := signed.expected(secret, rawBody)
		for _, given := range signed.given {
			genuine = hmac.Equal(given, expected) || genuine
		}
	}
	if !genuine {
		return nil, webhookError(ErrInvalidSignature, nil, "No signature matches: check the secret, and that the raw body was not changed.")
	}
	if err := refuseOld(signed.seconds, options); err != nil {
		return nil, err
	}
	events, err := eventsIn(rawBody)
	if err != nil {
		return nil, err
	}
	attempt, err := strconv.ParseUint(fieldOf(header, "Service-Attempt"), 10, 31)
	if err != nil {
		attempt = 0
	}
	return &WebhookDelivery{fieldOf(header, "Service-Delivery-Id"), int(attempt), events}, nil
}

// leastSecretBytes are fewer than the 24 that Standard Webhooks asks for; the service makes 32.
const leastSecretBytes = 16

// readSecrets gives the secrets without the blanks and line ends around them. No secret is in the message of an error.
func readSecrets(given []string) ([]string, error) {
	if len(given) == 0 {
		return nil, configurationError("No webhook secret is given.")
	}
	secrets := make([]string, len(given))
	for i, each := range given {
		secrets[i] = strings.TrimSpace(each)
		key, err := keyOf(secrets[i])
		if err == nil && len(key) >= leastSecretBytes && strings.HasPrefix(secrets[i], secretPrefix) {
			continue
		}
		what, fault := "The webhook secret", "unusable"
		if len(given) > 1 {
			what = fmt.Sprintf("Webhook secret %d of %d", i+1, len(given))
		}
		if secrets[i] == "" {
			fault = "empty"
		}
		return nil, configurationError("%s is %s: it must be `whsec_` and the base64 of %d bytes or more, as the endpoint shows it.",
			what, fault, leastSecretBytes)
	}
	return secrets, nil
}

const secretPrefix = "whsec_"

// keyOf decodes a secret. The decoder passes over line ends, which stand in no secret.
func keyOf(secret string) ([]byte, error) {
	if strings.ContainsAny(secret, "\r\n") {
		return nil, base64.CorruptInputError(0)
	}
	return base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
}

// signature is what a request was signed with.
type signature struct {
	seconds  int64
	given    [][]byte
	expected func(secret string, body []byte) []byte
}

func readSignature(header http.Header) (*signature, error) {
	if text := fieldOf(header, "Service-Signature"); text != "" {
		return readServiceSignature(text)
	}
	id, at, text := fieldOf(header, "Webhook-Id"), fieldOf(header, "Webhook-Timestamp"), fieldOf(header, "Webhook-Signature")
	if id == "" || at == "" || text == "" {
		return nil, webhookError(ErrMissingSignature, nil, "The request has neither Service-Signature nor webhook-signature.")
	}
	var given [][]byte
	for _, part := range strings.Fields(text) {
		if encoded, ok := strings.CutPrefix(part, "v1,"); ok {
			decoded, _ := base64.StdEncoding.DecodeString(encoded)
			given = append(given, decoded)
		}
	}
	seconds, err := readSeconds(at)
	return &signature{seconds, given, func(secret string, body []byte) []byte {
		key, _ := keyOf(secret) // Read once already.
		return mac(key, id+"."+at+".", body)
	}}, err
}

func readServiceSignature(text string) (*signature, error) {
	var at string
	var given [][]byte
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			at = value
		case "v1":
			decoded, _ := hex.DecodeString(value)
			given = append(given, decoded)
		}
	}
	seconds, err := readSeconds(at)
	return &signature{seconds, given, func(secret string, body []byte) []byte {
		return mac([]byte(secret), at+".", body)
	}}, err
}

func mac(key []byte, head string, body []byte) []byte {
	hash := hmac.New(sha256.New, key)
	hash.Write([]byte(head))
	hash.Write(body)
	return hash.Sum(nil)
}

func readSeconds(text string) (int64, error) {
	seconds, err := strconv.ParseUint(text, 10, 63)
	if err != nil || len(text) > 12 {
		return 0, webhookError(ErrInvalidSignature, nil, "The signature has no time in Unix seconds.")
	}
	return int64(seconds), nil
}

func refuseOld(seconds int64, options VerifyOptions) error {
	tolerance, now := options.Tolerance, options.Now
	if tolerance <= 0 {
		tolerance = webhookTolerance
	}
	if now == nil {
		now = time.Now
	}
	off := now().Sub(time.Unix(seconds, 0)).Round(time.Second)
	if off.Abs() <= tolerance {
		return nil
	}
	side := "ago"
	if off < 0 {
		side = "ahead"
	}
	return webhookError(ErrTimestampOutOfTolerance, nil,
		"The signed time is %d s %s; %d s are allowed. Check the clock of this machine (NTP), or the request was recorded and repeated.",
		int64(off.Abs().Seconds()), side, int64(tolerance.Seconds()))
}

// fieldOf reads a header field; a map that was not made by net/http may have its name in any case.
func fieldOf(header http.Header, name string) string {
	if value := header.Get(name); value != "" {
		return value
	}
	for each, values := range header {
		if len(values) > 0 && strings.EqualFold(each, name) {
			return values[0]
		}
	}
	return ""
}

func eventsIn(body []byte) ([]Event, error) {
	if !json.Valid(body) {
		return nil, webhookError(ErrMalformedPayload, nil, "The signature is genuine, but the body is not JSON.")
	}
	var several struct {
		Batch []json.RawMessage `json:"batch"`
	}
	texts := []json.RawMessage{body}
	if json.Unmarshal(body, &several) == nil && several.Batch != nil {
		texts = several.Batch
	}
	events := make([]Event, len(texts))
	for i, text := range texts {
		if err := json.Unmarshal(text, &events[i]); err != nil || events[i].ID == "" || events[i].Type == "" {
			return nil, webhookError(ErrMalformedPayload, err, "The signature is genuine, but the body holds no event.")
		}
	}
	if len(events) == 0 {
		return nil, webhookError(ErrMalformedPayload, nil, "The signature is genuine, but the body holds no event.")
	}
	return events, nil
}

package fulfilment_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	fulfilment "example.com/fulfilment/client-go"
)

const webhookSecret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

const anotherSecret = "whsec_IkYQ8QKJC8DkDEn/tFa7k9Rabe6I3Jp77zUfoQ0/hYI="

func newReceiver(t *testing.T, secrets []string, options fulfilment.ReceiverOptions) *fulfilment.WebhookReceiver {
	t.Helper()
	receiver, err := fulfilment.NewWebhookReceiver(secrets, options)
	if err != nil {
		t.Fatal(err)
	}
	return receiver
}

func deliver(receiver http.Handler, body, secret string) int {
	at := time.Now().Unix()
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at, body)
	request := httptest.NewRequest("POST", "/hook", strings.NewReader(body))
	request.Header.Set("Service-Signature", fmt.Sprintf("t=%d,v1=%x", at, mac.Sum(nil)))
	request.Header.Set("Service-Delivery-Id", "dlv_1")
	request.Header.Set("Service-Attempt", "2")
	response := httptest.NewRecorder()
	receiver.ServeHTTP(response, request)
	return response.Code
}

func TestAnAttemptThatIsNoNumberIsNone(t *testing.T) {
	body, at := `{"id":"evt_1","type":"later"}`, time.Now().Unix()
	mac := hmac.New(sha256.New, []byte(webhookSecret))
	fmt.Fprintf(mac, "%d.%s", at, body)
	for _, each := range []struct {
		given string
		want  int
	}{{"2", 2}, {"", 0}, {"-2", 0}, {"+2", 0}, {"²", 0}, {strings.Repeat("9", 5_000), 0}} {
		header := http.Header{}
		header.Set("Service-Signature", fmt.Sprintf("t=%d,v1=%x", at, mac.Sum(nil)))
		header.Set("Service-Attempt", each.given)
		delivery, err := fulfilment.VerifyWebhook([]byte(body), header, []string{webhookSecret}, fulfilment.VerifyOptions{})
		if err != nil || delivery.Attempt != each.want {
			t.Errorf("%.10q: %v, %v", each.given, delivery, err)
		}
	}
}

func TestAReceiverAsksForSecretsAtEachDelivery(t *testing.T) {
	var secrets []string
	receiver := newReceiver(t, nil, fulfilment.ReceiverOptions{Secrets: func() []string { return secrets }})
	body := `{"id":"evt_1","type":"order.shipped","data":{"id":"ord_1"}}`
	before := deliver(receiver, body, webhookSecret)
	secrets = []string{webhookSecret}
	if after := deliver(receiver, body, webhookSecret); before != 500 || after != 204 {
		t.Errorf("answered %d before the secret was known, and %d then", before, after)
	}
}

func TestAReceiverHasSecretsThatOnlyItsEndpointKnows(t *testing.T) {
	for _, secrets := range [][]string{nil, {""}, {"another"}, {webhookSecret, ""}, {"whsec_eA=="}} {
		var refused *fulfilment.ConfigurationError
		if _, err := fulfilment.NewWebhookReceiver(secrets, fulfilment.ReceiverOptions{}); !errors.As(err, &refused) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
	var told error
	receiver := newReceiver(t, []string{webhookSecret}, fulfilment.ReceiverOptions{
		Secrets: func() []string { return []string{""} },
		OnError: func(err error) { told = err },
	})
	if status := deliver(receiver, `{"id":"evt_1","type":"later"}`, ""); status != 500 || !errors.Is(told, fulfilment.ErrInvalidConfiguration) {
		t.Errorf("answered %d to a forged delivery: %v", status, told)
	}
}

func TestAReceiverAnswersByWhatItsHandlersDid(t *testing.T) {
	var seen []string
	var failures []error
	receiver := newReceiver(t, []string{anotherSecret, webhookSecret + "\n"}, fulfilment.ReceiverOptions{
		OnError: func(err error) { failures = append(failures, err) },
	})
	receiver.OnOrderShipped(func(_ context.Context, event *fulfilment.OrderShipped, delivery *fulfilment.WebhookDelivery) error {
		seen = append(seen, fmt.Sprint(event.Data.ID, " ", delivery.ID, " ", delivery.Attempt))
		return nil
	})
	receiver.OnOrderPacked(func(context.Context, *fulfilment.OrderPacked, *fulfilment.WebhookDelivery) error {
		return errors.New("the disk is full")
	})
	receiver.On("sku.cheered", func(context.Context, fulfilment.Event, *fulfilment.WebhookDelivery) error { panic("no cheer") })
	receiver.OnOther(func(_ context.Context, event fulfilment.Event, _ *fulfilment.WebhookDelivery) error {
		seen = append(seen, string(event.Type))
		return nil
	})
	for _, each := range []struct {
		body, secret string
		want         int
	}{
		{`{"batch":[{"id":"evt_1","type":"order.shipped","data":{"id":"ord_1"}},{"id":"evt_2","type":"later"}]}`, webhookSecret, 204},
		{`{"id":"evt_3","type":"order.packed","data":{"id":"ord_1"}}`, webhookSecret, 500},
		{`{"id":"evt_4","type":"sku.cheered"}`, webhookSecret, 500},
		{`{"id":"evt_5","type":"order.shipped","data":"sealed"}`, webhookSecret, 500},
		{`{"id":"evt_6","type":"later"}`, "wrong", 400},
		{`{"batch":[]}`, webhookSecret, 400},
		{strings.Repeat(" ", 9<<20), webhookSecret, 400},
	} {
		if got := deliver(receiver, each.body, each.secret); got != each.want {
			t.Errorf("%.60s: %d, want %d", each.body, got, each.want)
		}
	}
	if fmt.Sprint(seen) != "[ord_1 dlv_1 2 later]" || len(failures) != 6 {
		t.Error(seen, failures)
	}
	if !strings.Contains(failures[0].Error(), "the disk is full") || !errors.Is(failures[3], fulfilment.ErrInvalidSignature) {
		t.Error(failures)
	}
}

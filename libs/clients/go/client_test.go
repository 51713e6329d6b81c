package fulfilment_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	fulfilment "example.com/fulfilment/client-go"
)

const key = "fsk_sandbox_SECRETSECRET"

// clock is one in which waits are over at once, and are kept.
type clock struct {
	mutex sync.Mutex
	now   time.Time
	waits []time.Duration
}

func (c *clock) Now() time.Time {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.now
}

func (c *clock) Wait(ctx context.Context, duration time.Duration) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.now = c.now.Add(duration)
	c.waits = append(c.waits, duration)
	return ctx.Err()
}

func answering(t *testing.T, handle http.HandlerFunc, options ...fulfilment.ClientOption) (*fulfilment.Client, *clock) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/json")
		handle(response, request)
	}))
	t.Cleanup(server.Close)
	time := &clock{now: time.Unix(1_800_000_000, 0)}
	client, err := fulfilment.NewClient(key, server.URL, append([]fulfilment.ClientOption{fulfilment.WithClock(time)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client, time
}

func unavailable(response http.ResponseWriter) {
	response.WriteHeader(503)
	fmt.Fprint(response, `{"code":"upstream_unavailable","retryable":true,"detail":"Wait.","request_id":"req_1"}`)
}

func TestTheKeyIsInNoFormatting(t *testing.T) {
	client, _ := answering(t, func(http.ResponseWriter, *http.Request) {})
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		if shown := fmt.Sprintf(verb+" "+verb, client, *client); strings.Contains(shown, key) {
			t.Error(verb, shown)
		}
	}
	_, err := fulfilment.NewClient(key+"\n", "http://localhost")
	if !errors.Is(err, fulfilment.ErrInvalidConfiguration) || strings.Contains(fmt.Sprintf("%+v", err), key) {
		t.Error(err)
	}
}

func TestAContextEndsACallWithItsKey(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, _ := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		cancel()
		unavailable(response)
	})
	_, err := client.Orders.Pack(ctx, "ord_1", fulfilment.OrderPack{}, fulfilment.WithIdempotencyKey("k-1"))
	var aborted *fulfilment.AbortedError
	if !errors.As(err, &aborted) || aborted.IdempotencyKey != "k-1" || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAContextEndsAFile(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	client, _ := answering(t, func(response http.ResponseWriter, request *http.Request) {
		response.Header().Set("Content-Type", "application/x-ndjson")
		fmt.Fprint(response, "\ufeff{\"sku\":\"A\"}\n")
		response.(http.Flusher).Flush()
		<-request.Context().Done()
	})
	file, err := client.Inventory.Export(ctx, fulfilment.ExportInventoryQuery{})
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for record, failed := range fulfilment.Records[fulfilment.SKU](file) {
		if err = failed; err == nil {
			read = append(read, record.SKU)
			cancel()
		}
	}
	if len(read) != 1 || !errors.Is(err, fulfilment.ErrAborted) || !errors.Is(err, context.Canceled) {
		t.Error(read, err)
	}
}

func TestMistakesOfTheCallerAreToldAsSuch(t *testing.T) {
	var asked atomic.Int32
	client, clock := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		fmt.Fprint(response, `{}`)
	})
	ctx := context.Background()
	folder, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	for name, mistake := range map[string]func() error{
		"a body that is no object": func() error {
			_, err := client.Orders.Create(ctx, fulfilment.OrderCreate{}, fulfilment.WithBody([]byte(`[]`)))
			return err
		},
		"an empty version": func() error {
			_, err := client.Inventory.Update(ctx, "A", fulfilment.SKUUpdate{}, fulfilment.WithIfMatch(""))
			return err
		},
		"an upload whose function is nil": func() error {
			_, err := client.Inventory.Import(ctx, fulfilment.Reopened(nil), fulfilment.ImportInventoryQuery{})
			return err
		},
		"a wait for nothing": func() error {
			_, err := client.WaitForOrder(ctx, "ord_1", nil, fulfilment.WaitOptions{})
			return err
		},
		"a feed without a place": func() (err error) {
			for _, err = range client.Feed(ctx, nil, fulfilment.FeedOptions{}) {
				break
			}
			return err
		},
	} {
		if err := mistake(); !errors.Is(err, fulfilment.ErrInvalidConfiguration) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if asked.Load() != 0 {
		t.Error("a mistake was sent")
	}
	// The head of the request may be sent before its body is read.
	_, err = client.Inventory.Import(ctx, folder, fulfilment.ImportInventoryQuery{})
	if !errors.Is(err, fulfilment.ErrInvalidConfiguration) || len(clock.waits) != 0 {
		t.Error("a folder as an upload:", err, clock.waits)
	}
}

func TestAnAnswerOfNullIsNoRecord(t *testing.T) {
	client, _ := answering(t, func(response http.ResponseWriter, _ *http.Request) { fmt.Fprint(response, "null\n") })
	order, err := client.Orders.Create(context.Background(), fulfilment.OrderCreate{}, fulfilment.WithIdempotencyKey("k-1"))
	var unexpected *fulfilment.UnexpectedAnswerError
	if order != nil || !errors.As(err, &unexpected) || unexpected.IdempotencyKey != "k-1" {
		t.Error(order, err)
	}
}

func TestOptionsThatAnOperationDoesNotTakeAreRefused(t *testing.T) {
	asked := 0
	client, _ := answering(t, func(http.ResponseWriter, *http.Request) { asked++ })
	for _, option := range []fulfilment.CallOption{
		fulfilment.WithIdempotencyKey("k"), fulfilment.WithIfMatch(3), fulfilment.WithRetries(-1), fulfilment.WithRequestID("ä"),
	} {
		if _, err := client.Orders.Get(context.Background(), "ord_1", option); !errors.Is(err, fulfilment.ErrInvalidConfiguration) {
			t.Error(err)
		}
	}
	if asked != 0 {
		t.Error("a refused call was sent")
	}
}

func TestRetriesAreToldAndWaitedFor(t *testing.T) {
	var told []fulfilment.Retry
	asked := 0
	client, clock := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		if asked++; asked < 3 {
			unavailable(response)
			return
		}
		fmt.Fprint(response, `{"sku":"A"}`)
	}, fulfilment.WithOnRetry(func(retry fulfilment.Retry) { told = append(told, retry) }))
	var facts fulfilment.Answer
	sku, err := client.Inventory.Get(context.Background(), "A", fulfilment.WithAnswer(&facts))
	if err != nil || sku.SKU != "A" || facts.Status != 200 {
		t.Fatal(sku, facts, err)
	}
	if len(told) != 2 || told[1].Attempt != 2 || told[1].Code != fulfilment.ErrUpstreamUnavailable || told[1].Wait != clock.waits[1] {
		t.Errorf("%+v, %v", told, clock.waits)
	}
}

func TestRequestsAreSpaced(t *testing.T) {
	client, clock := answering(t, func(response http.ResponseWriter, _ *http.Request) { fmt.Fprint(response, `{}`) },
		fulfilment.WithRequestsPerSecond(4))
	for range 3 {
		if _, err := client.Me.Get(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(clock.waits) != "[0s 250ms 250ms]" {
		t.Error(clock.waits)
	}
}

// pipe cannot seek.
type pipe struct{ io.Reader }

func TestAnUploadIsRepeatedIfItCanBeReadAgain(t *testing.T) {
	const text = "sku\nA\n"
	opened := 0
	for name, each := range map[string]struct {
		upload io.Reader
		want   int
	}{
		"seekable": {strings.NewReader(text), 2},
		"stream":   {pipe{strings.NewReader(text)}, 1},
		"reopened": {fulfilment.Reopened(func() (io.ReadCloser, error) {
			opened++
			return io.NopCloser(strings.NewReader(text)), nil
		}), 2},
	} {
		var bodies []string
		client, _ := answering(t, func(response http.ResponseWriter, request *http.Request) {
			body, _ := io.ReadAll(request.Body)
			if bodies = append(bodies, string(body)); len(bodies) == 1 {
				unavailable(response)
				return
			}
			fmt.Fprint(response, `{"rows":1}`)
		})
		_, err := client.Inventory.Import(context.Background(), each.upload, fulfilment.ImportInventoryQuery{})
		if len(bodies) != each.want || bodies[each.want-1] != text || (err == nil) != (each.want == 2) {
			t.Error(name, bodies, err)
		}
	}
	if opened != 2 {
		t.Error(opened)
	}
}

func TestAnInterruptedBatchReturnsItsResults(t *testing.T) {
	asked := 0
	client, _ := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		if asked++; asked > 1 {
			unavailable(response)
			return
		}
		fmt.Fprint(response, `{"results":[{"index":0,"status":201}]}`)
	}, fulfilment.WithRetries(0))
	items := make([]fulfilment.BatchItem, 1_001)
	for i := range items {
		items[i] = fulfilment.BatchAdjust{SKU: "A", Delta: 1, Reason: "count"}
	}
	answer, err := client.Inventory.Batch(context.Background(), fulfilment.InventoryBatch{Items: items})
	var interrupted *fulfilment.BatchInterruptedError
	if !errors.As(err, &interrupted) || interrupted.Answered != 1 || len(answer.Results) != 1 || interrupted.IdempotencyKey == "" {
		t.Error(answer, err)
	}
	if !errors.Is(err, fulfilment.ErrUpstreamUnavailable) || !errors.Is(err, fulfilment.ErrBatchInterrupted) {
		t.Error("the reason is not wrapped")
	}
}

func TestAPendingCallReturnsItsRecord(t *testing.T) {
	client, clock := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		response.Header().Set("Retry-After", "25")
		response.WriteHeader(202)
		fmt.Fprint(response, `{"id":"ord_1","status":"pending"}`)
	})
	order, err := client.Orders.Pack(context.Background(), "ord_1", fulfilment.OrderPack{})
	if !errors.Is(err, fulfilment.ErrPending) || order.Status != fulfilment.OrderStatusPending || len(clock.waits) != 2 {
		t.Error(order, err, clock.waits)
	}
}

func TestTheFeedGoesOnBehindTheHandledEvent(t *testing.T) {
	var asked []string
	client, _ := answering(t, func(response http.ResponseWriter, request *http.Request) {
		asked = append(asked, request.URL.Query().Get("after"))
		fmt.Fprint(response, `{"data":[{"id":"evt_1","type":"order.created"},{"id":"evt_2","type":"order.created"}],"has_more":false,"next_cursor":null}`)
	})
	places := fulfilment.FilePlaceStore(filepath.Join(t.TempDir(), "place"))
	for event, err := range client.Feed(context.Background(), places, fulfilment.FeedOptions{}) {
		if err != nil || event.ID == "evt_2" {
			break
		}
	}
	for range client.Feed(context.Background(), places, fulfilment.FeedOptions{UntilEnd: true}) {
	}
	stored, err := places.Read(context.Background())
	if fmt.Sprint(asked) != "[ evt_1]" || stored != "evt_2" || err != nil {
		t.Error(asked, stored, err)
	}
}

func TestAFeedEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client, _ := answering(t, func(response http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(response, `{"data":[],"has_more":false,"next_cursor":null}`)
		time.AfterFunc(time.Millisecond, cancel)
	})
	for _, err := range client.Feed(ctx, fulfilment.FilePlaceStore(filepath.Join(t.TempDir(), "place")), fulfilment.FeedOptions{}) {
		if !errors.Is(err, fulfilment.ErrAborted) {
			t.Error(err)
		}
	}
}

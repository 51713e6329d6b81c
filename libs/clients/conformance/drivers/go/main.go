// Command driver reads one command a line, does each with the library, and writes one result a line: see the README of the suite.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	fulfilment "example.com/fulfilment/client-go"
	"example.com/fulfilment/client-go/fulfilmenttest"
)

type command struct {
	ID        int                    `json:"id"`
	Do        string                 `json:"do"`
	Client    clientOptions          `json:"client"`
	Call      callGiven              `json:"call"`
	Limit     int                    `json:"limit"`
	PlaceFile string                 `json:"place_file"`
	Types     []fulfilment.EventType `json:"types"`
	StopAfter *int                   `json:"stop_after"`
	Place     string                 `json:"place"`
	UntilEnd  bool                   `json:"until_end"`
	SilenceMS int64                  `json:"max_silence_ms"`
	Since     time.Time              `json:"created_after"`
	Body      string                 `json:"body"`
	Headers   map[string]string      `json:"headers"`
	Secrets   []string               `json:"secrets"`
	Late      bool                   `json:"late"`
	Now       *int64                 `json:"now"`
	Tolerance int64                  `json:"tolerance_seconds"`
	Order     string                 `json:"order"`
	Until     map[string]string      `json:"until"`
	TimeoutMS int64                  `json:"timeout_ms"`
	Records   []fulfilment.SKU       `json:"records"`
	Events    []json.RawMessage      `json:"events"`
	Export    []fulfilment.SKU       `json:"export"`
	AbortMS   int64                  `json:"abort_after_ms"`

	DeliveryID string `json:"delivery_id"`
	Attempt    int    `json:"attempt"`
	At         int64  `json:"at"`
}

type clientOptions struct {
	APIKey            string  `json:"api_key"`
	BaseURL           string  `json:"base_url"`
	TimeoutMS         int64   `json:"timeout_ms"`
	Retries           *int    `json:"retries"`
	RequestsPerSecond float64 `json:"requests_per_second"`
}

type callGiven struct {
	Group   string                     `json:"group"`
	Name    string                     `json:"name"`
	Path    []string                   `json:"path"`
	Body    json.RawMessage            `json:"body"`
	Query   map[string]json.RawMessage `json:"query"`
	Options struct {
		IdempotencyKey   *string         `json:"idempotency_key"`
		IfMatch          json.RawMessage `json:"if_match"`
		IfNoneMatch      json.RawMessage `json:"if_none_match"`
		PendingTimeoutMS *int64          `json:"pending_timeout_ms"`
		ContentType      string          `json:"content_type"`
		Accept           string          `json:"accept"`
		RequestID        string          `json:"request_id"`
	} `json:"options"`
}

func clientOf(given clientOptions) (*fulfilment.Client, error) {
	var options []fulfilment.ClientOption
	if given.TimeoutMS != 0 {
		options = append(options, fulfilment.WithTimeout(time.Duration(given.TimeoutMS)*time.Millisecond))
	}
	if given.Retries != nil {
		options = append(options, fulfilment.WithRetries(*given.Retries))
	}
	if given.RequestsPerSecond != 0 {
		options = append(options, fulfilment.WithRequestsPerSecond(given.RequestsPerSecond))
	}
	return fulfilment.NewClient(given.APIKey, given.BaseURL, options...)
}

// method is the method of an operation, whose name has other capitals in Go.
func method(client *fulfilment.Client, group, name string) reflect.Value {
	services := reflect.ValueOf(client.Services)
	for i := range services.NumField() {
		if !strings.EqualFold(services.Type().Field(i).Name, group) {
			continue
		}
		service := services.Field(i)
		for j := range service.NumMethod() {
			if strings.EqualFold(service.Type().Method(j).Name, name) {
				return service.Method(j)
			}
		}
	}
	panic("there is no operation " + group + "." + name)
}

// made calls a method with the arguments of a command.
func made(ctx context.Context, client *fulfilment.Client, given callGiven, answer *fulfilment.Answer) []reflect.Value {
	called := method(client, given.Group, given.Name)
	arguments := []reflect.Value{reflect.ValueOf(ctx)}
	options := append(optionsOf(given), fulfilment.WithAnswer(answer))
	for i := 1; i < called.Type().NumIn()-1; i++ {
		wanted := called.Type().In(i)
		switch {
		case wanted.Kind() == reflect.String:
			arguments = append(arguments, reflect.ValueOf(given.Path[i-1]))
		case wanted == reflect.TypeFor[io.Reader]():
			var text string
			must(json.Unmarshal(given.Body, &text))
			arguments = append(arguments, reflect.ValueOf(strings.NewReader(text)))
		case strings.HasSuffix(wanted.Name(), "Query"):
			arguments = append(arguments, queryOf(given.Query, wanted))
		default:
			body, isWhole := bodyOf(given.Body, wanted)
			arguments = append(arguments, body)
			if !isWhole {
				options = append(options, fulfilment.WithBody(given.Body))
			}
		}
	}
	for _, option := range options {
		arguments = append(arguments, reflect.ValueOf(option))
	}
	return called.Call(arguments)
}

// bodyOf is the struct of a body. It is not whole where the cases leave out what is required: such a body is sent as it is.
func bodyOf(text json.RawMessage, wanted reflect.Type) (reflect.Value, bool) {
	body := reflect.New(wanted).Elem()
	if len(text) == 0 {
		return body, true
	}
	switch found := body.Addr().Interface().(type) {
	case *fulfilment.InventoryBatch:
		*found = batchOf(text)
	case *fulfilment.TransferCreate:
		*found = read[fulfilment.TransferOfLines](text)
	default:
		must(json.Unmarshal(text, found))
	}
	written, err := json.Marshal(body.Interface())
	must(err)
	return body, reflect.DeepEqual(read[any](written), read[any](text))
}

func batchOf(text []byte) fulfilment.InventoryBatch {
	given := read[struct {
		Mode  fulfilment.Opt[fulfilment.InventoryBatchMode] `json:"mode"`
		Items []json.RawMessage                             `json:"items"`
	}](text)
	batch := fulfilment.InventoryBatch{Mode: given.Mode}
	for _, item := range given.Items {
		switch read[struct{ Op string }](item).Op {
		case "create":
			batch.Items = append(batch.Items, read[fulfilment.BatchCreate](item))
		case "update":
			batch.Items = append(batch.Items, read[fulfilment.BatchUpdate](item))
		default:
			batch.Items = append(batch.Items, read[fulfilment.BatchAdjust](item))
		}
	}
	return batch
}

// queryOf fills the struct of a query by the names of its fields.
func queryOf(given map[string]json.RawMessage, wanted reflect.Type) reflect.Value {
	query := reflect.New(wanted).Elem()
	for name, text := range given {
		field := query.FieldByNameFunc(func(each string) bool { return strings.EqualFold(each, strings.ReplaceAll(name, "_", "")) })
		must(json.Unmarshal(text, field.Addr().Interface()))
	}
	return query
}

func optionsOf(given callGiven) []fulfilment.CallOption {
	var options []fulfilment.CallOption
	asked := given.Options
	if asked.IdempotencyKey != nil {
		options = append(options, fulfilment.WithIdempotencyKey(*asked.IdempotencyKey))
	}
	if asked.IfMatch != nil {
		options = append(options, ifMatch(asked.IfMatch))
	}
	if asked.IfNoneMatch != nil {
		options = append(options, fulfilment.WithIfNoneMatch(read[int64](asked.IfNoneMatch)))
	}
	if asked.PendingTimeoutMS != nil {
		options = append(options, fulfilment.WithPendingTimeout(time.Duration(*asked.PendingTimeoutMS)*time.Millisecond))
	}
	if asked.ContentType != "" {
		options = append(options, fulfilment.WithContentType(asked.ContentType))
	}
	if asked.Accept != "" {
		options = append(options, fulfilment.WithAccept(asked.Accept))
	}
	if asked.RequestID != "" {
		options = append(options, fulfilment.WithRequestID(asked.RequestID))
	}
	return options
}

func ifMatch(given json.RawMessage) fulfilment.CallOption {
	if given[0] == '"' {
		return fulfilment.WithIfMatch(read[string](given))
	}
	return fulfilment.WithIfMatch(read[int64](given))
}

func read[T any](text []byte) T {
	var value T
	must(json.Unmarshal(text, &value))
	return value
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

type result map[string]any

func do(given command) (result, error) {
	switch given.Do {
	case "verify":
		return verify(given)
	case "receive":
		return receive(given)
	case "sign":
		return sign(given)
	case "sample":
		events := []fulfilment.Event{}
		for _, eventType := range given.Types {
			events = append(events, fulfilmenttest.SampleEvent(eventType))
		}
		return result{"value": events}, nil
	case "untold":
		return untold(given)
	case "show":
		return show(given)
	case "mirror":
		return mirror(given), nil
	case "verify_forms":
		return verifyForms(given), nil
	case "own_faults":
		return ownFaults(given)
	}
	client, err := clientOf(given.Client)
	if err != nil {
		return nil, err
	}
	if given.Do == "feed" {
		return feed(client, given)
	}
	if given.Do == "follow" {
		return follow(client, given)
	}
	if given.Do == "wait_for_order" {
		return waitForOrder(client, given)
	}
	ctx := context.Background()
	if given.AbortMS != 0 {
		aborted, cancel := context.WithCancel(ctx)
		defer time.AfterFunc(time.Duration(given.AbortMS)*time.Millisecond, cancel).Stop()
		ctx = aborted
	}
	var answer fulfilment.Answer
	values := made(ctx, client, given.Call, &answer)
	if given.Do == "collect" {
		values = values[0].MethodByName("Collect").Call([]reflect.Value{reflect.ValueOf(given.Limit)})
	}
	if err, ok := values[1].Interface().(error); ok {
		return nil, err
	}
	if given.Do == "download" {
		records, err := collect(fulfilment.Records[map[string]any](values[0].Interface().(*fulfilment.Download)))
		return result{"value": records}, err
	}
	facts := map[string]any{"requestId": answer.RequestID, "replayed": answer.Replayed, "status": answer.Status}
	return result{"value": values[0].Interface(), "answer": facts}, nil
}

func collect[T any](all iter.Seq2[T, error]) ([]T, error) {
	found := []T{}
	for each, err := range all {
		if err != nil {
			return nil, err
		}
		found = append(found, each)
	}
	return found, nil
}

func feed(client *fulfilment.Client, given command) (result, error) {
	ids := []string{}
	options := fulfilment.FeedOptions{Types: given.Types, CreatedAfter: given.Since, UntilEnd: true}
	for event, err := range client.Feed(context.Background(), fulfilment.FilePlaceStore(given.PlaceFile), options) {
		if err != nil {
			return nil, err
		}
		if given.StopAfter != nil && len(ids) >= *given.StopAfter {
			break
		}
		ids = append(ids, event.ID)
	}
	return result{"value": ids}, nil
}

// keptPlaces is a place in memory, with all that were stored.
type keptPlaces struct {
	place  string
	stored []string
}

func (p *keptPlaces) Read(context.Context) (string, error) { return p.place, nil }

func (p *keptPlaces) Write(_ context.Context, eventID string) error {
	p.stored = append(p.stored, eventID)
	return nil
}

func follow(client *fulfilment.Client, given command) (result, error) {
	events, outages := []string{}, []fulfilment.Code{}
	places := &keptPlaces{given.Place, []string{}}
	options := fulfilment.FeedOptions{
		Types: given.Types, UntilEnd: given.UntilEnd, Poll: 10 * time.Millisecond,
		MaxSilence: time.Duration(given.SilenceMS) * time.Millisecond,
		OnRetry:    func(retry fulfilment.Retry) { outages = append(outages, retry.Code) },
	}
	for event, err := range client.Feed(context.Background(), places, options) {
		if err != nil {
			return nil, err
		}
		if events = append(events, event.ID); len(events) == *given.StopAfter {
			break
		}
	}
	return result{"value": map[string]any{"events": events, "outages": outages, "places": places.stored}}, nil
}

func waitForOrder(client *fulfilment.Client, given command) (result, error) {
	isReached := func(order *fulfilment.Order) bool {
		text, err := json.Marshal(order)
		must(err)
		members := read[map[string]any](text)
		for name, value := range given.Until {
			if members[name] != value {
				return false
			}
		}
		return true
	}
	options := fulfilment.WaitOptions{Timeout: time.Duration(given.TimeoutMS) * time.Millisecond, Poll: 10 * time.Millisecond}
	order, err := client.WaitForOrder(context.Background(), given.Order, isReached, options)
	return result{"value": order}, err
}

func mirror(given command) result {
	var mirror fulfilment.StockMirror
	taken, agrees := []bool{}, []bool{}
	for _, record := range given.Records {
		taken = append(taken, mirror.Load(record))
	}
	for _, event := range given.Events {
		taken = append(taken, mirror.Apply(read[fulfilment.Event](event)))
	}
	for _, record := range given.Export {
		agrees = append(agrees, mirror.Agrees(record))
	}
	records := map[string]any{"taken": taken, "agrees": agrees, "records": slices.Collect(mirror.All()), "missing": nil}
	if _, ok := mirror.Get("NONE"); ok {
		records["missing"] = "something"
	}
	return result{"value": records}
}

func headerOf(given command) http.Header {
	header := http.Header{}
	for name, value := range given.Headers {
		header[name] = []string{value}
	}
	return header
}

// verifyForms names the forms of header fields, as frameworks have them, in which a delivery is refused.
func verifyForms(given command) result {
	forms := map[string]func(name string) string{
		"net/http": http.CanonicalHeaderKey,
		"http2":    strings.ToLower,
		"upper":    strings.ToUpper,
	}
	failed := []string{}
	for form, named := range forms {
		fields := map[string]string{}
		for name, value := range given.Headers {
			fields[named(name)] = value
		}
		formed := given
		formed.Headers = fields
		if _, err := verify(formed); err != nil {
			failed = append(failed, form)
		}
	}
	return result{"value": failed}
}

// ownFaults names the mistakes of a caller that are not told as such.
func ownFaults(given command) (result, error) {
	none := 0
	given.Client.Retries = &none
	client, err := clientOf(given.Client)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	mistakes := map[string]func() error{
		"a version with a line end": func() error {
			_, err := client.Inventory.Get(ctx, "A", fulfilment.WithIfNoneMatch("a\r\nx: 1"))
			return err
		},
		"a media type with a line end": func() error {
			_, err := client.Inventory.Export(ctx, fulfilment.ExportInventoryQuery{}, fulfilment.WithAccept("a\r\nx: 1"))
			return err
		},
		"an upload that cannot be opened": func() error {
			open := func() (io.ReadCloser, error) { return os.Open("/nowhere") }
			_, err := client.Inventory.Import(ctx, fulfilment.Reopened(open), fulfilment.ImportInventoryQuery{})
			return err
		},
		"an option of a call that is nil": func() error {
			_, err := client.Inventory.Get(ctx, "A", nil)
			return err
		},
		"an option of a client that is nil": func() error {
			_, err := fulfilment.NewClient(given.Client.APIKey, given.Client.BaseURL, nil)
			return err
		},
		"a context that is nil": func() error {
			var none context.Context
			_, err := client.Inventory.Get(none, "A")
			return err
		},
		"an agent with a line end": func() error {
			_, err := fulfilment.NewClient(given.Client.APIKey, given.Client.BaseURL, fulfilment.WithUserAgent("a\r\nb"))
			return err
		},
	}
	failed := []string{}
	for name, mistake := range mistakes {
		if err := tried(mistake); !errors.Is(err, fulfilment.ErrInvalidConfiguration) {
			failed = append(failed, fmt.Sprintf("%s: %v", name, err))
		}
	}
	return result{"value": failed}, nil
}

func tried(mistake func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	return mistake()
}

func receive(given command) (result, error) {
	secrets, options := given.Secrets, fulfilment.ReceiverOptions{}
	if given.Late {
		secrets, options.Secrets = nil, func() []string { return given.Secrets }
	}
	receiver, err := fulfilment.NewWebhookReceiver(secrets, options)
	if err != nil {
		return nil, err
	}
	return result{"value": receiver.Receive(context.Background(), []byte(given.Body), headerOf(given))}, nil
}

func sign(given command) (result, error) {
	events := make([]any, len(given.Events))
	for i, each := range given.Events {
		events[i] = each
	}
	delivery := fulfilmenttest.Delivery{
		Secrets: given.Secrets, ID: given.DeliveryID, Attempt: given.Attempt, At: time.Unix(given.At, 0),
	}
	request, err := delivery.Request(events...)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(request.Body)
	must(err)
	headers := map[string]string{}
	for name := range request.Header {
		headers[name] = request.Header.Get(name)
	}
	return result{"value": result{"body": string(body), "headers": headers}}, nil
}

var logging sync.Mutex

// untold has a delivery fail, and one refused, without a function to be told.
func untold(given command) (result, error) {
	logging.Lock()
	defer logging.Unlock()
	receiver, err := fulfilment.NewWebhookReceiver(given.Secrets, fulfilment.ReceiverOptions{})
	if err != nil {
		return nil, err
	}
	receiver.OnOther(func(context.Context, fulfilment.Event, *fulfilment.WebhookDelivery) error {
		return errors.New("a fault of a handler")
	})
	var logged bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&logged, nil)))
	statuses := []int{}
	for _, body := range []string{given.Body, "forged"} {
		statuses = append(statuses, receiver.Receive(context.Background(), []byte(body), headerOf(given)))
	}
	slog.SetDefault(before)
	return result{"value": result{"statuses": statuses, "logged": []string{logged.String()}}}, nil
}

func verify(given command) (result, error) {
	options := fulfilment.VerifyOptions{Tolerance: time.Duration(given.Tolerance) * time.Second}
	if given.Now != nil {
		options.Now = func() time.Time { return time.Unix(*given.Now, 0) }
	}
	delivery, err := fulfilment.VerifyWebhook([]byte(given.Body), headerOf(given), given.Secrets, options)
	if err != nil {
		return nil, err
	}
	for _, event := range delivery.Events {
		if event.As() == nil {
			panic("an event without a struct")
		}
	}
	return result{"value": delivery.Events}, nil
}

// show writes the client by every verb, log and serialisation; a copy of what it points to as well.
func show(given command) (result, error) {
	client, err := clientOf(given.Client)
	if err != nil {
		return nil, err
	}
	var logged bytes.Buffer
	slog.New(slog.NewJSONHandler(&logged, nil)).Info("made", "client", client)
	slog.New(slog.NewTextHandler(&logged, nil)).Info("made", "client", client)
	text, err := json.Marshal(client)
	must(err)
	receiver, err := fulfilment.NewWebhookReceiver([]string{"whsec_SECRETSECRETSECRETSECRET"}, fulfilment.ReceiverOptions{})
	must(err)
	inside := reflect.ValueOf(client).Elem().FieldByName("api").Elem().FieldByName("settings").Elem()
	shown := string(text) + logged.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		for _, value := range []any{client, *client, inside, *receiver} {
			shown += fmt.Sprintf(verb, value)
		}
	}
	return result{"value": shown}, nil
}

func errorFacts(err error) result {
	facts := result{"code": "untyped", "message": err.Error(), "shown": fmt.Sprintf("%v %+v %#v", err, err, err)}
	var own fulfilment.Error
	if errors.As(err, &own) && errors.Is(err, own.Code()) {
		facts["code"] = own.Code()
	}
	var refusal *fulfilment.APIError
	if !errors.As(err, &refusal) {
		return withMembers(facts, err)
	}
	facts["idempotency_key"] = refusal.IdempotencyKey
	facts["status"] = refusal.Status
	facts["request_id"] = refusal.RequestID
	facts["retryable"] = refusal.Retryable
	facts["errors"] = refusal.Errors
	facts["remedy"] = refusal.Remedy
	facts["problem"] = refusal.Problem
	if refusal.RetryAfter != nil {
		facts["retry_after_seconds"] = refusal.RetryAfter.Seconds()
	}
	return facts
}

// withMembers adds what an error that is no refusal knows of its call.
func withMembers(facts result, err error) result {
	for ; err != nil; err = errors.Unwrap(err) {
		value := reflect.Indirect(reflect.ValueOf(err))
		if value.Kind() != reflect.Struct {
			continue
		}
		for name, member := range map[string]string{"status": "Status", "idempotency_key": "IdempotencyKey", "retry_after_seconds": "RetryAfter"} {
			found := reflect.Indirect(value.FieldByName(member))
			if facts[name] != nil || !found.IsValid() {
				continue
			}
			facts[name] = found.Interface()
			if wait, ok := facts[name].(time.Duration); ok {
				facts[name] = wait.Seconds()
			}
		}
	}
	return facts
}

func main() {
	var writing sync.Mutex
	var running sync.WaitGroup
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break
		}
		given := read[command](line)
		running.Add(1)
		go func() {
			defer running.Done()
			found := outcome(given)
			found["id"] = given.ID
			text, err := json.Marshal(found)
			must(err)
			writing.Lock()
			defer writing.Unlock()
			fmt.Println(string(text))
		}()
	}
	running.Wait()
}

func outcome(given command) (found result) {
	defer func() {
		if reason := recover(); reason != nil {
			found = result{"error": result{"code": "untyped", "message": fmt.Sprint(reason), "shown": ""}}
		}
	}()
	done, err := do(given)
	if err != nil {
		return result{"error": errorFacts(err)}
	}
	return done
}

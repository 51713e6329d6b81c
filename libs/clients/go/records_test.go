package fulfilment

import (
	"encoding/json"
	"strings"
	"testing"
)

func written(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestABodyHasWhatWasSet(t *testing.T) {
	for want, body := range map[string]any{
		`{}`: OrderUpdate{},
		`{"note":null,"metadata":{},"carrier":"DHL"}`: OrderUpdate{
			Note: Null[string](), Metadata: Set(map[string]string{}), Carrier: String("DHL"),
		},
		`{"lines":[]}`: OrderCreate{},
		`{"items":[{"op":"adjust","sku":"A","delta":0,"reason":"count"}]}`: InventoryBatch{
			Items: []BatchItem{BatchAdjust{SKU: "A", Reason: "count"}},
		},
	} {
		if got := written(t, body); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestMembersOfALaterVersionSurvive(t *testing.T) {
	text := `{"sku":"A","status":"dreaming","mood":{"today":"calm"},"stock":[{"location_id":"l","row":7}]}`
	var sku SKU
	if err := json.Unmarshal([]byte(text), &sku); err != nil {
		t.Fatal(err)
	}
	if sku.Status != "dreaming" || string(sku.Extra["mood"]) != `{"today":"calm"}` || string(sku.Stock[0].Extra["row"]) != "7" {
		t.Errorf("%+v", sku)
	}
	sku.Name = "Mug"
	again := written(t, sku)
	for _, part := range []string{`"name":"Mug"`, `"mood":{"today":"calm"}`, `"row":7`} {
		if !strings.Contains(again, part) {
			t.Errorf("%s is not in %s", part, again)
		}
	}
}

func TestAnEventIsTheStructOfItsType(t *testing.T) {
	read := func(text string) any {
		var event Event
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			t.Fatal(err)
		}
		if written(t, event) != text {
			t.Errorf("%s became %s", text, written(t, event))
		}
		return event.As()
	}
	shipped, ok := read(`{"id":"evt_1","type":"order.shipped","data":{"id":"ord_1","carrier":null}}`).(*OrderShipped)
	if !ok || shipped.Data.ID != "ord_1" || ValueOr(shipped.Data.Carrier, "none") != "none" {
		t.Errorf("%+v", shipped)
	}
	later, ok := read(`{"id":"evt_2","type":"sku.cheered","data":{"x":1}}`).(*OtherEvent)
	if !ok || string(later.Extra["data"]) != `{"x":1}` {
		t.Errorf("%+v", later)
	}
	if _, ok := read(`{"id":"evt_3","type":"order.shipped","data":"sealed"}`).(*OtherEvent); !ok {
		t.Error("an event of another form than its type has is no OtherEvent")
	}
}

func TestABatchIsCutByItemsAndByBytes(t *testing.T) {
	item := `{"note":"` + strings.Repeat("x", 400_000) + `"}`
	body := `{"items":[` + item + "," + item + "," + item + "," + `{}` + `]}`
	cuts, err := cutBatch([]byte(body), &batch{"items", 1_000, "results"})
	if err != nil || len(cuts) != 2 || cuts[1].from != 2 {
		t.Fatalf("%d cuts, %v", len(cuts), err)
	}
	results, err := resultsFrom([]byte(`{"results":[{"index":0},{"index":1,"mood":"calm"}]}`), "results", 2)
	if err != nil || string(results[1]) != `{"index":3,"mood":"calm"}` {
		t.Errorf("%s, %v", results, err)
	}
}

// Brings an order to be shipped by the generated client, reads the feed, and prints what it saw as JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"smoke/api"
	// Compiled with it: a program that manages endpoints has both.
	_ "smoke/account"
)

func main() {
	ctx := context.Background()
	client, err := api.NewClientWithResponses(os.Args[1], api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}))
	check(err)

	onHand := 3
	sku, err := client.CreateSkuWithResponse(ctx, &api.CreateSkuParams{}, api.SkuCreate{Sku: "GO-1", Name: "Mug", OnHand: &onHand})
	check(err)
	lines := []api.OrderLineCreate{{Sku: "GO-1", Quantity: 2}}
	created, err := client.CreateOrderWithResponse(ctx, &api.CreateOrderParams{}, api.OrderCreate{Lines: lines})
	check(err)
	_, err = client.PackOrderWithResponse(ctx, created.JSON201.Id, &api.PackOrderParams{}, api.PackOrderJSONRequestBody{})
	check(err)
	shipped, err := client.ShipOrderWithResponse(ctx, created.JSON201.Id, &api.ShipOrderParams{}, api.ShipOrderJSONRequestBody{})
	check(err)
	missing, err := client.GetSkuWithResponse(ctx, "GO-2", &api.GetSkuParams{})
	check(err)
	left, err := client.GetSkuWithResponse(ctx, "GO-1", &api.GetSkuParams{})
	check(err)
	types := eventTypes(ctx, client)
	// The feed follows within moments.
	for range 300 {
		if slices.Contains(types, "order.shipped") {
			break
		}
		time.Sleep(100 * time.Millisecond)
		types = eventTypes(ctx, client)
	}

	var later api.EventPage
	check(json.Unmarshal([]byte(`{"data":[{"id":"evt_1","type":"order.teleported","data":{"to":"mars"}}],"has_more":false,"next_cursor":null}`), &later))
	unknown, err := later.Data[0].AsOtherEvent()
	check(err)

	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"created": sku.JSON201.CreatedAt.Location().String(),
		"order":   shipped.JSON200.Status,
		"left":    left.JSON200.OnHand,
		"missing": missing.ApplicationproblemJSON404.Code,
		"events":  types,
		"unknown": unknown.Type,
	}))
}

func eventTypes(ctx context.Context, client *api.ClientWithResponses) []string {
	page, err := client.ListEventsWithResponse(ctx, &api.ListEventsParams{})
	check(err)
	var types []string
	for _, event := range page.JSON200.Data {
		name, err := event.Discriminator()
		check(err)
		types = append(types, name)
	}
	slices.Sort(types)
	return slices.Compact(types)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

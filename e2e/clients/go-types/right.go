// A program that uses the library rightly: the compiler takes it.
package main

import (
	"context"
	"fmt"

	fulfilment "example.com/fulfilment/client-go"
)

func right(ctx context.Context, client *fulfilment.Client, receiver *fulfilment.WebhookReceiver, written string) {
	client.Orders.List(ctx, fulfilment.ListOrdersQuery{
		Status:     []fulfilment.OrderStatus{fulfilment.OrderStatusPacked, "of a later version", fulfilment.OrderStatus(written)},
		Allocation: []fulfilment.OrderAllocation{fulfilment.OrderAllocationPartial},
		Sort:       fulfilment.ListOrdersSortUpdatedAt,
	})
	client.Locations.List(ctx, fulfilment.ListLocationsQuery{
		Type: []fulfilment.LocationType{fulfilment.LocationTypeBin},
		Sort: fulfilment.ListLocationsSortCreatedAtDescending,
	})
	client.Inventory.List(ctx, fulfilment.ListSKUsQuery{Status: fulfilment.ListSKUsStatusAll})
	client.Locations.Create(ctx, fulfilment.LocationCreate{
		Type:  fulfilment.LocationTypeBin,
		Code:  "B1",
		Usage: fulfilment.Set(fulfilment.LocationUsageReturns),
	})
	client.Webhooks.Create(ctx, fulfilment.WebhookCreate{
		URL:    "https://example.com",
		Events: fulfilment.Set([]fulfilment.EventType{fulfilment.EventOrderShipped}),
	})
	receiver.On(fulfilment.EventOrderShipped, nil)
	receiver.On("order.praised", nil)
	for event, err := range client.Feed(ctx, fulfilment.FilePlaceStore("p"), fulfilment.FeedOptions{
		Types: []fulfilment.EventType{fulfilment.EventOrderShipped},
	}) {
		if err == nil && event.Type == fulfilment.EventOrderShipped {
			fmt.Println(event.As().(*fulfilment.OrderShipped).Data.Status == fulfilment.OrderSnapshotStatusShipped)
		}
	}
}

func main() {}

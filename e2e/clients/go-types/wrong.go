// Slips of a programmer: the compiler has to find a fault in each line that is marked.
package main

import (
	"context"
	"fmt"

	fulfilment "example.com/fulfilment/client-go"
)

func wrong(ctx context.Context, client *fulfilment.Client, receiver *fulfilment.WebhookReceiver, written string) {
	_ = fulfilment.ListOrdersQuery{Status: []fulfilment.OrderStatus{fulfilment.OrderStatusPackd}}         // wrong: a value of a filter
	_ = fulfilment.ListOrdersQuery{Status: []fulfilment.OrderStatus{fulfilment.SKUStatusArchived}}        // wrong: a value of another one
	_ = fulfilment.ListOrdersQuery{Status: []fulfilment.OrderStatus{fulfilment.OrderAllocationAllocated}} // wrong: that of another member
	_ = fulfilment.ListOrdersQuery{Status: []fulfilment.OrderStatus{written}}                             // wrong: a text that may be any
	_ = fulfilment.ListOrdersQuery{Sort: fulfilment.ListSKUsSortSKU}                                      // wrong: the order of another list
	_ = fulfilment.ListOrdersQuery{Statuss: nil}                                                          // wrong: the name of a filter
	_ = fulfilment.ListSKUsQuery{Status: fulfilment.SKUStatus("active")}                                  // wrong: the status of a record
	_ = fulfilment.FeedOptions{Types: []fulfilment.EventType{fulfilment.EventOrderShiped}}                // wrong: a type of the feed
	_ = fulfilment.FeedOptions{Types: []fulfilment.EventType{fulfilment.OrderStatusShipped}}              // wrong: no type of events
	_ = fulfilment.WebhookCreate{Events: fulfilment.Set([]string{written})}                               // wrong: an event that is asked for
	_ = fulfilment.LocationCreate{Usage: fulfilment.String("retruns")}                                    // wrong: a value of a body
	_ = fulfilment.LocationCreate{Type: fulfilment.LocationUsageReturns}                                  // wrong: one of another member
	receiver.On(fulfilment.OrderStatusShipped, nil)                                                       // wrong: a type of a handler
	receiver.OnOrderShiped(nil)                                                                           // wrong: its name
	var event fulfilment.Event
	if event.Type == fulfilment.EventOrderShiped { // wrong: a type that is compared
		fmt.Println()
	}
	var order fulfilment.Order
	if order.Status == fulfilment.OrderAllocationAllocated { // wrong: a value that the member cannot have
		fmt.Println(ctx, client)
	}
}

func main() {}

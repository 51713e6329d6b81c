// Package fulfilment is the official client of the inventory and order fulfilment API.
//
//	client, err := fulfilment.NewClient(os.Getenv("FULFILMENT_API_KEY"), "http://localhost:8080")
//	order, err := client.Orders.Create(ctx, fulfilment.OrderCreate{
//		Lines: []fulfilment.OrderLineCreate{{SKU: "MUG-01", Quantity: 2}},
//	})
//
// Writes have an idempotency key, the same at every attempt; lost answers and refusals that are worth it are retried. Members,
// values, event types and error codes of later versions of the API survive: in Extra, as strings, as OtherEvent and as *APIError.
// Every error of the package has a Code, and says what to do. No error, log or inspection shows the API key.
package fulfilment

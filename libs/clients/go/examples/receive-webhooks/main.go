// Command receive-webhooks listens for webhooks on port 4000, or on PORT. WEBHOOK_SECRET is the secret of the endpoint; two, with a
// comma between them, during a rotation.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	fulfilment "example.com/fulfilment/client-go"
)

func main() {
	receiver, err := fulfilment.NewWebhookReceiver(strings.Split(os.Getenv("WEBHOOK_SECRET"), ","), fulfilment.ReceiverOptions{
		OnError: func(err error) { log.Println(err) },
	})
	if err != nil {
		log.Fatal(err)
	}
	receiver.OnOrderShipped(func(_ context.Context, event *fulfilment.OrderShipped, _ *fulfilment.WebhookDelivery) error {
		fmt.Println(event.Data.ID, "left with", fulfilment.ValueOr(event.Data.Carrier, "some carrier"))
		return nil
	})
	receiver.OnInventoryLowStock(func(_ context.Context, event *fulfilment.InventoryLowStock, _ *fulfilment.WebhookDelivery) error {
		fmt.Println("order more of", event.Data.SKU)
		return nil
	})
	receiver.OnOther(func(_ context.Context, event fulfilment.Event, _ *fulfilment.WebhookDelivery) error {
		fmt.Println(event.Type)
		return nil
	})

	listener, err := net.Listen("tcp", ":"+cmp.Or(os.Getenv("PORT"), "4000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://localhost:%d\n", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, receiver))
}

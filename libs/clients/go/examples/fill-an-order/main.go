// Command fill-an-order creates a SKU, sells two of it, packs and ships them. FULFILMENT_API_KEY and FULFILMENT_URL name the system.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	fulfilment "example.com/fulfilment/client-go"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	client, err := fulfilment.NewClient(os.Getenv("FULFILMENT_API_KEY"), cmp.Or(os.Getenv("FULFILMENT_URL"), "http://localhost:8080"))
	if err != nil {
		return err
	}
	sku := fmt.Sprintf("EXAMPLE-%d", time.Now().UnixNano())
	if _, err := client.Inventory.Create(ctx, fulfilment.SKUCreate{SKU: sku, Name: "Mug", OnHand: fulfilment.Int(10)}); err != nil {
		return err
	}
	order, err := client.Orders.Create(ctx, fulfilment.OrderCreate{Lines: []fulfilment.OrderLineCreate{{SKU: sku, Quantity: 2}}})
	if err != nil {
		return err
	}
	if _, err := client.Orders.Pack(ctx, order.ID, fulfilment.OrderPack{}); err != nil {
		return err
	}
	shipped, err := client.Orders.Ship(ctx, order.ID, fulfilment.OrderShip{Carrier: fulfilment.String("DHL")})
	if err != nil {
		return err
	}
	left, err := client.Inventory.Get(ctx, sku)
	if err != nil {
		return err
	}
	fmt.Printf("%s is %s; %d of %s are left\n", shipped.ID, shipped.Status, left.OnHand, sku)

	_, err = client.Orders.Cancel(ctx, order.ID, fulfilment.OrderCancel{})
	var refusal *fulfilment.APIError
	if !errors.As(err, &refusal) {
		return err
	}
	fmt.Printf("%s: the order is %s\n", refusal.Code(), fulfilment.ValueOr(refusal.Problem.CurrentStatus, "somewhere"))
	return nil
}

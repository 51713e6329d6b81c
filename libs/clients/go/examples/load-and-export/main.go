// Command load-and-export loads SKUs from a file, changes them in a batch, and reads them back as a file and as a list.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
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
	prefix := fmt.Sprintf("LOAD-%d", time.Now().UnixNano())
	skus := make([]string, 20)
	for place := range skus {
		skus[place] = fmt.Sprintf("%s-%d", prefix, place)
	}

	report, err := client.Inventory.Import(ctx, file(skus), fulfilment.ImportInventoryQuery{}, fulfilment.WithContentType("text/csv"))
	if err != nil {
		return err
	}
	var batch fulfilment.InventoryBatch
	for _, sku := range skus {
		batch.Items = append(batch.Items, fulfilment.BatchAdjust{SKU: sku, Delta: 1, Reason: "receipt"})
	}
	changed, err := client.Inventory.Batch(ctx, batch)
	if err != nil {
		return err
	}
	export, err := client.Inventory.Export(ctx, fulfilment.ExportInventoryQuery{})
	if err != nil {
		return err
	}
	exported := 0
	for record, err := range fulfilment.Records[fulfilment.SKU](export) {
		if err != nil {
			return err
		}
		if strings.HasPrefix(record.SKU, prefix) && record.OnHand == 6 {
			exported++
		}
	}
	listed, err := client.Inventory.List(ctx, fulfilment.ListSKUsQuery{Q: prefix, Limit: 7}).Collect(100)
	if err != nil {
		return err
	}
	fmt.Printf("%d created, %d changed, %d exported, %d listed\n", report.Created, len(changed.Results), exported, len(listed))
	return nil
}

// file is written as it is read, and again for each attempt.
func file(skus []string) io.Reader {
	return fulfilment.Reopened(func() (io.ReadCloser, error) {
		reader, writer := io.Pipe()
		go func() {
			fmt.Fprint(writer, "sku,name,on_hand\r\n")
			for _, sku := range skus {
				fmt.Fprintf(writer, "%s,Mug,5\r\n", sku)
			}
			writer.Close()
		}()
		return reader, nil
	})
}

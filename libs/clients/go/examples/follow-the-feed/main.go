// Command follow-the-feed reads the feed of events up to its end, and keeps its place in a file: run again, it goes on behind it.
package main

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"time"

	fulfilment "example.com/fulfilment/client-go"
)

func main() {
	place := "feed.place"
	if len(os.Args) > 1 {
		place = os.Args[1]
	}
	client, err := fulfilment.NewClient(os.Getenv("FULFILMENT_API_KEY"), cmp.Or(os.Getenv("FULFILMENT_URL"), "http://localhost:8080"))
	if err != nil {
		log.Fatal(err)
	}
	events := 0
	feed := client.Feed(context.Background(), fulfilment.FilePlaceStore(place), fulfilment.FeedOptions{UntilEnd: true})
	for event, err := range feed {
		if err != nil {
			log.Fatal(err)
		}
		events++
		fmt.Println(event.Type, event.CreatedAt.Format(time.RFC3339Nano))
	}
	fmt.Println(events, "new events")
}

// Reads the feed of events up to its end, and keeps its place in a file: run again, it goes on behind it.
import { FilePlaceStore, FulfilmentClient } from '@fulfilment/client';

const client = new FulfilmentClient({
  apiKey: process.env.FULFILMENT_API_KEY ?? '',
  baseUrl: process.env.FULFILMENT_URL ?? 'http://localhost:8080',
});
let events = 0;
for await (const event of client.feed({ places: new FilePlaceStore(process.argv[2] ?? 'feed.place'), untilEnd: true })) {
  events += 1;
  console.log(event.type, event.created_at);
}
console.log(`${events} new events`);

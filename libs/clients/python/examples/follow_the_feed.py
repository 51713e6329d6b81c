"""Reads the feed of events up to its end, and keeps its place in a file: run again, it goes on behind it."""

import os
import sys

from fulfilment import FilePlaceStore, FulfilmentClient

url = os.environ.get("FULFILMENT_URL", "http://localhost:8080")
places = FilePlaceStore(sys.argv[1] if len(sys.argv) > 1 else "feed.place")
events = 0
with FulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url=url) as client:
    for event in client.feed(places, until_end=True):
        events += 1
        print(event["type"], event["created_at"])
print(f"{events} new events")

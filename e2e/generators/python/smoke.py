"""Brings an order to be shipped by the generated client, reads the feed, and prints what it saw as JSON."""

import json
import sys
import time

from fulfilment_api import AuthenticatedClient
from fulfilment_api.api.events import list_events
from fulfilment_api.api.inventory import create_sku, get_sku
from fulfilment_api.api.orders import create_order, pack_order, ship_order
from fulfilment_api.models import EventPage, OrderCreate, OrderLineCreate, SkuCreate

base_url, key = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=key)

sku = create_sku.sync(client=client, body=SkuCreate(sku="PY-1", name="Mug", on_hand=3))
created = create_order.sync(client=client, body=OrderCreate(lines=[OrderLineCreate(sku="PY-1", quantity=2)]))
pack_order.sync(client=client, id=created.id)
shipped = ship_order.sync(client=client, id=created.id)
missing = get_sku.sync(client=client, sku="PY-2")
# The feed follows within moments.
for _ in range(300):
    page = list_events.sync(client=client)
    if any(event.type_ == "order.shipped" for event in page.data):
        break
    time.sleep(0.1)

later = page.to_dict()
later["data"].append({**later["data"][0], "type": "order.teleported", "data": {"to": "mars"}})

print(
    json.dumps(
        {
            "created": sku.created_at.tzname(),
            "order": shipped.status,
            "left": get_sku.sync(client=client, sku="PY-1").on_hand,
            "missing": missing.code,
            "events": sorted({event.type_ for event in page.data}),
            "unknown": EventPage.from_dict(later).data[-1].to_dict()["type"],
        }
    )
)

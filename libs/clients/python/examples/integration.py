"""A whole integration: places, an import with faults, orders, a restock by scan, shipping, webhooks, and a mirror of the stock.

FULFILMENT_API_KEY (role admin, of an empty account) and FULFILMENT_URL name the system; ROWS and ORDERS its size.
"""

import os
import tempfile
import time
from collections import Counter

from fulfilment import FilePlaceStore, FulfilmentClient, StockMirror, WebhookReceiver, answer_of, schemas

ROWS, ORDERS = int(os.environ.get("ROWS", "2000")), int(os.environ.get("ORDERS", "40"))
client = FulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url=os.environ["FULFILMENT_URL"], retries=8)

delivered: set[str] = set()
receiver = WebhookReceiver(lambda: endpoint["secret"], on_error=print)
receiver.on_other(lambda event, _delivery: delivered.add(event["id"]))
server = receiver.listen(0)
endpoint: schemas.WebhookWithSecret = client.webhooks.create({"url": f"http://localhost:{server.port}/", "events": ["*"]})

for code in ("EAST", "WEST"):
    warehouse = client.locations.create({"type": "warehouse", "code": code})
    aisle = client.locations.create({"type": "aisle", "code": "A", "parent_id": warehouse["id"]})
    for shelf in range(8):
        client.locations.create({"type": "shelf", "code": f"S{shelf}", "parent_id": aisle["id"]})

faults = ["A,,5,", ",Mug,5,", "B,Mug,-1,", "C,Mug,1.5,", "D,Mug,many,", "E,Mug,5,A", "F,Mug,5,NOWHERE:A/S1"]
goods = [f"INT-{n},Mug {n},{n % 5},EAST:A/S{n % 8}" for n in range(ROWS - len(faults))]
file = "\n".join(["sku,name,on_hand,location", *faults, *goods])
tried = client.inventory.import_(file, dry_run=True)
report = client.inventory.import_(file, idempotency_key="first-load")
again = client.inventory.import_(file, idempotency_key="first-load")
facts, rows = answer_of(again), sorted({fault["row"] for fault in report["errors"]})
print(f"{report['created']} of {tried['rows']} rows created, {len(rows)} refused, repeated: {str(facts is not None and facts.replayed).lower()}")

lines: list[list[schemas.OrderLineCreate]] = [[{"sku": f"INT-{n}", "quantity": 3}] for n in range(ORDERS)]
orders = [client.orders.create({"external_id": f"shop-{n}", "lines": each}) for n, each in enumerate(lines)]
print(", ".join(f"{number} {each}" for each, number in sorted(Counter(order["allocation"] for order in orders).items())))

waiting = next(order for order in orders if order["allocation"] == "backordered")
scan: schemas.ScanCreate = {"type": "receive", "barcode": "INT-0", "sku": "INT-0", "quantity": 3, "location": "EAST:A/S0", "apply": True}
client.scans.create(scan)
client.wait_for_order(waiting["id"], lambda order: order["allocation"] == "allocated")
ready = [waiting, *(order for order in orders if order["allocation"] == "allocated")][:6]
for order in ready:
    client.orders.pack(order["id"])
    client.orders.ship(order["id"], {"carrier": "DHL"})

places = FilePlaceStore(os.path.join(tempfile.mkdtemp(), "place"))
mirror = StockMirror()
events: set[str] = set()


def catch_up():
    for event in client.feed(places, until_end=True):
        events.add(event["id"])
        mirror.apply(event)


catch_up()
for n in range(8):
    client.inventory.adjust(f"INT-{n}", {"delta": 2, "reason": "receipt"})
exported = list(client.inventory.export().records())
while not all(map(mirror.agrees, exported)) or events - delivered:
    catch_up()
    time.sleep(0.1)
client.webhooks.delete(endpoint["id"])
print(f"{len(ready)} shipped, {len(exported)} mirrored, consistent: {str(client.integrity.check()['consistent']).lower()}")
server.close()

"""A program that uses the library rightly: no checker finds a fault in it."""

import os

from fulfilment import (
    AsyncFulfilmentClient,
    BatchInterruptedError,
    Delivery,
    FilePlaceStore,
    FulfilmentClient,
    PendingError,
    StockMirror,
    WebhookReceiver,
    schemas,
)

client = FulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url="http://localhost:8080")
client.inventory.create({"sku": "MUG-01", "name": "Mug", "on_hand": 100, "location": "A3/S2"})
client.inventory.adjust("MUG-01", {"delta": -3, "reason": "damaged"})
sku = client.inventory.get("MUG-01")
client.inventory.update("MUG-01", {"on_hand": 95, "reason": "count"}, if_match=sku["version"])
order = client.orders.create({"external_id": "s", "lines": [{"sku": "A", "quantity": 2}]})
lines: list[schemas.OrderLineCreate] = [{"sku": line["sku"], "quantity": line["quantity"]} for line in order["lines"]]
client.orders.create({"lines": lines})
client.orders.list(status="packed", allocation=["partial", "backordered"])
statuses: list[schemas.ListOrdersStatus] = ["packed"]
for found in client.orders.list(status=statuses, limit=3):
    print(found["id"].upper())
adjustments: list[schemas.BatchAdjust] = [{"op": "adjust", "sku": "A", "delta": 1, "reason": "count"} for _ in range(3)]
answer = client.inventory.batch({"items": adjustments})
client.inventory.batch(
    {
        "items": [
            {"op": "create", "sku": "CUP-01", "name": "Cup", "on_hand": 40},
            {"op": "adjust", "sku": "M", "delta": 5, "reason": "receipt"},
        ]
    }
)
client.inventory.batch({"items": [{"op": "adjust", "sku": f"M{n}", "delta": 5, "reason": "receipt"} for n in range(3)]})
for result in answer["results"]:
    print(result["index"], result["status"])
waited = client.wait_for_order(order["id"], lambda order: order["allocation"] == "allocated")
print(waited["status"].upper())
mirror = StockMirror()
for event in client.feed(FilePlaceStore("p"), types=["inventory.updated"]):
    mirror.apply(event)
    if event["type"] == "inventory.updated":
        print(event["data"]["sku"], event["data"]["on_hand"])
    elif event["type"] == "order.shipped":
        print((event["data"]["tracking_number"] or "").upper())
record = mirror.get("MUG-01")
if record is not None:
    print(record["available"] + 1)
receiver = WebhookReceiver("s")


@receiver.on("order.shipped")
def shipped(event: schemas.OrderShipped, delivery: Delivery) -> None:
    print(event["data"]["tracking_number"], delivery.attempt)


@receiver.on("order.packed")
async def packed(event: schemas.OrderPacked, _: Delivery) -> None:
    print(event["data"]["id"])


@receiver.on_other
def other(event: schemas.Event, _: Delivery) -> None:
    print(event["type"])


receiver.on("inventory.updated")(lambda event, _: print(event["data"]["sku"]))


async def main() -> None:
    client = AsyncFulfilmentClient(api_key="", base_url="")
    order = await client.orders.create({"lines": [{"sku": "A", "quantity": 2}]})
    async for event in client.feed(FilePlaceStore("p"), types="order.shipped"):
        if event["type"] == "order.shipped":
            print(event["data"]["tracking_number"])
    print(order["id"])
    async for page in client.orders.list().pages():
        print(page["data"][0]["id"])


try:
    client.orders.pack(order["id"])
except PendingError as error:
    print(error.record["status"].upper(), error.idempotency_key)
except BatchInterruptedError as error:
    print(error.results[0]["index"])

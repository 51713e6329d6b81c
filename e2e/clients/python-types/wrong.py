"""Slips of a programmer: every checker has to find a fault in each line that is marked."""

from fulfilment import Delivery, FilePlaceStore, FulfilmentClient, PendingError, WebhookReceiver, schemas

client = FulfilmentClient(api_key="k", base_url="http://localhost:8080")
receiver = WebhookReceiver("s")

client.inventory.create({"sku": "A", "nam": "B"})  # wrong: a field of a body
client.orders.create({"lines": [{"skuu": "A", "quantity": 2}]})  # wrong: a field within a body
client.orders.create({"lines": [{"sku": "A", "quantity": "2"}]})  # wrong: a value of a body
client.inventory.adjust("A", {"delta": 1})  # wrong: a field that is missing
client.inventory.batch({"items": [{"op": "ajust", "sku": "A", "delta": 1, "reason": "x"}]})  # wrong: an operation of a batch
client.orders.list(status="packd")  # wrong: a value of a filter
client.orders.list(status=["packed", "packd"])  # wrong: one of its values
client.orders.list(statuss="packed")  # wrong: the name of a filter
client.webhooks.create({"url": "https://example.com", "events": ["order.shiped"]})  # wrong: an event that is asked for
client.feed(FilePlaceStore("p"), types=["order.shiped"])  # wrong: a type of the feed
receiver.on("order.shiped")  # wrong: a type of a handler
receiver.on("order.shipped")(lambda event, _: print(event["data"]["tracking_numbr"]))  # wrong: a field in a handler
receiver.on("order.shipped")(lambda event: print(event["id"]))  # wrong: a handler that takes no delivery


def count(event: schemas.InventoryUpdated, delivery: Delivery) -> None:
    print(event["data"]["on_hand"], delivery.id)


receiver.on("order.shipped")(count)  # wrong: a handler of another event

for event in client.feed(FilePlaceStore("p")):
    if event["type"] == "order.shiped":  # wrong: a type that is compared
        print()
    if event["type"] == "order.shipped":
        print(event["data"]["trackin_number"])  # wrong: a field of an event
client.wait_for_order("o", lambda order: order["allocaton"] == "allocated")  # wrong: a field of a record
print(client.inventory.get("A")["onhand"])  # wrong: a field of an answer
print(client.orders.list().first()["dat"])  # wrong: a member of a page

try:
    client.orders.pack("o")
except PendingError as error:
    print(error.record["statuss"])  # wrong: a field of a record of an error

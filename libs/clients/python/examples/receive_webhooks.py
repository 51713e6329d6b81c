"""Listens for webhooks on port 4000, or on PORT. WEBHOOK_SECRET is the secret of the endpoint; two, with a comma between, in a rotation."""

import os

from fulfilment import WebhookReceiver

receiver = WebhookReceiver(os.environ["WEBHOOK_SECRET"].split(","), on_error=print)


@receiver.on("order.shipped")
def tell(event, delivery):
    print(f"{event['data']['id']} left with {event['data']['carrier'] or 'some carrier'}")


@receiver.on("inventory.low_stock")
def order_more(event, delivery):
    print(f"order more of {event['data']['sku']}")


@receiver.on_other
def note(event, delivery):
    print(event["type"])


with receiver.listen(int(os.environ.get("PORT", "4000"))) as server:
    print(f"listening on http://localhost:{server.port}", flush=True)
    server.wait()

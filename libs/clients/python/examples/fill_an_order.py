"""Creates a SKU, sells two of it, packs and ships them. FULFILMENT_API_KEY and FULFILMENT_URL name the system."""

import os
import time

from fulfilment import ApiError, FulfilmentClient

url = os.environ.get("FULFILMENT_URL", "http://localhost:8080")
sku = f"EXAMPLE-{time.time_ns()}"

with FulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url=url) as client:
    client.inventory.create({"sku": sku, "name": "Mug", "on_hand": 10})
    order = client.orders.create({"lines": [{"sku": sku, "quantity": 2}]})
    client.orders.pack(order["id"])
    shipped = client.orders.ship(order["id"], {"carrier": "DHL"})
    left = client.inventory.get(sku)["on_hand"]
    print(f"{shipped['id']} is {shipped['status']}; {left} of {sku} are left")

    try:
        client.orders.cancel(order["id"])
    except ApiError as error:
        print(f"{error.code}: the order is {error.problem['current_status']}")

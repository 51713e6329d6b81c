"""Loads SKUs from a file, changes them in a batch, and reads them back as a file and as a list, without blocking."""

import asyncio
import os
import time

from fulfilment import AsyncFulfilmentClient, schemas

PREFIX = f"LOAD-{time.time_ns()}"
SKUS = [f"{PREFIX}-{place}" for place in range(20)]


async def file():
    yield b"sku,name,on_hand\r\n"
    for sku in SKUS:
        yield f"{sku},Mug,5\r\n".encode()


async def main() -> None:
    url = os.environ.get("FULFILMENT_URL", "http://localhost:8080")
    async with AsyncFulfilmentClient(api_key=os.environ["FULFILMENT_API_KEY"], base_url=url) as client:
        report = await client.inventory.import_(file, content_type="text/csv")
        items: list[schemas.BatchAdjust] = [{"op": "adjust", "sku": sku, "delta": 1, "reason": "receipt"} for sku in SKUS]
        answer = await client.inventory.batch({"items": items})
        exported = 0
        async for record in client.inventory.export().records():
            exported += record["sku"].startswith(PREFIX) and record["on_hand"] == 6
        listed = await client.inventory.list(q=PREFIX, limit=7).to_list(100)
    print(f"{report['created']} created, {len(answer['results'])} changed, {exported} exported, {len(listed)} listed")


asyncio.run(main())

"""Deliveries for tests of a program that receives webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .generated.samples import sample_event

__all__ = ["SignedDelivery", "sample_event", "sign_delivery"]


@dataclass(frozen=True)
class SignedDelivery:
    """A request to an endpoint, ready to be posted: JSON of the event or of a batch, and header fields with both signatures."""

    body: bytes
    headers: dict[str, str]


def sign_delivery(
    events: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    secrets: str | Sequence[str],
    *,
    delivery_id: str = "dlv_01KAJ71C5V8X2N6R4TPBD3V001",
    attempt: int = 1,
    at: float | None = None,
) -> SignedDelivery:
    """A delivery as the service sends it, for tests of a receiver.

    >>> delivery = sign_delivery(sample_event("order.shipped"), secret)
    >>> app.test_client().post("/hook", data=delivery.body, headers=delivery.headers)

    `events` are one, or the several of a batch. `secrets` are those of the endpoint, `whsec_` and base64: one, or several during a
    rotation, each of which signs. `at` is the time of the signature in Unix seconds, now by default: receivers refuse one that is more
    than 5 minutes off. `attempt` counts from 1.
    """
    event = events if isinstance(events, Mapping) else {"id": delivery_id, "type": "batch"}
    content = events if isinstance(events, Mapping) else {"batch": list(events)}
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    seconds = int(time.time() if at is None else at)
    keys = [secrets] if isinstance(secrets, str) else list(secrets)
    service = [hmac.new(key.encode(), b"%d.%s" % (seconds, body), hashlib.sha256).hexdigest() for key in keys]
    message = f"{event['id']}.{seconds}.".encode() + body
    standard = [hmac.new(base64.b64decode(key.removeprefix("whsec_")), message, hashlib.sha256).digest() for key in keys]
    return SignedDelivery(
        body,
        {
            "Content-Type": "application/json",
            "User-Agent": "Fulfilment-Webhooks/1",
            "Service-Event-Id": event["id"],
            "Service-Event-Type": event["type"],
            "Service-Delivery-Id": delivery_id,
            "Service-Attempt": str(attempt),
            "Service-Signature": ",".join([f"t={seconds}", *(f"v1={each}" for each in service)]),
            "webhook-id": event["id"],
            "webhook-timestamp": str(seconds),
            "webhook-signature": " ".join(f"v1,{base64.b64encode(each).decode()}" for each in standard),
        },
    )

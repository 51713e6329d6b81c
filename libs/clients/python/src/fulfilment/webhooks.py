"""Webhooks: verification of deliveries, and receivers for Flask and FastAPI."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import inspect
import json
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, TypeVar, Union

from ._errors import NOT_JSON, ConfigurationError, FulfilmentError
from .generated.handlers import Handlers

if TYPE_CHECKING:
    from .generated import schemas as S

TOLERANCE_SECONDS = 300
# The largest body that is read: a batch of 100 events stays below it.
MAX_BODY_BYTES = 8 * 1024 * 1024
# Standard Webhooks asks for 24 bytes; the service makes 32.
LEAST_SECRET_BYTES = 16


class WebhookError(FulfilmentError):
    """A delivery that is not to be trusted. Answer it with 400 and say nothing of the reason.

    `code` is `missing_signature`, `invalid_signature`, `timestamp_out_of_tolerance` or `malformed_payload`.
    """


Headers = Union[Mapping[str, Any], Mapping[bytes, Any], Iterable[tuple[Any, Any]]]
"""Header fields in the forms that frameworks have them in: see `verify_webhook`."""


@dataclass(frozen=True)
class Delivery:
    """One request to an endpoint: its id (`dlv_…`), the attempt from 1, and the event, or all of a batch in the order of the feed."""

    id: str | None
    attempt: int | None
    events: list[S.Event]


def verify_webhook(
    raw_body: bytes | str,
    headers: Headers,
    secrets: str | Iterable[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> Delivery:
    """Verifies a delivery, in constant time, and reads its events. Events of unknown types are among them.

    `raw_body` are the bytes as they came, before any parser. `headers` are the header fields as a framework has them: a mapping (of
    Flask, Django, Starlette, `http.server`, …), the environment of WSGI, or pairs of text or of bytes (ASGI). `secrets` are those of the endpoint, as they were shown: one, or
    several during a rotation. `tolerance_seconds` is how far the signed time may be off the clock, either way.

    Raises `ConfigurationError` for no secret, and for one that is not `whsec_` and the base64 of 16 bytes or more: anyone can sign
    under an empty one. Raises `WebhookError` for a delivery that is not to be trusted.
    """
    known = _read_secrets(secrets)
    fields = _fields_of(headers)
    raw_body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
    signed = _read_service_signature(fields) or _read_standard_signature(fields)
    if signed is None:
        raise WebhookError("missing_signature", "The request has neither Service-Signature nor webhook-signature.")
    signed_at, given, expected = signed
    # Every secret and signature is compared, so that the time tells nothing.
    matches = [hmac.compare_digest(each, expected(secret, raw_body)) for secret in known for each in given]
    if not any(matches):
        raise WebhookError(
            "invalid_signature", "No signature matches: check the secret, and that the raw body was not changed."
        )
    off = round((time.time() if now is None else now) - signed_at)
    if abs(off) > tolerance_seconds:
        raise WebhookError(
            "timestamp_out_of_tolerance",
            f"The signed time is {abs(off)} s {'ago' if off > 0 else 'ahead'}; {tolerance_seconds} s are allowed. "
            "Check the clock of this machine (NTP), or the request was recorded and repeated.",
        )
    attempt = _number_in(fields.get("service-attempt", ""))
    return Delivery(fields.get("service-delivery-id"), attempt, _events_in(raw_body))


def _fields_of(headers: Any) -> dict[str, str]:
    pairs = headers.items() if hasattr(headers, "items") else headers
    fields: dict[str, str] = {}
    for name, value in pairs:
        # An environment of WSGI has streams and much else beside the header fields.
        text = _text_of(value[0] if isinstance(value, (list, tuple)) and value else value)
        if text is not None:
            fields.setdefault((_text_of(name) or "").lower().replace("_", "-").removeprefix("http-"), text)
    return fields


def _text_of(value: Any) -> str | None:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else None


def _read_secrets(secrets: str | Iterable[str]) -> list[str]:
    """The secrets without the blanks and line ends around them; no secret is in the message of an error."""
    given: list[Any] = [secrets] if secrets is None or isinstance(secrets, str) else list(secrets)
    if not given:
        raise ConfigurationError("No webhook secret is given.")
    return [_read_secret(each, place, len(given)) for place, each in enumerate(given, 1)]


def _read_secret(given: Any, place: int, count: int) -> str:
    secret = given.strip() if isinstance(given, str) else ""
    form = re.fullmatch(r"whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)", secret)
    if form is not None and len(base64.b64decode(form[1])) >= LEAST_SECRET_BYTES:
        return secret
    what = "The webhook secret" if count == 1 else f"Webhook secret {place} of {count}"
    raise ConfigurationError(
        f"{what} is {'unusable' if secret else 'empty'}: it must be `whsec_` and the base64 of {LEAST_SECRET_BYTES} bytes or more, "
        "as the endpoint shows it."
    )


Signed = tuple[int, list[bytes], Callable[[str, bytes], bytes]]


def _read_service_signature(fields: Mapping[str, str]) -> Signed | None:
    header = fields.get("service-signature")
    if header is None:
        return None
    parts = [part.strip().partition("=") for part in header.split(",")]
    signed_at = next((value for name, _, value in parts if name == "t"), "")

    def expected(secret: str, body: bytes) -> bytes:
        return hmac.new(secret.encode(), signed_at.encode() + b"." + body, hashlib.sha256).hexdigest().encode()

    return _time_of(signed_at), [value.encode() for name, _, value in parts if name == "v1"], expected


def _read_standard_signature(fields: Mapping[str, str]) -> Signed | None:
    event_id, signed_at, header = (fields.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if event_id is None or signed_at is None or header is None:
        return None

    def expected(secret: str, body: bytes) -> bytes:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        message = f"{event_id}.{signed_at}.".encode() + body
        return base64.b64encode(hmac.new(key, message, hashlib.sha256).digest())

    return _time_of(signed_at), [part[3:].encode() for part in header.split(" ") if part.startswith("v1,")], expected


def _time_of(text: str) -> int:
    seconds = _number_in(text)
    if seconds is None:
        raise WebhookError("invalid_signature", "The signature has no time in Unix seconds.")
    return seconds


def _number_in(text: str) -> int | None:
    """The number of a header field. `isdigit` is true of `²` and of thousands of digits, which `int` refuses."""
    return int(text) if re.fullmatch(r"[0-9]{1,12}", text) else None


def _events_in(body: bytes) -> list[S.Event]:
    try:
        parsed = json.loads(body)
    except NOT_JSON as error:
        raise WebhookError("malformed_payload", "The signature is genuine, but the body is not JSON.") from error
    batch = parsed.get("batch", [parsed]) if isinstance(parsed, dict) else []
    events = batch if isinstance(batch, list) else []
    is_event = [isinstance(each, dict) and isinstance(each.get("type"), str) and "id" in each for each in events]
    if not events or not all(is_event):
        raise WebhookError("malformed_payload", "The signature is genuine, but the body holds no event.")
    return list(events)


Handler = Callable[["S.Event", Delivery], Any]
H = TypeVar("H", bound=Handler)


class ReceiverServer:
    """A server of a receiver, in a thread of its own: `with receiver.listen(4000) as server: server.wait()`."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        self.port = server.server_port

    def __enter__(self) -> ReceiverServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait(self) -> None:
        """Returns when another thread has closed the server."""
        self._thread.join()

    def close(self) -> None:
        """Takes no more requests, and returns when those under way have their answers."""
        self._server.shutdown()
        self._server.server_close()


class WebhookReceiver(Handlers):
    """Receives webhooks: verifies each delivery, and calls the handlers of its events one after another.

    >>> receiver = WebhookReceiver(secrets)
    >>> @receiver.on("order.shipped")
    ... def tell(event, delivery): ...
    >>> app.add_url_rule("/hook", view_func=receiver.flask(), methods=["POST"])

    An event may come more than once and out of order: look `event["id"]` up, and compare `event["sequence"]`. `secrets`
    are those of the endpoint, or a function that is called for each delivery. `on_error` is told of refused requests and failed
    handlers; the logger `fulfilment` is told by default. Handlers that are coroutine functions are for `fastapi()` and
    `receive_async`, which run others in a thread, so that they do not stop the event loop.

    Raises `ConfigurationError` for no secret, and for one that is not `whsec_` and the base64 of 16 bytes or more; where a function
    gives such ones, `on_error` is told of it, and the delivery comes again.
    """

    def __init__(
        self,
        secrets: str | Iterable[str] | Callable[[], str | Iterable[str]],
        *,
        tolerance_seconds: float = TOLERANCE_SECONDS,
        on_error: Callable[[Exception], Any] | None = None,
    ) -> None:
        self._secrets = secrets if callable(secrets) else _read_secrets(secrets)
        self._tolerance_seconds = tolerance_seconds
        self._on_error = on_error or _log
        self._handlers: dict[str, list[Handler]] = {}
        self._others: list[Handler] = []
        self._is_synchronous = False

    def _add(self, event_type: str, handler: Callable[[Any, Delivery], Any]) -> None:
        self._refuse_coroutines(handler)
        self._handlers.setdefault(event_type, []).append(handler)

    def on_other(self, handler: H) -> H:
        """Adds a handler of all events that no other handler is for, unknown types too."""
        self._refuse_coroutines(handler)
        self._others.append(handler)
        return handler

    def _refuse_coroutines(self, *handlers: Handler) -> None:
        for handler in handlers:
            if self._is_synchronous and _is_coroutine_function(handler):
                raise ConfigurationError(
                    "A handler that is a coroutine function would never run in a synchronous receiver: use `fastapi()` or `receive_async`."
                )

    def _become_synchronous(self) -> None:
        self._is_synchronous = True
        self._refuse_coroutines(*self._others, *(each for handlers in self._handlers.values() for each in handlers))

    def receive(self, raw_body: bytes | str, headers: Headers) -> int:
        """Handles one request.

        Returns the status to answer: 204 when all handlers have ended, 400 for a delivery that is not to be trusted, 500 when a
        handler failed, so that the delivery comes again.

        Raises `ConfigurationError` where a handler is a coroutine function.
        """
        self._become_synchronous()
        try:
            for event, delivery, handler in self._calls(raw_body, headers):
                handler(event, delivery)
            return 204
        except Exception as error:
            return self._refuse(error)

    async def receive_async(self, raw_body: bytes | str, headers: Headers) -> int:
        """The same; handlers may be coroutine functions, and others are run in a thread."""
        try:
            for event, delivery, handler in self._calls(raw_body, headers):
                is_coroutine = _is_coroutine_function(handler)
                result = handler(event, delivery) if is_coroutine else await asyncio.to_thread(handler, event, delivery)
                if inspect.isawaitable(result):
                    await result
            return 204
        except Exception as error:
            return self._refuse(error)

    def listen(self, port: int, host: str = "") -> ReceiverServer:
        """Listens by itself, without a framework: each POST, of any path, is a delivery.

        `port` 0 takes a free one. `host` is "127.0.0.1" for requests of this machine alone; all by default.
        """
        self._become_synchronous()
        receiver = self

        class Hook(BaseHTTPRequestHandler):
            timeout = 30

            def do_POST(self) -> None:
                length = _number_in(self.headers.get("content-length", ""))
                is_read = length is not None and length <= MAX_BODY_BYTES
                self.send_response(receiver.receive(self.rfile.read(length), dict(self.headers)) if is_read else 400)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Nothing: `on_error` is told of what is refused."""

        server = ThreadingHTTPServer((host, port), Hook)
        server.daemon_threads = False
        return ReceiverServer(server)

    def flask(self) -> Callable[[], Any]:
        """A view function for Flask. Raises `ConfigurationError` where a handler is a coroutine function."""
        self._become_synchronous()
        from flask import Response, request

        def webhook() -> Any:
            return Response(status=self.receive(request.get_data(), dict(request.headers)))

        return webhook

    def fastapi(self) -> Callable[..., Any]:
        """An endpoint for FastAPI and Starlette: `app.add_route("/hook", receiver.fastapi(), methods=["POST"])`."""
        from starlette.responses import Response

        async def webhook(request: Any) -> Any:
            return Response(status_code=await self.receive_async(await request.body(), request.headers))

        return webhook

    def _calls(self, raw_body: bytes | str, headers: Headers) -> Iterable[tuple[S.Event, Delivery, Handler]]:
        secrets = self._secrets() if callable(self._secrets) else self._secrets
        delivery = verify_webhook(raw_body, headers, secrets, tolerance_seconds=self._tolerance_seconds)
        for event in delivery.events:
            for handler in self._handlers.get(event["type"], self._others):
                yield event, delivery, handler

    def _refuse(self, error: Exception) -> int:
        self._on_error(error)
        return 400 if isinstance(error, WebhookError) else 500


def _is_coroutine_function(handler: Handler) -> bool:
    return inspect.iscoroutinefunction(handler) or inspect.iscoroutinefunction(getattr(handler, "__call__", None))


def _log(error: Exception) -> None:
    logger = logging.getLogger("fulfilment")
    if isinstance(error, WebhookError):
        logger.warning("A delivery is refused: %s", error)
    else:
        logger.error("A delivery failed, and comes again.", exc_info=error)

"""Reads one command a line, does each with the library, and writes one result a line: see the README of the suite.

Started with `async`, it does the calls with the asynchronous client.
"""

import asyncio
import decimal
import email.message
import io
import json
import logging
import os
import pathlib
import re
import ssl
import subprocess
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor

import httpx
from fulfilment import (
    ApiError,
    AsyncFulfilmentClient,
    ConfigurationError,
    FilePlaceStore,
    FulfilmentClient,
    FulfilmentError,
    StockMirror,
    WebhookReceiver,
    answer_of,
    verify_webhook,
)
from fulfilment.testing import sample_event, sign_delivery

ASYNC = "async" in sys.argv[1:]
# Each command has a client of its own; reading the certificates of the machine takes longer than a call.
TLS = ssl.create_default_context()


def snake(name):
    name = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", name).lower()
    return f"{name}_" if name == "import" else name


def client_of(options):
    options = dict(options)
    if "timeout_ms" in options:
        options["timeout"] = options.pop("timeout_ms") / 1000
    if "deadline_ms" in options:
        # Over the HTTP client of the library itself, which has the limit of the head as well.
        options["deadline"] = options.pop("deadline_ms") / 1000
        return (AsyncFulfilmentClient if ASYNC else FulfilmentClient)(**options)
    if ASYNC:
        return AsyncFulfilmentClient(**options, http_client=httpx.AsyncClient(verify=TLS))
    return FulfilmentClient(**options, http_client=httpx.Client(verify=TLS))


def call(client, made):
    options = dict(made.get("options", {}))
    if "pending_timeout_ms" in options:
        options["pending_timeout"] = options.pop("pending_timeout_ms") / 1000
    positional = [*made.get("path", []), *([made["body"]] if "body" in made else [])]
    method = getattr(getattr(client, snake(made["group"])), snake(made["name"]))
    return method(*positional, **made.get("query", {}), **options)


async def all_of(items, limit=None):
    found = []
    async for item in items:
        if limit is not None and len(found) >= limit:
            break
        found.append(item)
    return found


def reading(command):
    given = {name: command.get(name) for name in ("types", "created_after")}
    return {"places": FilePlaceStore(command["place_file"]), **given, "until_end": True}


class Places:
    """A place in memory, with all that were stored."""

    def __init__(self, place):
        self.place, self.stored = place, []

    def read(self):
        return self.place

    def write(self, event_id):
        self.stored.append(event_id)


def following(command, outages):
    silence = command.get("max_silence_ms")
    return {
        "places": Places(command.get("place")),
        "types": command.get("types"),
        "until_end": command.get("until_end", False),
        "poll_seconds": 0.01,
        "on_retry": lambda retry: outages.append(retry.code),
        "max_silence": None if silence is None else silence / 1000,
    }


def waiting(command):
    given = {"order_id": command["order"], "poll_seconds": 0.01}
    if "timeout_ms" in command:
        given["timeout"] = command["timeout_ms"] / 1000
    return {**given, "is_reached": lambda order: all(order[name] == value for name, value in command["until"].items())}


def mirror_of(command):
    mirror = StockMirror()
    taken = [*map(mirror.load, command["records"]), *map(mirror.apply, command["events"])]
    agrees = [mirror.agrees(record) for record in command["export"]]
    return {"taken": taken, "agrees": agrees, "records": list(mirror), "missing": mirror.get("NONE")}


async def do_async(command):
    async with client_of(command["client"]) as client:
        if command["do"] == "feed":
            feed = client.feed(**reading(command))
            return [event["id"] for event in await all_of(feed, command.get("stop_after"))]
        if command["do"] == "follow":
            events, outages = [], []
            given = following(command, outages)
            async for event in client.feed(**given):
                events.append(event["id"])
                if len(events) == command["stop_after"]:
                    break
            return {"events": events, "outages": outages, "places": given["places"].stored}
        if command["do"] == "wait_for_order":
            return await client.wait_for_order(**waiting(command))
        made = call(client, command["call"])
        if command["do"] == "collect":
            return await made.to_list(command["limit"])
        if command["do"] == "download":
            return await all_of(made.records())
        return await made


def do_sync(command):
    with client_of(command["client"]) as client:
        if command["do"] == "feed":
            ids = []
            for event in client.feed(**reading(command)):
                if len(ids) >= command.get("stop_after", sys.maxsize):
                    break
                ids.append(event["id"])
            return ids
        if command["do"] == "follow":
            events, outages = [], []
            given = following(command, outages)
            for event in client.feed(**given):
                events.append(event["id"])
                if len(events) == command["stop_after"]:
                    break
            return {"events": events, "outages": outages, "places": given["places"].stored}
        if command["do"] == "wait_for_order":
            return client.wait_for_order(**waiting(command))
        made = call(client, command["call"])
        if command["do"] == "collect":
            return made.to_list(command["limit"])
        return list(made.records()) if command["do"] == "download" else made


def verified(command, headers):
    given = {name: command[name] for name in ("now", "tolerance_seconds") if name in command}
    return verify_webhook(command["body"].encode(), headers, command["secrets"], **given).events


def message_of(fields):
    message = email.message.Message()
    for name, value in fields.items():
        message[name] = value
    return message


# Header fields as frameworks have them.
FORMS = {
    "flask": dict,
    "starlette": httpx.Headers,
    "http.server": message_of,
    "asgi": lambda fields: [(name.lower().encode(), value.encode()) for name, value in fields.items()],
    "pairs": lambda fields: list(fields.items()),
    "django": lambda fields: {
        "wsgi.input": sys.stdin,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in fields.items()},
    },
    "lists": lambda fields: {name: [value] for name, value in fields.items()},
}


def forms_that_fail(command):
    failed = []
    for name, form in FORMS.items():
        try:
            verified(command, form(command["headers"]))
        except Exception:
            failed.append(name)
    return failed


circular = {}
circular["self"] = circular

# Mistakes of a caller, by name.
MISTAKES = {
    "a set in a body": lambda client: client.inventory.update("A", {"name": {"a"}}),
    "a decimal in a body": lambda client: client.inventory.update("A", {"on_hand": decimal.Decimal(1)}),
    "a path in a body": lambda client: client.inventory.update("A", {"name": pathlib.Path("a")}),
    "a number that JSON lacks": lambda client: client.inventory.update("A", {"on_hand": float("nan")}),
    "a circular body": lambda client: client.inventory.update("A", circular),
    "a body that is no object": lambda client: client.inventory.batch(["a"]),
    "a request id with a line end": lambda client: client.inventory.get("A", request_id="a\r\nx: 1"),
    "a request id that is no ASCII": lambda client: client.inventory.get("A", request_id="ü"),
    "a version with a line end": lambda client: client.inventory.update("A", {}, if_match="a\r\nx: 1"),
    "an id that is none": lambda client: client.inventory.get(None),
    "a time limit below 0": lambda client: client.inventory.get("A", timeout=-1),
    "a time limit that is text": lambda client: client.inventory.get("A", timeout="2"),
    "retries below 0": lambda client: client.inventory.get("A", retries=-1),
    "a body that is no upload": lambda client: client.inventory.import_(5),
    "an upload that cannot be opened": lambda client: client.inventory.import_(lambda: open("/")),
}


async def told(mistake, client):
    try:
        made = mistake(client)
        if ASYNC:
            await made
    except ConfigurationError:
        return True
    except Exception:
        return False
    return False


async def mistakes_untold(options):
    clients = {name: client_of(options) for name in MISTAKES}
    return [name for name, client in clients.items() if not await told(MISTAKES[name], client)]


def shared(command):
    """Begins in a process of its own, which has no threads yet."""
    arguments = [sys.executable, "-S", __file__, "shared", *sys.argv[1:]]
    done = subprocess.run(arguments, input=json.dumps(command), capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout)


def read_in_fork(read, sku):
    out, into = os.pipe()
    if os.fork() == 0:
        os.write(into, read(sku).encode())
        os._exit(0)
    os.close(into)
    os.wait()
    return os.read(out, 99).decode()


def share(command):
    made = (AsyncFulfilmentClient if ASYNC else FulfilmentClient)(**command["client"])
    own = [f"T-{number}" for number in range(40)]

    def read(sku):
        return (asyncio.run(made.inventory.get(sku)) if ASYNC else made.inventory.get(sku))["sku"]

    async def read_all():
        return await asyncio.gather(*(made.inventory.get(sku) for sku in own))

    first, *others = command["skus"]
    alone = [read(first), *(read_in_fork(read, sku) for sku in others)]
    if ASYNC:
        together = [record["sku"] for record in asyncio.run(read_all())]
    else:
        with ThreadPoolExecutor(8) as readers:
            together = list(readers.map(read, own))
    return {"alone": alone, "together": sum(sku != found for sku, found in zip(own, together))}


def untold(command):
    receiver = WebhookReceiver(command["secrets"])

    @receiver.on_other
    def fail(_event, _delivery):
        raise RuntimeError("a fault of a handler")

    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    logging.getLogger("fulfilment").addHandler(handler)
    statuses = [receiver.receive(body, command["headers"]) for body in (command["body"], "forged")]
    logging.getLogger("fulfilment").removeHandler(handler)
    return {"statuses": statuses, "logged": [stream.getvalue()]}


def do(command):
    if command["do"] == "verify":
        return verified(command, command["headers"])
    if command["do"] == "verify_forms":
        return forms_that_fail(command)
    if command["do"] == "own_faults":
        return asyncio.run(mistakes_untold({**command["client"], "retries": 0}))
    if command["do"] == "shared":
        return shared(command)
    if command["do"] == "receive":
        secrets = command["secrets"]
        receiver = WebhookReceiver((lambda: secrets) if command["late"] else secrets)
        return receiver.receive(command["body"].encode(), command["headers"])
    if command["do"] == "sign":
        events = command["events"]
        given = {name: command[name] for name in ("at", "attempt", "delivery_id")}
        delivery = sign_delivery(events[0] if len(events) == 1 else events, command["secrets"], **given)
        return {"body": delivery.body.decode(), "headers": delivery.headers}
    if command["do"] == "sample":
        return [sample_event(event_type) for event_type in command["types"]]
    if command["do"] == "untold":
        return untold(command)
    if command["do"] == "mirror":
        return mirror_of(command)
    if command["do"] == "show":
        client = client_of(command["client"])
        return f"{client!r} {client} {vars(client)} {vars(client._transport)}"
    return asyncio.run(do_async(command)) if ASYNC else do_sync(command)


def error_facts(error):
    shown = "".join(traceback.format_exception(error))
    facts = {"code": error.code if isinstance(error, FulfilmentError) else "untyped", "message": str(error), "shown": shown}
    for name, member in (("status", "status"), ("idempotency_key", "idempotency_key"), ("retry_after_seconds", "retry_after")):
        facts[name] = getattr(error, member, None)
    if isinstance(error, ApiError):
        facts |= {
            "request_id": error.request_id,
            "retryable": error.retryable,
            "errors": error.errors,
            "remedy": error.remedy,
            "problem": error.problem,
        }
    return facts


WRITING = threading.Lock()


def run(line):
    command = json.loads(line)
    try:
        value = do(command)
        facts = answer_of(value)
        answer = facts and {"requestId": facts.request_id, "replayed": facts.replayed, "status": facts.status}
        result = {"value": value, "answer": answer}
    except Exception as error:
        result = {"error": error_facts(error)}
    with WRITING:
        print(json.dumps({"id": command["id"], **result}), flush=True)


if "shared" in sys.argv[1:]:
    print(json.dumps(share(json.load(sys.stdin))))
    sys.exit()

with ThreadPoolExecutor(32) as pool:
    for line in sys.stdin:
        pool.submit(run, line)

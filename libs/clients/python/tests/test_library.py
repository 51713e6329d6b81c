"""Tests of what a language alone has: errors that cross processes, files that are sent again, handlers of both kinds."""

import asyncio
import base64
import copy
import gc
import gzip
import hashlib
import hmac
import io
import json
import os
import pickle
import socket
import sys
import threading
import time
import unittest
import weakref
from collections import deque
from dataclasses import replace

import httpx
from fulfilment import (
    AsyncFulfilmentClient,
    BatchInterruptedError,
    ConfigurationError,
    ConnectionFailedError,
    FulfilmentClient,
    NotModifiedError,
    PendingError,
    RequestTimeoutError,
    UnexpectedAnswerError,
    WebhookError,
    WebhookReceiver,
    errors,
    verify_webhook,
)

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
PROBLEM = {"code": "insufficient_stock", "detail": "None is left.", "request_id": "req_1", "errors": [{"sku": "A"}]}
WHERE = {"api_key": "test_key", "base_url": "http://127.0.0.1:9"}


def delivery(event_type="order.shipped"):
    return signed(json.dumps({"id": "evt_1", "type": event_type, "data": {}}).encode())


def signed(body):
    now = str(int(time.time()))
    signature = hmac.new(SECRET.encode(), now.encode() + b"." + body, hashlib.sha256).hexdigest()
    return body, {"Service-Signature": f"t={now},v1={signature}"}


def all_errors():
    refusal = errors.InsufficientStockError(PROBLEM, 409, 2.5, "k-1")
    return [
        refusal,
        ConfigurationError("no"),
        RequestTimeoutError("late", "k-2"),
        UnexpectedAnswerError("a page", 503, "req_2", 3.0, "k-3"),
        NotModifiedError(),
        PendingError({"id": "ord_1"}, "k-4", "req_3"),
        BatchInterruptedError([{"index": 0}], "k-5", refusal),
        WebhookError("invalid_signature", "forged"),
    ]


class Errors(unittest.TestCase):
    def test_errors_survive_pickling_and_copying_with_all_their_members(self):
        for error in all_errors():
            for made in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                self.assertIs(type(made), type(error))
                self.assertEqual((str(made), vars(made)), (str(error), vars(error)))

    def test_a_batch_that_was_interrupted_keeps_its_reason_across_processes(self):
        try:
            raise all_errors()[-2] from all_errors()[0]
        except BatchInterruptedError as error:
            self.assertEqual(pickle.loads(pickle.dumps(error)).__cause__.code, "insufficient_stock")


class Uploads(unittest.TestCase):
    def setUp(self):
        self.bodies = []

    def answer(self, request):
        self.bodies.append(request.read())
        return httpx.Response(503 if len(self.bodies) == 1 else 200, headers={"retry-after": "0"}, json={"rows": 1})

    async def answer_async(self, request):
        self.bodies.append(await request.aread())
        return httpx.Response(503 if len(self.bodies) == 1 else 200, json={"rows": 1})

    def sent(self, body):
        with FulfilmentClient(**WHERE, http_client=httpx.Client(transport=httpx.MockTransport(self.answer))) as client:
            client.inventory.import_(body)
        return self.bodies

    def sent_async(self, body):
        async def send():
            own = httpx.AsyncClient(transport=httpx.MockTransport(self.answer_async))
            async with AsyncFulfilmentClient(**WHERE, http_client=own) as client:
                await client.inventory.import_(body)

        asyncio.run(send())
        return self.bodies

    def test_an_open_file_is_sent_again_from_where_it_stood(self):
        file = io.BytesIO(b"skipped\nsku,name\nA,a\n")
        file.readline()
        self.assertEqual(self.sent(file), [b"sku,name\nA,a\n"] * 2)

    def test_the_asynchronous_client_sends_files_and_functions_that_open_them(self):
        self.assertEqual(self.sent_async(lambda: io.BytesIO(b"sku,name\n")), [b"sku,name\n"] * 2)

    def test_text_of_a_file_is_refused_and_not_sent(self):
        with self.assertRaises(ConfigurationError):
            self.sent(lambda: io.StringIO("sku,name\n"))
        self.assertEqual(self.bodies, [])


class Bodies(unittest.TestCase):
    def test_any_sequence_is_a_list_and_is_cut_like_one(self):
        bodies = []

        def answer(request):
            items = json.loads(request.read())["items"]
            bodies.append(items)
            return httpx.Response(200, json={"results": [{"index": index} for index, _ in enumerate(items)]})

        client = FulfilmentClient(**WHERE, http_client=httpx.Client(transport=httpx.MockTransport(answer)))
        items = tuple({"op": "update", "sku": str(number), "barcodes": deque(["a"])} for number in range(1_001))
        results = client.inventory.batch({"items": items})["results"]

        self.assertEqual([len(each) for each in bodies], [1_000, 1])
        self.assertEqual(bodies[0][0]["barcodes"], ["a"])
        self.assertEqual([each["index"] for each in results], list(range(1_001)))


class OwnTransports(unittest.TestCase):
    def test_answers_that_a_transport_for_tests_made_whole_are_read_compressed_ones_too(self):
        text = b'{"id":"key_1"}\n'
        zipped = {"content-encoding": "gzip", "content-type": "application/x-ndjson"}
        for headers, body in (({"content-type": "application/x-ndjson"}, text), (zipped, gzip.compress(text))):
            transport = httpx.MockTransport(lambda _, headers=headers, body=body: httpx.Response(200, headers=headers, content=body))
            client = FulfilmentClient(**WHERE, http_client=httpx.Client(transport=transport))
            self.assertEqual(client.me.get(), {"id": "key_1"})
            self.assertEqual(list(client.inventory.export().records()), [{"id": "key_1"}])


class Headers(unittest.TestCase):
    def test_a_rate_limit_that_ends_in_no_year_is_left_out(self):
        headers = {"x-ratelimit-limit": "1", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "9" * 30}
        own = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, json={})))
        client = FulfilmentClient(**WHERE, http_client=own)
        self.assertEqual(client.me.get(), {})
        self.assertIsNone(client.rate_limit)


class Processes(unittest.TestCase):
    def test_a_client_of_the_caller_is_refused_in_a_process_that_was_forked(self):
        own = httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200, json={})))
        client = FulfilmentClient(**WHERE, http_client=own)
        client.me.get()
        child = os.fork()
        if child == 0:
            try:
                client.me.get()
            except ConfigurationError:
                os._exit(7)
            os._exit(0)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 7)


class Handlers(unittest.TestCase):
    def setUp(self):
        self.receiver = WebhookReceiver(SECRET)
        self.ran = []

    async def tell(self, event, _delivery):
        self.ran.append((event["id"], threading.current_thread() is threading.main_thread()))

    def test_coroutine_functions_are_refused_by_a_synchronous_receiver_before_and_after_it_is_made(self):
        self.receiver.on("order.shipped")(self.tell)
        for made in (lambda: self.receiver.receive(*delivery()), lambda: self.receiver.listen(0)):
            with self.assertRaises(ConfigurationError):
                made()
        late = WebhookReceiver(SECRET)
        late.receive(*delivery())
        with self.assertRaises(ConfigurationError):
            late.on_other(self.tell)

    def test_the_asynchronous_receiver_awaits_coroutines_and_runs_others_in_a_thread(self):
        self.receiver.on("order.shipped")(self.tell)
        self.receiver.on("order.shipped")(lambda event, _: self.ran.append((event["id"], threading.current_thread() is threading.main_thread())))
        self.assertEqual(asyncio.run(self.receiver.receive_async(*delivery())), 204)
        self.assertEqual(self.ran, [("evt_1", True), ("evt_1", False)])

    def test_a_handler_that_fails_and_a_forged_delivery_are_logged_by_default(self):
        self.receiver.on("order.shipped")(lambda event, _: event["missing"])
        body, headers = delivery()
        with self.assertLogs("fulfilment", "WARNING") as logged:
            self.assertEqual(self.receiver.receive(body, headers), 500)
            self.assertEqual(self.receiver.receive(body + b" ", headers), 400)
        self.assertIn("KeyError: 'missing'", logged.output[0])
        self.assertIn("No signature matches", logged.output[1])


    def test_a_content_length_that_is_no_number_is_answered(self):
        with self.receiver.listen(0, "127.0.0.1") as server:
            for length in ("\u00b2", "9" * 5_000, "+2", "1_0", "-1", "many"):
                with socket.create_connection(("127.0.0.1", server.port)) as connection:
                    connection.sendall(f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode("latin-1"))
                    self.assertIn(b" 400 ", connection.recv(100), length)

    def test_an_attempt_that_is_no_number_is_left_out_of_its_delivery(self):
        body, headers = delivery()
        attempts = {given: verify_webhook(body, {**headers, "Service-Attempt": given}, SECRET).attempt for given in ("2", "\u00b2", "9" * 5_000, "+2", "")}
        self.assertEqual(list(attempts.values()), [2, None, None, None, None])


class EventLoopsTest(unittest.TestCase):
    def test_connections_of_a_loop_that_has_ended_are_dropped_with_it(self):
        opened = []

        async def answer(reader, writer):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}")

        async def ask(client_of):
            async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
                client = client_of(server.sockets[0].getsockname()[1])
                opened.append(weakref.ref(asyncio.get_running_loop()))
                await client.me.get()
            return client

        made = {}

        def one_client(port):
            client = made.setdefault("client", AsyncFulfilmentClient(api_key="k", base_url=f"http://127.0.0.1:{port}"))
            client._transport._settings = replace(client._transport._settings, base_url=f"http://127.0.0.1:{port}")
            return client

        for _ in range(5):
            asyncio.run(ask(one_client))
        gc.collect()
        self.assertLessEqual(sum(loop() is not None for loop in opened), 1)


class DeepAnswers(unittest.TestCase):
    """Lists within lists, deeper than the recursion of Python goes."""

    DEEP = "[" * 100_000 + "]" * 100_000

    def answered(self, status, text, media="application/json"):
        answer = httpx.Response(status, headers={"content-type": media}, text=text)
        made = httpx.Client(transport=httpx.MockTransport(lambda request: answer))
        return FulfilmentClient(**WHERE, http_client=made, retries=0)

    def test_an_answer_that_is_nested_too_deeply_is_an_error_of_the_library_with_the_key(self):
        for status, kind in [(200, ConnectionFailedError), (400, UnexpectedAnswerError)]:
            with self.assertRaises(kind) as raised:
                self.answered(status, self.DEEP).orders.create({"lines": []}, idempotency_key="k-1")
            self.assertEqual(raised.exception.idempotency_key, "k-1")

    def test_a_line_of_a_file_that_is_nested_too_deeply_is_an_error_of_the_library(self):
        with self.assertRaises(UnexpectedAnswerError):
            list(self.answered(200, self.DEEP, "application/x-ndjson").inventory.export().records())

    def test_a_genuine_delivery_without_readable_events_is_malformed(self):
        for text in [self.DEEP, '{"batch": 5}', '{"batch": null}', '{"batch": true}']:
            with self.assertRaises(WebhookError) as raised:
                verify_webhook(*signed(text.encode()), SECRET)
            self.assertEqual(raised.exception.code, "malformed_payload")


if __name__ == "__main__":
    unittest.main(testRunner=unittest.TextTestRunner(sys.stdout))

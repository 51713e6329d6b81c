"""What schemathesis cannot know of the API by its document."""

import itertools
import uuid

import schemathesis

KEY = "Idempotency-Key"
KEPT_EVERY = 8

requests = itertools.count(1)


@schemathesis.serializer("application/x-ndjson")
def send_as_text(_context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def filter_case(_context, case):
    """A body that is text is sent as it is: what is no text has no form in which it could be sent.

    An empty text and null count as a field that was left out, which the document does not say of every type.
    """
    if case.media_type in ("application/x-ndjson", "text/csv"):
        return isinstance(case.body, (str, bytes))
    mode = case.meta.generation.mode if case.meta else None
    return mode is None or not mode.is_negative or not has_blank(case.body)


def has_blank(body):
    if isinstance(body, dict):
        return any(has_blank(value) for value in body.values())
    if isinstance(body, list):
        return any(has_blank(value) for value in body)
    return body is None or body == ""


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Keys that are made up repeat, and a repeated key ends a request before it reaches a record: most get a new one."""
    mode = case.meta.generation.mode if case.meta else None
    if mode is None or mode.is_negative or KEY not in (case.headers or {}):
        return
    if next(requests) % KEPT_EVERY != 0:
        case.headers[KEY] = str(uuid.uuid4())

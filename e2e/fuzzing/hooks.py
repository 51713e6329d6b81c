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
    """A body that is text is sent as it is: what is no text has no form in which it could be sent."""
    return case.media_type not in ("application/x-ndjson", "text/csv") or isinstance(case.body, (str, bytes))


@schemathesis.hook
def before_call(_context, case, _kwargs):
    """Keys that are made up repeat, and a repeated key ends a request before it reaches a record: most get a new one."""
    mode = case.meta.generation.mode if case.meta else None
    if mode is None or mode.is_negative or KEY not in (case.headers or {}):
        return
    if next(requests) % KEPT_EVERY != 0:
        case.headers[KEY] = str(uuid.uuid4())

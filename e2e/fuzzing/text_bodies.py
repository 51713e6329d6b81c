"""Tells schemathesis how bodies that are text are sent: as they are. What is no text has no form in which it could be sent."""

import schemathesis

TEXT = ("application/x-ndjson", "text/csv")


@schemathesis.serializer("application/x-ndjson")
def send_as_text(_context, value):
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.hook
def filter_case(_context, case):
    return case.media_type not in TEXT or isinstance(case.body, (str, bytes))

"""Tells schemathesis how lines of JSON are sent: as the text that they are."""

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def send_as_text(_context, value):
    return value if isinstance(value, bytes) else str(value).encode()

"""Options of a client."""

from __future__ import annotations

import math
import platform
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ._errors import ConfigurationError
from .generated.version import VERSION

AGENT = f"fulfilment-python/{VERSION} (python {platform.python_version()})"


@dataclass(frozen=True)
class Retry:
    """A retry that is about to be made: `attempt` is 1 for the first one, `code` that of the error, `wait` in seconds."""

    operation: str
    attempt: int
    wait: float
    code: str


@dataclass(frozen=True)
class Settings:
    """Options that were checked. The key is left out of what is shown of them."""

    api_key: str = field(repr=False)
    base_url: str
    timeout: float | None
    deadline: float | None
    retries: int
    requests_per_second: float | None
    user_agent: str
    on_retry: Callable[[Retry], Any] | None


def read_options(
    api_key: str,
    base_url: str,
    timeout: float | None,
    deadline: float | None,
    retries: int,
    requests_per_second: float | None,
    user_agent: str | None,
    on_retry: Callable[[Retry], Any] | None,
) -> Settings:
    """Raises `ConfigurationError` for options that no call could be made with; the key is never in its message."""
    if not isinstance(api_key, str) or not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ConfigurationError("`api_key` is missing or has blanks or line ends in it.")
    check_limits(timeout, retries)
    if deadline is not None and not (is_number(deadline) and deadline > 0):
        raise ConfigurationError("`deadline` must be a number above 0.")
    if requests_per_second is not None and not (is_number(requests_per_second) and requests_per_second > 0):
        raise ConfigurationError("`requests_per_second` must be a number above 0.")
    if user_agent is not None and not re.fullmatch(r"[\x20-\x7e]{1,200}", str(user_agent)):
        raise ConfigurationError("`user_agent` must be 1 to 200 printable ASCII characters.")
    agent = AGENT if user_agent is None else f"{AGENT} {user_agent}"
    return Settings(api_key, _read_base_url(base_url), timeout, deadline, retries, requests_per_second, agent, on_retry)


def check_limits(timeout: Any, retries: Any) -> None:
    """Raises `ConfigurationError` for limits that there cannot be; None is the default."""
    if timeout is not None and not (is_number(timeout) and timeout > 0):
        raise ConfigurationError("`timeout` must be a number above 0.")
    if retries is not None and (isinstance(retries, bool) or not isinstance(retries, int) or retries < 0):
        raise ConfigurationError("`retries` must be a whole number from 0.")


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _read_base_url(text: str) -> str:
    url = urlsplit(text if isinstance(text, str) else "")
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ConfigurationError("`base_url` must be an http or https URL: https://api.example.com.")
    if "@" in url.netloc or url.query or url.fragment:
        raise ConfigurationError("`base_url` is to have no credentials, query or fragment.")
    path = re.sub(r"(/account)?/v1$", "", url.path.rstrip("/"))
    return f"{url.scheme}://{url.netloc}{path}"

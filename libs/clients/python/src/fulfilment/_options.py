"""Options of a client."""

from __future__ import annotations

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
    check_positive("timeout", timeout)
    check_positive("deadline", deadline)
    check_retries(retries)
    check_positive("requests_per_second", requests_per_second)
    agent = AGENT if user_agent is None else f"{AGENT} {user_agent}"
    check_header("user_agent", agent)
    return Settings(api_key, _read_base_url(base_url), timeout, deadline, retries, requests_per_second, agent, on_retry)


def check_positive(name: str, value: Any) -> None:
    """Raises `ConfigurationError` for what is no number above 0; None is an option that was not given."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < float("inf"):
        raise ConfigurationError(f"`{name}` is to be a number above 0.")


def check_retries(value: Any) -> None:
    """Raises `ConfigurationError` for what is no whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ConfigurationError("`retries` is to be a whole number from 0.")


def check_header(name: str, value: Any) -> None:
    """Raises `ConfigurationError` for what no header field can hold, such as a line end."""
    if not isinstance(value, str) or not re.fullmatch(r"[\x20-\x7e\t]+", value):
        raise ConfigurationError(f"`{name}` is to be printable ASCII, without a line end.")


def _read_base_url(text: str) -> str:
    if not isinstance(text, str):
        raise ConfigurationError("`base_url` is to be an http or https URL: https://api.example.com.")
    url = urlsplit(text)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ConfigurationError("`base_url` is to be an http or https URL: https://api.example.com.")
    if "@" in url.netloc or url.query or url.fragment:
        raise ConfigurationError("`base_url` is to have no credentials, query or fragment.")
    path = re.sub(r"(/account)?/v1$", "", url.path.rstrip("/"))
    return f"{url.scheme}://{url.netloc}{path}"

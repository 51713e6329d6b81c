"""Errors of the library. None of them holds the API key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .generated import schemas as S

NOT_JSON = (ValueError, RecursionError)
"""What `json.loads` raises for a text that is no JSON, or is nested more deeply than Python reads."""


class FulfilmentError(Exception):
    """The base of every error of this library. `code` is stable: the code of the API, or one of this library."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        # By its members, since the arguments of the classes differ: so errors cross processes, and can be copied.
        cause = self.__cause__ if isinstance(self.__cause__, FulfilmentError) else None
        return _restored, (type(self), self.args, self.__dict__, cause)


def _restored(kind: type[FulfilmentError], args: tuple[Any, ...], members: dict[str, Any], cause: FulfilmentError | None) -> Any:
    error = kind.__new__(kind, *args)
    error.__dict__.update(members)
    error.__cause__ = cause
    return error


class ConfigurationError(FulfilmentError):
    """The options of the client, or the arguments of a call, cannot be used: `invalid_configuration`. Nothing was sent."""

    def __init__(self, message: str) -> None:
        super().__init__("invalid_configuration", message)


class ConnectionFailedError(FulfilmentError):
    """No answer came, or only a part of one: `connection_failed`.

    A write may have taken effect: repeat it under `idempotency_key`, which is None for a read.
    """

    def __init__(self, message: str, idempotency_key: str | None = None, code: str = "connection_failed") -> None:
        super().__init__(code, message)
        self.idempotency_key = idempotency_key


class RequestTimeoutError(ConnectionFailedError):
    """The answer did not come in time: `request_timeout`."""

    def __init__(self, message: str, idempotency_key: str | None = None) -> None:
        super().__init__(message, idempotency_key, "request_timeout")


class UnexpectedAnswerError(FulfilmentError):
    """The answer is not one of the API: `unexpected_answer`. Most often the base URL is wrong, or a proxy answered.

    `retry_after` is in seconds, where the answer asks for a wait. A write may have taken effect: repeat it under `idempotency_key`,
    which is None for a read.
    """

    def __init__(
        self,
        message: str,
        status: int = 200,
        request_id: str | None = None,
        retry_after: float | None = None,
        idempotency_key: str | None = None,
    ) -> None:
        super().__init__("unexpected_answer", message)
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key


class NotModifiedError(FulfilmentError):
    """The record still has the version of `if_none_match`: `not_modified`."""

    def __init__(self) -> None:
        super().__init__("not_modified", "The record still has this version.")


class PendingError(FulfilmentError):
    """The service has recorded the call and will do it, later than `pending_timeout`: `pending`. Repeat it under the same key."""

    def __init__(self, record: S.PendingRecord, idempotency_key: str, request_id: str) -> None:
        super().__init__(
            "pending",
            f"The call is recorded and not yet done. Repeat it with the idempotency key {idempotency_key} to get its answer.",
        )
        self.record = record
        self.idempotency_key = idempotency_key
        self.request_id = request_id


class BatchInterruptedError(FulfilmentError):
    """A batch of several requests stopped after some of them: `batch_interrupted`, with the reason as `__cause__`.

    `results` has the items that were answered; the same call under `idempotency_key` goes on where it stopped.
    """

    def __init__(self, results: list[S.BatchResult], idempotency_key: str, cause: Exception) -> None:
        super().__init__(
            "batch_interrupted",
            f"{len(results)} items were answered, then: {cause} Repeat the batch with the idempotency key {idempotency_key}.",
        )
        self.results = results
        self.idempotency_key = idempotency_key


class ApiError(FulfilmentError):
    """A refusal by the API (RFC 9457). Each code of this version has a class of its own; later codes come as this one.

    `problem` is the whole answer, with the members of its code (`current_status`, `current_version`, …) and unknown ones.
    `retryable`: the same request can still succeed. `errors`: the offending fields or lines, at most 100.
    """

    remedy = ""

    def __init__(
        self, problem: dict[str, Any], status: int, retry_after: float | None = None, idempotency_key: str | None = None
    ) -> None:
        self.status = status
        self.problem = problem
        self.request_id: str = str(problem.get("request_id", ""))
        self.retryable: bool = problem.get("retryable") is True
        self.detail: str = str(problem.get("detail", problem.get("title", "")))
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        self.retry_after = retry_after
        self.idempotency_key = idempotency_key
        code = str(problem["code"])
        remedy = f" {self.remedy}" if self.remedy else ""
        super().__init__(code, f"{code} ({status}): {self.detail} Request {self.request_id}.{remedy}")

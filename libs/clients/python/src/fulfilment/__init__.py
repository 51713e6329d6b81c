"""Official client of the inventory and order fulfilment API."""

from ._answers import Answer, AnswerFacts, RateLimit, answer_of
from ._client import AsyncFulfilmentClient, FulfilmentClient
from ._errors import (
    ApiError,
    BatchInterruptedError,
    ConfigurationError,
    ConnectionFailedError,
    FulfilmentError,
    NotModifiedError,
    PendingError,
    RequestTimeoutError,
    UnexpectedAnswerError,
)
from ._feed import AsyncFeed, Feed, FilePlaceStore, PlaceStore
from ._files import AsyncDownload, Download
from ._options import Retry
from ._pages import AsyncPages, Pages
from ._stock_mirror import StockMirror
from .generated import errors, schemas
from .generated.version import VERSION as __version__
from .webhooks import Delivery, ReceiverServer, WebhookError, WebhookReceiver, verify_webhook

__all__ = [
    "Answer",
    "AnswerFacts",
    "ApiError",
    "AsyncDownload",
    "AsyncFeed",
    "AsyncFulfilmentClient",
    "AsyncPages",
    "BatchInterruptedError",
    "ConfigurationError",
    "ConnectionFailedError",
    "Delivery",
    "Download",
    "Feed",
    "FilePlaceStore",
    "FulfilmentClient",
    "FulfilmentError",
    "NotModifiedError",
    "Pages",
    "PendingError",
    "PlaceStore",
    "RateLimit",
    "ReceiverServer",
    "RequestTimeoutError",
    "Retry",
    "StockMirror",
    "UnexpectedAnswerError",
    "WebhookError",
    "WebhookReceiver",
    "__version__",
    "answer_of",
    "errors",
    "schemas",
    "verify_webhook",
]

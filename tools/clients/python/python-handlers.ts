import type { ClientModel } from '../model.ts';
import { HEADER, literal } from './python-text.ts';

/** The method of a receiver that adds a handler, with the event of each type. */
export function pythonHandlers({ events }: ClientModel): string {
  const rows = events.types.map(
    ({ type, schema }) =>
      `    @overload\n    def on(self, event_type: Literal[${literal(type)}]) -> AddsHandler[S.${schema}]: ...\n`,
  );
  return `${HEADER}
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, overload

if TYPE_CHECKING:
    from ..webhooks import Delivery
    from . import schemas as S

E = TypeVar("E")
R = TypeVar("R")


class AddsHandler(Protocol[E]):
    """A decorator of handlers of events of one type."""

    def __call__(self, handler: Callable[[E, Delivery], R], /) -> Callable[[E, Delivery], R]: ...


class Handlers(ABC):
    """Handlers of events, by type."""

${rows.join('')}    def on(self, event_type: str) -> Any:
        """Adds a handler of one type, as a decorator."""

        def add(handler: Callable[[Any, Delivery], R]) -> Callable[[Any, Delivery], R]:
            self._add(event_type, handler)
            return handler

        return add

    @abstractmethod
    def _add(self, event_type: str, handler: Callable[[Any, Delivery], Any]) -> None: ...
`;
}

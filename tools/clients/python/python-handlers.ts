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

/** An event of each type, for tests of programs that receive them. */
export function pythonSamples({ events }: ClientModel): string {
  const known = events.types.filter(({ sample }) => sample !== null);
  const rows = known.map(({ type, sample }) => `    ${literal(type)}: ${literal(JSON.stringify(sample))},\n`);
  const overloads = known.map(
    ({ type, schema }) => `@overload\ndef sample_event(event_type: Literal[${literal(type)}]) -> S.${schema}: ...\n`,
  );
  return `${HEADER}
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from . import schemas as S

SAMPLES = {
${rows.join('')}}


${overloads.join('')}def sample_event(event_type: str) -> Any:
    """An event of a type as the API documents it, for tests. Each call gives one of its own, which may be changed.

    Raises \`KeyError\` for a type that this version does not know.
    """
    return json.loads(SAMPLES[event_type])
`;
}

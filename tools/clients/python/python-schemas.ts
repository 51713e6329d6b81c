import { LATER_TYPE, type ClientModel, type Field, type Schema } from '../model.ts';
import { batchResults, pendingRecords } from '../answer-types.ts';
import { filtersOf } from '../names.ts';
import { docstring, HEADER, literal, typeText, valuesText } from './python-text.ts';

/**
 * Typed dictionaries of all records, bodies and events. Nothing is parsed: a record is the dictionary that came, with whatever a
 * later version adds.
 */
export function pythonSchemas(model: ClientModel): string {
  const { groups, schemas, events } = model;
  const objects = schemas.flatMap((schema) =>
    schema.kind === 'object'
      ? [objectText(schema, schema.name === events.other ? schema.fields.map(ofOther) : schema.fields)]
      : [],
  );
  const unions = schemas.flatMap((schema) => (schema.kind === 'union' ? [unionText(schema.name, schema.of)] : []));
  const rows = events.types.map(({ type, schema }) => `    ${literal(type)}: ${schema},`);
  const filters = filtersOf(groups).map(({ name, known }) => `${name} = ${valuesText(known)}\n`);
  return `${HEADER}
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import NotRequired


${objects.join('\n\n')}

${unions.join('')}
${filters.join('')}
EventType = ${valuesText(events.types.map(({ type }) => type))}
"""The types of events that this version knows."""

${unionText('PendingRecord', pendingRecords(model))}"""The record of a call that is recorded and not yet done."""

${unionText('BatchResult', batchResults(model))}"""One result of a batch."""

EVENT_TYPES: dict[str, Any] = {
${rows.join('\n')}
}
"""The record of each type of event; any other is \`${events.other}\`."""
`;
}

/** A name that Python takes for a member of a class. */
const IDENTIFIER = /^(?!(?:from|in|is|not|class|import|pass)$)[a-z_]\w*$/i;

/**
 * The type of an event of a later version is any text. Checkers are told a text that no event has: a plain `str` beside the types of
 * the others would keep them from telling the events apart by it.
 */
function ofOther(field: Field): Field {
  if (field.name !== 'type') return field;
  const description = `${field.description} Any text, although checkers are told one: so comparing it tells the events apart.`;
  return { ...field, description, type: { kind: 'constant', value: LATER_TYPE, nullable: false } };
}

function objectText(schema: Schema, fields: readonly Field[]): string {
  const text = docstring(schema.description || `A \`${schema.name}\`.`, '    ');
  const isSent = schema.kind === 'object' && !schema.open;
  if (fields.some(({ name }) => !IDENTIFIER.test(name))) return functionalText(schema.name, fields, isSent);
  const rows = fields.map(
    (field) =>
      `    ${field.name}: ${memberText(field, isSent)}\n${field.description === '' ? '' : docstring(field.description, '    ')}`,
  );
  return `class ${schema.name}(TypedDict):\n${text}\n${rows.join('')}`;
}

/** A record with a member that is a keyword of Python. */
function functionalText(name: string, fields: readonly Field[], isSent: boolean): string {
  const rows = fields.map((field) => `        ${literal(field.name)}: ${literal(memberText(field, isSent))},\n`);
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${rows.join('')}    },\n)\n`;
}

function memberText({ required, type }: Field, isSent: boolean): string {
  const text = typeText(type, '', isSent);
  return required ? text : `NotRequired[${text}]`;
}

function unionText(name: string, of: readonly string[]): string {
  return of.length === 1 ? `${name} = ${of.join('')}\n` : `${name} = Union[${of.join(', ')}]\n`;
}

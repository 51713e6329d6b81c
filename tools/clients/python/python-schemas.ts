import type { ClientModel, Field, Schema } from '../model.ts';
import { docstring, HEADER, literal, typeText } from './python-text.ts';

/**
 * Typed dictionaries of all records, bodies and events. Nothing is parsed: a record is the dictionary that came, with whatever a
 * later version adds.
 */
export function pythonSchemas({ schemas, events }: ClientModel): string {
  const objects = schemas.flatMap((schema) => (schema.kind === 'object' ? [objectText(schema, schema.fields)] : []));
  const unions = schemas.flatMap((schema) => (schema.kind === 'union' ? [unionText(schema.name, schema.of)] : []));
  const rows = events.types.map(({ type, schema }) => `    ${literal(type)}: ${schema},`);
  return `${HEADER}
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


${objects.join('\n\n')}

${unions.join('')}
EVENT_TYPES: dict[str, Any] = {
${rows.join('\n')}
}
"""The record of each type of event; any other is \`${events.other}\`."""
`;
}

/** A name with the members of it that is an identifier of Python. */
const IDENTIFIER = /^(?!(?:from|to|in|is|not|class|import|pass)$)[a-z_]\w*$/i;

function objectText(schema: Schema, fields: readonly Field[]): string {
  const text = docstring(schema.description || `A \`${schema.name}\`.`, '    ');
  if (fields.some(({ name }) => !IDENTIFIER.test(name) && name !== 'to')) return functionalText(schema.name, fields);
  const rows = fields.map(({ name, description, required, type }) => {
    const annotation = required ? typeText(type) : `NotRequired[${typeText(type)}]`;
    return `    ${name}: ${annotation}\n${description === '' ? '' : docstring(description, '    ')}`;
  });
  return `class ${schema.name}(TypedDict):\n${text}\n${rows.join('')}`;
}

/** A record with a member that is a keyword of Python. */
function functionalText(name: string, fields: readonly Field[]): string {
  const rows = fields.map((field) => `        ${literal(field.name)}: ${literal(typeText(field.type))},\n`);
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${rows.join('')}    },\n    total=False,\n)\n`;
}

function unionText(name: string, of: readonly string[]): string {
  return `${name} = Union[${of.join(', ')}]\n`;
}

import { batchResults, pendingRecords } from '../answer-types.ts';
import { LATER_TYPE, type ClientModel, type Field, type Schema } from '../model.ts';
import { filtersOf } from '../names.ts';
import { doc, HEADER, literal, typeText } from './node-text.ts';

/** Interfaces of all records, bodies and events. */
export function nodeSchemas(model: ClientModel): string {
  const { groups, schemas, events } = model;
  const rows = events.types.map(({ type, schema }) => `  ${literal(type)}: ${schema};`);
  const filters = filtersOf(groups).map(
    ({ name, known }) =>
      `/** Values of a filter; \`laterValue\` makes any other. */\nexport type ${name} = ${[...known.map(literal), 'LaterValue'].join(' | ')};\n`,
  );
  return `${HEADER}
import type { LaterValue } from '../api.ts';

${schemas.map((schema) => schemaText(schema, events.other)).join('\n')}
/** The events by type. Later versions add types: they come as \`${events.other}\`. */
export interface EventsByType {
${rows.join('\n')}
}

/** A type of events that this version does not know. It is any text, although the compiler is told one: so comparing \`type\` tells the events apart. */
export type LaterType = ${literal(LATER_TYPE)};

${filters.join('\n')}
/** The record of a call that is recorded and not yet done. */
export type PendingRecord = ${pendingRecords(model).join(' | ')};

/** One result of a batch. */
export type BatchResult = ${batchResults(model).join(' | ')};
`;
}

/** An event of each type, for tests of programs that receive them. */
export function nodeSamples({ events }: ClientModel): string {
  const rows = events.types.flatMap(({ type, sample }) => (sample === null ? [] : [`  ${literal(type)}: ${literal(sample)},`]));
  return `${HEADER}
import type { EventsByType } from './schemas.ts';

/** An event of each type. */
export const SAMPLES: EventsByType = {
${rows.join('\n')}
};
`;
}

function schemaText(schema: Schema, other: string): string {
  const head = doc(schema.description);
  if (schema.kind === 'union') return `${head}export type ${schema.name} = ${schema.of.join(' | ')};\n`;
  const fields = schema.fields.map((field) =>
    fieldText(field, schema.name === other && field.name === 'type' ? 'LaterType' : null),
  );
  return `${head}export interface ${schema.name} {\n${fields.join('')}}\n`;
}

function fieldText({ name, description, required, type }: Field, given: string | null): string {
  const text = given ?? typeText(type);
  return `${doc(description, '  ')}  ${name}${required ? '' : '?'}: ${text}${required ? '' : ' | undefined'};\n`;
}

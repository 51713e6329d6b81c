import type { ClientModel, Schema } from '../model.ts';
import { doc, HEADER, literal, typeText } from './node-text.ts';

/** Interfaces of all records, bodies and events. */
export function nodeSchemas({ schemas, events }: ClientModel): string {
  const rows = events.types.map(({ type, schema }) => `  ${literal(type)}: ${schema};`);
  return `${HEADER}
${schemas.map(schemaText).join('\n')}
/** The events by type. Later versions add types: they come as \`${events.other}\`. */
export interface EventTypes {
${rows.join('\n')}
}
`;
}

function schemaText(schema: Schema): string {
  const head = doc(schema.description);
  if (schema.kind === 'union') return `${head}export type ${schema.name} = ${schema.of.join(' | ')};\n`;
  const fields = schema.fields.map(
    ({ name, description, required, type }) =>
      `${doc(description, '  ')}  ${name}${required ? '' : '?'}: ${typeText(type)}${required ? '' : ' | undefined'};\n`,
  );
  return `${head}export interface ${schema.name} {\n${fields.join('')}}\n`;
}

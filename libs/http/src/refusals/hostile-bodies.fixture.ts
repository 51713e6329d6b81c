import { MAX_BODY_LEVELS, MAX_BODY_MEMBERS, maxBodyBytesOf, type Operation } from '@fulfilment/contracts';
import { z } from 'zod';

/** Bodies of 256 KiB, or as large as an operation takes, that make the most of each way to multiply work: by their names. */
export function hostileBodies(operation: Operation): Readonly<Record<string, string>> {
  const bytes = Math.min(262_144, maxBodyBytesOf(operation));
  // Each name that the schema knows gets an equal part, and one that it does not.
  const names = ['surprise', ...namesIn(z.toJSONSchema(operation.body, { io: 'input', unrepresentable: 'any' }))];
  const share = bytes / names.length - 100;
  const everywhere = (value: string): string => `{${names.map((name) => `${JSON.stringify(name)}:${value}`).join()}}`;
  return {
    'unknown members': pairs(bytes, '0'),
    'as many unknown members as are parsed': pairs(Math.min(bytes, MAX_BODY_MEMBERS * '"0000":0,'.length), '0'),
    'one long name': `{"${'~'.repeat(bytes - 100)}":0}`,
    pairs: everywhere(pairs(share, '"v"')),
    'bad pairs': everywhere(pairs(Math.min(share, 400), '0')),
    zeros: everywhere(items(share, '0')),
    'empty objects': everywhere(items(share, '{}')),
    'objects of unknown members': everywhere(items(share, '{"a":0,"b":0,"c":0,"d":0}')),
    levels: `${'{"a":'.repeat(MAX_BODY_LEVELS)}0${'}'.repeat(MAX_BODY_LEVELS)}`,
    'too many levels': `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  };
}

function pairs(bytes: number, value: string): string {
  const pair = (place: number): string => `"${place.toString(36).padStart(4, '0')}":${value}`;
  return `{${Array.from({ length: Math.max(1, Math.floor(bytes / (pair(0).length + 1)) - 1) }, (_, place) => pair(place)).join()}}`;
}

function items(bytes: number, item: string): string {
  return `[${Array.from({ length: Math.max(1, Math.floor(bytes / (item.length + 1)) - 1) }, () => item).join()}]`;
}

const schema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});

/** The members of an object that a JSON Schema knows. */
function namesIn(given: unknown): Set<string> {
  const { properties = {}, anyOf = [], oneOf = [] } = schema.parse(given);
  return new Set([...Object.keys(properties), ...[...anyOf, ...oneOf].flatMap((branch) => [...namesIn(branch)])]);
}

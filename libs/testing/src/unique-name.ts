import { randomBytes } from 'node:crypto';

/**
 * A name that no other test uses, for a database, a topic prefix or a Redis prefix of one test: `prefix`, an underscore and 12 hex
 * digits. With a prefix of up to 25 lower-case letters, digits and underscores it fits MongoDB's 38 bytes and Kafka's rules.
 */
export function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(6).toString('hex')}`;
}

import { SERVICES } from '@fulfilment/dev-stack/run-file';
import { BSON } from 'mongodb';
import { z } from 'zod';
import { soundDocuments } from './all.fixture.ts';

/** Ids of records, which are unique over all tenants. */
const IDS = /\b(?:acc|ord|scn|loc|mov|evt|dlv|whk|key|claim)_/g;

const world = z.record(z.enum(SERVICES), z.record(z.string(), z.array(z.record(z.string(), z.unknown()))));

/** The documents of every service, in which everything agrees, of a tenant of its own: `w7` makes `acc_w7_1` of `acc_1`. */
export function anotherWorld(name: string): z.output<typeof world> {
  const text = BSON.EJSON.stringify(soundDocuments());
  return world.parse(BSON.EJSON.parse(text.replaceAll(IDS, (id) => `${id}${name}_`)));
}

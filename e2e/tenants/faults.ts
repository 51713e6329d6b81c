import { writes } from '@fulfilment/contracts';
import type { Answer } from '../system/call.ts';
import type { CrossingRequest } from './crossing.ts';
import { idsIn } from './finds.ts';
import type { Party } from './party.ts';

/** Values that a party has written: it may read them from then on. */
export type Written = Set<string>;

/** Those who may know an id, among all. */
export function knowersOf(id: string, parties: readonly Party[]): readonly Party[] {
  return parties.filter(({ finds }) => finds.own.has(id));
}

/** Faults of the response to a request that names records of another party. */
export function faultsOf(
  { party, request, answer }: { readonly party: Party; readonly request: CrossingRequest; readonly answer: Answer },
  parties: readonly Party[],
  written: Written,
): readonly string[] {
  const { operation, taken } = request;
  if (writes(operation)) for (const { value } of taken) written.add(value);
  return [
    ...(isAnswered(operation, answer.status) ? [] : ['it was not answered']),
    ...(isShut(taken, answer.status) ? [] : ['it is not just not there']),
    ...leaksIn({ text: visible(answer, request), party, parties, written }),
  ];
}

type Taken = CrossingRequest['taken'];

/** Parameters for the position behind which a page of a list begins. */
const BEGINNINGS = ['cursor', 'after'];

/** Texts in paths that every tenant may have: the code of a SKU, and of a warehouse. */
const OWN_TEXTS = ['sku', 'warehouse'];

/** An id in a path, or where a page begins, opens nothing; where that is all there is wrong, the record is not there. */
function isShut(taken: Taken, status: number): boolean {
  const opening = taken.filter(({ place, name }) => (place === 'path' && !OWN_TEXTS.includes(name)) || BEGINNINGS.includes(name));
  const isOnlyPath = opening.length === taken.length && taken.every(({ place }) => place === 'path');
  return isOnlyPath ? status === 404 : opening.length === 0 || status >= 400;
}

function isAnswered(operation: CrossingRequest['operation'], status: number): boolean {
  return status !== 429 && (status < 500 || isBusy(operation, status));
}

/** One check of the own stock at a time. */
function isBusy({ id }: CrossingRequest['operation'], status: number): boolean {
  return id === 'checkIntegrity' && status === 503;
}

/** The response without the values of its request, which a refusal may repeat. */
function visible({ status, headers, text }: Answer, { taken }: CrossingRequest): string {
  const whole = [text, ...headers.values()].join('\n');
  return status < 400 ? whole : taken.reduce((rest, { value }) => rest.replaceAll(value, ''), whole);
}

/** Values of other parties in a text that a party receives. */
export function leaksIn({
  text,
  party,
  parties,
  written = new Set(),
}: {
  readonly text: string;
  readonly party: Party;
  readonly parties: readonly Party[];
  readonly written?: Written;
}): readonly string[] {
  const others = parties.filter((each) => each !== party);
  const foreign = others.flatMap(({ mark, accountMark }) => (accountMark === party.accountMark ? [mark] : [mark, accountMark]));
  const marks = foreign.filter((mark) => text.includes(mark));
  const ids = idsIn(text).filter((id) => {
    const knowers = knowersOf(id, parties);
    return knowers.length > 0 && !knowers.includes(party) && !written.has(id);
  });
  return [...new Set([...marks, ...ids])].map((leak) => `it shows ${leak}`);
}

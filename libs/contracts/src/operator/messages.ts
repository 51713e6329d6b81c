import { PUBLISHERS } from '../events/topics.ts';
import { nothing } from '../fields.ts';
import { SERVICES } from '../operation.ts';
import {
  allocationVersions,
  compareAllocationsBody,
  comparedAllocations,
  deadLetterBody,
  deadLetterPage,
  discardedDeadLetter,
  grownTopic,
  growTopicBody,
  heldRelays,
  holdRelaysBody,
  listAllocationsQuery,
  listDeadLettersQuery,
  publishAllocationsBody,
  refusedRows,
  releaseRelaysBody,
  republishBody,
  republished,
  retriedDeadLetter,
  retriedRow,
  retryRowBody,
  topicsProgress,
  wholeDeadLetter,
} from '../operator.ts';
import { operatorOperation } from './operation.ts';

export const listDeadLetters = operatorOperation({
  services: SERVICES,
  id: 'listDeadLetters',
  method: 'GET',
  path: '/dead-letters',
  summary: 'List dead letters',
  query: listDeadLettersQuery,
  replies: { 200: { description: 'A page, by id.', body: deadLetterPage } },
});

export const retryDeadLetter = operatorOperation({
  services: SERVICES,
  id: 'retryDeadLetter',
  method: 'POST',
  path: '/dead-letters/retry',
  summary: 'Put a dead letter back on its topic',
  body: deadLetterBody,
  replies: { 200: { description: 'The number of records put back.', body: retriedDeadLetter } },
});

export const getDeadLetter = operatorOperation({
  services: SERVICES,
  id: 'getDeadLetter',
  method: 'POST',
  path: '/dead-letters/show',
  summary: 'Retrieve a dead letter whole',
  body: deadLetterBody,
  replies: {
    200: { description: 'The dead letter with its body, its headers and those that follow it.', body: wholeDeadLetter },
  },
});

export const discardDeadLetter = operatorOperation({
  services: SERVICES,
  id: 'discardDeadLetter',
  method: 'POST',
  path: '/dead-letters/discard',
  summary: 'Give a dead letter up for good',
  body: deadLetterBody,
  replies: { 200: { description: 'The dead letter, and those that followed it.', body: discardedDeadLetter } },
});

export const listTopics = operatorOperation({
  services: SERVICES,
  id: 'listTopics',
  method: 'GET',
  path: '/topics',
  summary: 'List the topics that a service consumes, and how far its groups are',
  replies: { 200: { description: 'The consumed topics.', body: topicsProgress } },
});

export const listRefusedRows = operatorOperation({
  services: PUBLISHERS,
  id: 'listRefusedRows',
  method: 'GET',
  path: '/outbox',
  summary: 'List messages that Kafka refused for good',
  replies: { 200: { description: 'The oldest refused messages.', body: refusedRows } },
});

export const retryRow = operatorOperation({
  services: PUBLISHERS,
  id: 'retryRow',
  method: 'POST',
  path: '/outbox/retry',
  summary: 'Publish a refused message',
  body: retryRowBody,
  replies: { 200: { description: 'The message will be published.', body: retriedRow } },
});

export const republish = operatorOperation({
  services: PUBLISHERS,
  id: 'republish',
  method: 'POST',
  path: '/outbox/republish',
  summary: 'Publish again all messages since a time',
  body: republishBody,
  replies: { 200: { description: 'The number of messages.', body: republished } },
});

export const holdRelays = operatorOperation({
  services: PUBLISHERS,
  id: 'holdRelays',
  method: 'POST',
  path: '/relays/hold',
  summary: 'Keep the relays of a service at rest',
  body: holdRelaysBody,
  replies: { 200: { description: 'Who holds the relays.', body: heldRelays } },
});

export const releaseRelays = operatorOperation({
  services: PUBLISHERS,
  id: 'releaseRelays',
  method: 'POST',
  path: '/relays/release',
  summary: 'Let the relays of a service go on',
  body: releaseRelaysBody,
  replies: { 200: { description: 'The relays go on.', body: nothing } },
});

export const growTopic = operatorOperation({
  services: PUBLISHERS,
  id: 'growTopic',
  method: 'POST',
  path: '/topics/grow',
  summary: 'Add partitions to a topic, or examine if Kafka would add them',
  body: growTopicBody,
  replies: { 200: { description: 'What was done.', body: grownTopic } },
});

export const listAllocations = operatorOperation({
  services: ['inventory'],
  id: 'listAllocations',
  method: 'GET',
  path: '/allocations',
  summary: 'List the versions of allocations',
  query: listAllocationsQuery,
  replies: { 200: { description: 'A page of allocations.', body: allocationVersions } },
});

export const publishAllocations = operatorOperation({
  services: ['inventory'],
  id: 'publishAllocations',
  method: 'POST',
  path: '/allocations/publish',
  summary: 'Tell orders of allocations again',
  body: publishAllocationsBody,
  replies: { 200: { description: 'The number of messages.', body: republished } },
});

export const compareOrders = operatorOperation({
  services: ['orders'],
  id: 'compareOrders',
  method: 'POST',
  path: '/orders/compare',
  summary: 'Compare orders with the allocations of inventory',
  body: compareAllocationsBody,
  replies: { 200: { description: 'Orders that differ.', body: comparedAllocations } },
});

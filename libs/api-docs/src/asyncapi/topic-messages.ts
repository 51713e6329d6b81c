import type { z } from 'zod';
import {
  EVENTS,
  DELIVERED,
  allocateCommand,
  amendCommand,
  assignCommand,
  confirmCommand,
  EVENT_TYPES,
  locationNames,
  moveCommand,
  moveOutcome,
  reassignCommand,
  releaseCommand,
  expectReturnCommand,
  openReturnCommand,
  unexpectReturnCommand,
  receiveReturnCommand,
  disposeReturnCommand,
  shipCommand,
  stockOutcome,
  type Topic,
  TOPICS,
  unassignCommand,
  unconfirmCommand,
} from '@fulfilment/contracts';
import { SAMPLE_EVENTS } from '../samples/events.ts';
import {
  SAMPLE_STOCK_COMMANDS,
  sampleLocationNames,
  sampleMoveCommand,
  sampleMoveOutcome,
  sampleStockOutcome,
} from '../samples/records.ts';

/** One type of message as it stands on a topic. */
export interface TopicMessage {
  /** The `type` in its body, and `ce_type`. */
  readonly type: string;
  /** Unique over all topics: the name of its schema. */
  readonly schemaId: string;
  readonly summary: string;
  readonly schema: z.ZodType;
  /** As it is sent today, its members in their order. */
  readonly sample: Readonly<Record<string, unknown>>;
}

/** The key of a topic and its messages. */
export interface TopicSpec {
  readonly topic: Topic;
  readonly description: string;
  /** The parts of the key: records of one key are in order. */
  readonly key: string;
  readonly keyExample: string;
  readonly messages: readonly TopicMessage[];
}

const TENANT = 'acc_01KAJ6N0A1B2C3D4E5F6G7H8JK:sandbox';

const events = (topic: string): readonly TopicMessage[] =>
  EVENT_TYPES.filter((type) => EVENTS[type].topic === topic).map((type) => ({
    type,
    schemaId: EVENTS[type].schema.meta()?.id ?? type,
    summary: DELIVERED[type].meaning,
    schema: EVENTS[type].schema,
    sample: SAMPLE_EVENTS[type],
  }));

/** The records that a topic tells of, by the beginning of its types: `order.*`. */
function eventsOf(topic: string): string {
  const records = new Set(events(topic).map(({ type }) => `\`${type.split('.')[0]}.*\``));
  return `Events ${[...records].toSorted().join(', ')}.`;
}

const { allocate, amend, assign, confirm, unconfirm, unassign, ship, release } = SAMPLE_STOCK_COMMANDS;

/** Every topic but those of dead letters. */
export const TOPIC_SPECS: readonly TopicSpec[] = [
  {
    topic: TOPICS.inventoryEvents,
    description: eventsOf(TOPICS.inventoryEvents),
    key: 'Tenant, and the SKU or the id of the record.',
    keyExample: `${TENANT}|MUG-01`,
    messages: events(TOPICS.inventoryEvents),
  },
  {
    topic: TOPICS.ordersEvents,
    description: eventsOf(TOPICS.ordersEvents),
    key: 'Tenant, and the id of the order, or of the record without one.',
    keyExample: `${TENANT}|${allocate.order_id}`,
    messages: events(TOPICS.ordersEvents),
  },
  {
    topic: TOPICS.scansEvents,
    description: 'Scans of handheld devices.',
    key: 'Tenant and device, or the barcode if no device is named.',
    keyExample: `${TENANT}|gun-7`,
    messages: events(TOPICS.scansEvents),
  },
  {
    topic: TOPICS.stockCommands,
    description:
      'Internal: stock commands of orders, and moves of scans of earlier releases. A repeated command has one effect and one answer.',
    key: 'Tenant: orders are allocated in the order in which they were created.',
    keyExample: TENANT,
    messages: [
      {
        type: 'allocate',
        schemaId: 'AllocateCommand',
        summary: 'Allocates the available units of each line.',
        schema: allocateCommand,
        sample: allocate,
      },
      {
        type: 'amend',
        schemaId: 'AmendCommand',
        summary: 'Changes lines or rank of an open order, or gives back what is not packed of it.',
        schema: amendCommand,
        sample: amend,
      },
      {
        type: 'assign',
        schemaId: 'AssignCommand',
        summary: 'Puts held units into a fulfilment, all lines or none.',
        schema: assignCommand,
        sample: assign,
      },
      {
        type: 'confirm',
        schemaId: 'ConfirmCommand',
        summary: 'Completes and confirms the holds of an order or of a fulfilment, all lines or none.',
        schema: confirmCommand,
        sample: confirm,
      },
      {
        type: 'unconfirm',
        schemaId: 'UnconfirmCommand',
        summary: 'Makes the holds of a packed order or fulfilment loose again; they stay held.',
        schema: unconfirmCommand,
        sample: unconfirm,
      },
      {
        type: 'unassign',
        schemaId: 'UnassignCommand',
        summary: 'Puts the held units of a fulfilment back to the open part of its order.',
        schema: unassignCommand,
        sample: unassign,
      },
      {
        type: 'ship',
        schemaId: 'ShipCommand',
        summary: 'Decrements stock by the held units of an order or of a fulfilment, all lines or none.',
        schema: shipCommand,
        sample: ship,
      },
      {
        type: 'release',
        schemaId: 'ReleaseCommand',
        summary: 'Releases the held units, or drops units of lines from the order.',
        schema: releaseCommand,
        sample: release,
      },
      {
        type: 'reassign',
        schemaId: 'ReassignCommand',
        summary: 'Holds units of an order in another warehouse, all lines or none.',
        schema: reassignCommand,
        sample: SAMPLE_STOCK_COMMANDS.reassign,
      },
      {
        type: 'open_return',
        schemaId: 'OpenReturnCommand',
        summary: 'Opens a return of units of no known order.',
        schema: openReturnCommand,
        sample: SAMPLE_STOCK_COMMANDS.open_return,
      },
      {
        type: 'expect_return',
        schemaId: 'ExpectReturnCommand',
        summary: 'Has shipped units expected, which may come back.',
        schema: expectReturnCommand,
        sample: SAMPLE_STOCK_COMMANDS.expect_return,
      },
      {
        type: 'unexpect_return',
        schemaId: 'UnexpectReturnCommand',
        summary: 'Ends a return: nothing of it is expected any more.',
        schema: unexpectReturnCommand,
        sample: SAMPLE_STOCK_COMMANDS.unexpect_return,
      },
      {
        type: 'receive_return',
        schemaId: 'ReceiveReturnCommand',
        summary: 'Brings units of a return into stock, all lines or none.',
        schema: receiveReturnCommand,
        sample: SAMPLE_STOCK_COMMANDS.receive_return,
      },
      {
        type: 'dispose_return',
        schemaId: 'DisposeReturnCommand',
        summary: 'Gives returned units another disposition, all lines or none.',
        schema: disposeReturnCommand,
        sample: SAMPLE_STOCK_COMMANDS.dispose_return,
      },
    ],
  },
  {
    topic: TOPICS.stockMoves,
    description:
      'Internal: moves of applied scans, apart from the commands of orders. A repeated move has one effect and one answer.',
    key: 'Tenant and device, or the barcode if no device is named.',
    keyExample: `${TENANT}|gun-7`,
    messages: [
      {
        type: 'move',
        schemaId: 'MoveCommand',
        summary: 'Posts the movement of an applied scan.',
        schema: moveCommand,
        sample: sampleMoveCommand,
      },
    ],
  },
  {
    topic: TOPICS.stockOutcomes,
    description: 'Internal: outcomes of stock commands.',
    key: 'Tenant and id of the order or the scan.',
    keyExample: `${TENANT}|${allocate.order_id}`,
    messages: [
      {
        type: 'allocation',
        schemaId: 'AllocationOutcome',
        summary: 'The whole allocation of an order, after every change.',
        schema: stockOutcome,
        sample: sampleStockOutcome,
      },
      {
        type: 'move',
        schemaId: 'MoveOutcome',
        summary: 'The outcome of the movement of a scan.',
        schema: moveOutcome,
        sample: sampleMoveOutcome,
      },
      {
        type: 'locations',
        schemaId: 'LocationNames',
        summary: 'The paths that locations got, for the lists of scans.',
        schema: locationNames,
        sample: sampleLocationNames,
      },
    ],
  },
];

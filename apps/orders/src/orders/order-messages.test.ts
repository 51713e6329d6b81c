import { newOrderLine, orderLineEdit } from '@fulfilment/contracts';
import { expect, test } from 'vitest';
import { editedLines, planEdit } from './domain/edit-order.ts';
import { at, createdOrder, origin } from './domain/order.builder.ts';
import { type Order, placeOrder } from './domain/order.ts';
import { toGivenContent, toNewLines, toOrderRecord } from './order-messages.ts';

/** Every field of a schema with a value. */
const filled = (fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, name === 'quantity' ? 2 : `GIVEN-${name}`]));

const shown = (order: Order) => toOrderRecord(order).lines;

test('every field that a line of a new order takes is in its record', () => {
  const line = newOrderLine.parse(filled(newOrderLine.shape));
  const { id, tenant, contentHash } = createdOrder();
  const facts = { externalId: null, shipTo: null, note: null, metadata: {}, allowBackorder: true };
  const order = placeOrder({ ...facts, id, tenant, contentHash, lines: toNewLines([line]) }, origin, at);

  expect(shown(order)).toMatchObject([line]);
});

test('every field that a line of an edit takes is in the record of the edited order', () => {
  const { id: _ofKnownLines, ...fields } = orderLineEdit.shape;
  const line = orderLineEdit.parse(filled(fields));
  const order = createdOrder();
  const asked = { ...toGivenContent(line), id: undefined, newId: 'lin_new' };
  const terms = { allowBackorder: undefined, priority: undefined, shipBy: undefined, fulfilmentId: 'ful_new' };
  const plan = planEdit(order, { transition: 'edit', mode: 'patch', lines: [asked], ...terms });

  if (plan.type !== 'step' || plan.step.transition !== 'edit') throw new Error(plan.type);
  expect(shown({ ...order, lines: editedLines(order.lines, plan.step) })[1]).toMatchObject({ ...line, id: 'lin_new' });
});

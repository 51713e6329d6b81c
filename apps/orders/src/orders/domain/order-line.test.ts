import { expect, test } from 'vitest';
import { createdOrder, mugs } from './order.builder.ts';
import { editedLines, planEdit } from './edit-order.ts';
import { fixedFieldsThatDiffer, isSameContent, LINE_FIELDS, lineOf, requestedOf, withContent } from './order-line.ts';

/** A line with a value in every field of its content. */
const filled = (quantity: number) => {
  const texts = LINE_FIELDS.map((name) => [name, name === 'quantity' ? quantity : `${name} ${quantity}`]);
  return withContent(lineOf('lin_1', '', 0), Object.fromEntries(texts));
};
const [before, others] = [filled(2), filled(3)];

test.each(LINE_FIELDS)('two lines that differ in %s alone are not the same', (name) => {
  const after = withContent(before, { [name]: others[name] });

  expect(after).toEqual({ ...before, [name]: others[name] });
  expect(isSameContent(before, after)).toBe(false);
  expect(isSameContent(before, { ...before })).toBe(true);
});

test('a field that is left out stays, and nothing but content is taken over', () => {
  const line = mugs({ externalLineId: 'ext-1' });

  expect(withContent(line, { sku: undefined, quantity: 5 })).toEqual({ ...line, quantity: 5 });
  expect(requestedOf(line)).toEqual({ ...lineOf(line.id, 'MUG-01', 2), externalLineId: 'ext-1' });
});

test('a SKU and an external id differ for good, units do not', () => {
  expect(fixedFieldsThatDiffer(before, others)).toEqual(['sku', 'external_line_id']);
  expect(fixedFieldsThatDiffer(before, { ...before, quantity: 9 })).toEqual([]);
});

const ask = { transition: 'edit', mode: 'patch', allowBackorder: undefined, priority: undefined, shipBy: undefined } as const;

test.each([[mugs()], [mugs({ externalLineId: 'ext-1' })]])('an edit never changes the external id of a line', (line) => {
  const named = { ...requestedOf(line), newId: 'lin_new', externalLineId: 'ext-2' };
  const edit = { ...ask, fulfilmentId: 'ful_1', lines: [named] };

  expect(planEdit(createdOrder({ lines: [line] }), edit)).toMatchObject({
    type: 'refused',
    errors: [{ pointer: '/lines/0/external_line_id', code: 'read_only' }],
  });
});

test('an edited line keeps a field that the step lacks, since the release before did not know it', () => {
  const { externalLineId: _unknown, ...older } = { ...lineOf(mugs().id, 'MUG-01', 5) };
  const step = { transition: 'edit', allowBackorder: true, rank: null, packed: null } as const;
  const stored: Parameters<typeof editedLines>[1] = JSON.parse(
    JSON.stringify({ ...step, lines: [older, { ...older, id: 'new' }] }),
  );

  expect(editedLines([mugs({ externalLineId: 'ext-1' })], stored)).toMatchObject([
    { quantity: 5, name: 'Mug', externalLineId: 'ext-1' },
    { id: 'new', quantity: 5, name: null, externalLineId: null },
  ]);
});

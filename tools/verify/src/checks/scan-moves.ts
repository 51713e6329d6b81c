import { all, alongside } from '../alongside.ts';
import { type Check, placeOf } from '../check.ts';
import { APPLIED_SCANS, SCAN_ANSWERS, SCAN_MOVEMENTS } from '../documents.ts';
import { scanFaults } from './scan-faults.ts';

export const scanMovesCheck: Check = {
  invariant: 2,
  name: 'scan moves',
  promise:
    'Each scan that is applied has its movement in the ledger, once; each that is refused has none; scans and stock agree.',
  mayPass: true,
  run: async ({ rows, findings: { compared, differs } }) => {
    const answers = alongside(rows(SCAN_ANSWERS, { sort: { tenant: 1, scan_id: 1 } }), {
      keyOf: ({ tenant, scan_id: id }) => placeOf(tenant, id),
      onOrphan: ({ tenant, scan_id: id }) => differs(`${tenant} ${id}: stock has answered it, and there is no such applied scan`),
    });
    const moves = alongside(
      rows(SCAN_MOVEMENTS, { filter: { 'reference.type': 'scan' }, sort: { tenant: 1, 'reference.id': 1 } }),
      {
        keyOf: ({ tenant, reference }) => placeOf(tenant, reference.id),
        onOrphan: ({ tenant, reference }) =>
          differs(`${tenant} ${reference.id}: the ledger has a movement for it, and there is no such applied scan`),
      },
    );
    const applied = { 'scan.applied': { $in: ['pending', 'done', 'refused'] } };
    for await (const row of rows(APPLIED_SCANS, { filter: applied, sort: { tenant: 1, _id: 1 } })) {
      const place = placeOf(row.tenant, row.id);
      const [answer] = await all(answers.of(place));
      const entries = await all(moves.of(place));
      compared('applied scans');
      compared('ledger entries', entries.length);
      for (const fault of scanFaults(row, answer, entries)) differs(`${row.tenant} ${row.id}: ${fault}`);
    }
    await answers.end();
    await moves.end();
  },
};

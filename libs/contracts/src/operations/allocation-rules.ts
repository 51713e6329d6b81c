import { allocationRulesRecord, updateAllocationRulesBody } from '../inventory/allocation-rules.ts';
import { operation } from '../operation.ts';

const common = { path: '/allocation-rules', service: 'inventory' } as const;

export const getAllocationRules = operation({
  ...common,
  id: 'getAllocationRules',
  method: 'GET',
  permission: 'inventory:read',
  summary: 'Retrieve the rules by which orders get warehouses',
  description:
    'Each environment has one record. Until the rules are set, units are held wherever they lie: `anywhere`, at version 0.',
  replies: { 200: { description: 'The rules.', body: allocationRulesRecord } },
});

export const updateAllocationRules = operation({
  ...common,
  id: 'updateAllocationRules',
  method: 'PATCH',
  permission: 'locations:write',
  summary: 'Change the rules by which orders get warehouses',
  description:
    'They apply to orders that are placed after the change, within five seconds; existing orders keep the units that they hold. A change to the present values makes no new version. ' +
    '`priority`, `ships` and `countries` of each warehouse are fields of the location.',
  body: updateAllocationRulesBody,
  replies: { 200: { description: 'The rules after the change.', body: allocationRulesRecord } },
  conditional: true,
});

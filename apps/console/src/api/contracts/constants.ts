// The build evaluates this module and takes its values in place of it (`vite.config.ts`): no schema comes with them.
export {
  ALLOCATION_STRATEGIES,
  DELIVERED_TYPES,
  DELIVERY_STATUSES,
  DISPOSITIONS,
  KEPT_DISPOSITIONS,
  LOCATION_TYPES,
  LOCATION_USES,
  MAX_IMPORT_BYTES,
  PERSONAL_PATHS,
  SPLITS,
  SUBSCRIBABLE_TYPES,
  UNLINKED_REASON,
} from '@fulfilment/contracts';

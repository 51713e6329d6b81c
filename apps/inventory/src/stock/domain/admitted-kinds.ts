/** Kinds of changes that earlier releases do not know: their processes would damage what these store, or sell it. */
export type AdmittedKind =
  | 'fulfilments'
  | 'edits'
  | 'reservations'
  | 'returns'
  | 'warehouses'
  | 'reservations_in_warehouses'
  | 'warehouse_settings'
  | 'unlinked';

/** The fields by which a command tells its kind. */
interface Kinded {
  readonly type: string;
  readonly fulfilment?: unknown;
  readonly lines?: unknown;
  readonly from?: unknown;
  readonly rank?: unknown;
  readonly movement?: string;
  readonly safetyStock?: number | null | undefined;
  readonly sourcing?: unknown;
  readonly warehouse?: unknown;
  readonly exchangeSkus?: unknown;
}

interface Known {
  readonly kind: AdmittedKind;
  /** True of the commands of a type that earlier releases do not know; absent where that is all of them. */
  readonly isNew?: (command: Kinded) => boolean;
  /** A later kind, of which some of these commands are. */
  readonly orElse?: Known;
}

const ofParts: Known = {
  kind: 'fulfilments',
  isNew: ({ fulfilment, lines, from }) => [fulfilment, lines, from].some((each) => each !== undefined),
};
const ofSafetyStock: Known = { kind: 'reservations', isNew: ({ safetyStock }) => (safetyStock ?? 0) > 0 };

const KINDS: Readonly<Partial<Record<string, Known>>> = {
  assign: { kind: 'fulfilments' },
  unassign: { kind: 'fulfilments' },
  unconfirm: { kind: 'fulfilments' },
  confirm: ofParts,
  ship: ofParts,
  release: ofParts,
  amend: { kind: 'edits' },
  allocate: {
    kind: 'warehouses',
    isNew: ({ sourcing }) => sourcing !== undefined,
    orElse: { kind: 'edits', isNew: ({ rank }) => rank !== undefined },
  },
  reassign: { kind: 'warehouses' },
  'set-warehouse': { kind: 'warehouse_settings' },
  reserve: {
    kind: 'reservations_in_warehouses',
    isNew: ({ warehouse }) => warehouse !== undefined,
    orElse: { kind: 'reservations' },
  },
  'create-sku': ofSafetyStock,
  'update-sku': ofSafetyStock,
  open_return: { kind: 'unlinked' },
  expect_return: {
    kind: 'unlinked',
    isNew: ({ exchangeSkus }) => exchangeSkus !== undefined,
    orElse: { kind: 'returns' },
  },
  unexpect_return: { kind: 'returns' },
  receive_return: { kind: 'returns' },
  dispose_return: { kind: 'returns' },
  'move-for-scan': { kind: 'returns', isNew: ({ movement }) => movement === 'return' },
};

/** The kind of a command that earlier releases do not know, or take for another; undefined of any other. */
export function admittedKindOf(command: Kinded): AdmittedKind | undefined {
  const isOf = (known: Known): boolean => known.isNew?.(command) ?? true;
  const known = KINDS[command.type];
  return [known, known?.orElse].find((each) => each && isOf(each))?.kind;
}

/** The page of a record below its environment, and the name that people know the record by. */
interface RecordPage {
  readonly path: string;
  readonly name: string;
}

/** The pages of records by the prefix of their ids. */
const PAGES: Readonly<Record<string, string>> = { ord: 'orders', ret: 'returns', rsv: 'reservations' };

/** The record that the event of a delivery tells of; undefined where it has no page, as those of test events and batches. */
export function recordOf({ request_body: body }: { readonly request_body: string | null }): RecordPage | undefined {
  const { data, test } = factsOf(parsed(body ?? ''));
  if (test === true) return undefined;
  const { id, sku, external_id: external, order_id: order } = factsOf(data);
  const [prefix = ''] = typeof id === 'string' ? id.split('_') : [];
  const page = Object.hasOwn(PAGES, prefix) ? PAGES[prefix] : undefined;
  if (page !== undefined && typeof id === 'string')
    return { path: `${page}/${id}`, name: typeof external === 'string' ? external : id };
  if (prefix === 'ful' && typeof order === 'string') return { path: `orders/${order}`, name: order };
  return typeof sku === 'string' ? { path: `stock/${encodeURIComponent(sku)}`, name: sku } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function factsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

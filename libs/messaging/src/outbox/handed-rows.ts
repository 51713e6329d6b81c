import { OUTBOX_PAGE, type OutboxRow } from './outbox.ts';

/** Rows in memory, of one page at most: beyond that they are read from the store. */
export class HandedRows {
  #rows = new Map<string, OutboxRow>();
  #bytes = 0;

  get size(): number {
    return this.#rows.size;
  }

  /** @returns false where they are too many; none is added then. */
  add(rows: readonly OutboxRow[]): boolean {
    const bytes = rows.reduce((sum, { record }) => sum + record.value.length, this.#bytes);
    if (this.#rows.size + rows.length > OUTBOX_PAGE.rows || bytes > OUTBOX_PAGE.bytes) return false;
    for (const row of rows) this.#rows.set(row.id, row);
    this.#bytes = bytes;
    return true;
  }

  delete(id: string): void {
    this.#bytes -= this.#rows.get(id)?.record.value.length ?? 0;
    this.#rows.delete(id);
  }

  takeAll(): readonly OutboxRow[] {
    const rows = Array.from(this.#rows.values());
    this.#rows = new Map();
    this.#bytes = 0;
    return rows;
  }
}

/** A table for a terminal: columns as wide as their longest cell. */
export function textTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return [head, ...rows].map((row) => line(row).trimEnd()).join('\n');
}

/** Names and values, one a line. */
export function textFacts(facts: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n');
}

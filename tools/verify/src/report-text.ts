import type { CheckReport, VerifyReport } from './verify-system.ts';

/** The report for people: a line for each check, with what was compared and what differed. */
export function reportText({ checks, clean }: VerifyReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap((check) => [checkLine(check, width), ...details(check)]);
  const differing = checks.reduce((sum, check) => sum + check.differing, 0);
  return [...lines, '', clean ? 'Nothing differs.' : `${counted(differing, 'difference')}.`].join('\n');
}

function checkLine({ invariant, name, differing, compared }: CheckReport, width: number): string {
  const verdict = differing === 0 ? 'ok' : 'DIFFERS';
  const counts = Object.entries(compared).map(([what, count]) => `${what} ${grouped(count)}`);
  const found = differing === 0 ? '' : `: ${counted(differing, 'difference')}`;
  return `${invariant} ${name.padEnd(width)}  ${verdict.padEnd(7)}  ${counts.join(', ') || 'nothing to compare'}${found}`;
}

function details({ differing, differences, notes }: CheckReport): string[] {
  const more = differing - differences.length;
  return [
    ...differences.map((text) => `    ${text}`),
    ...(more > 0 ? [`    and ${grouped(more)} more`] : []),
    ...notes.map((text) => `    open: ${text}`),
  ];
}

function counted(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** 12 345 as `12 345`. */
function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}

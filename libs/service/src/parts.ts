import type { Stoppable } from '@fulfilment/kernel';

/** What a process has started, stopped in reverse order: whoever uses another part stops before it. */
export interface Parts extends Stoppable {
  /** @returns the part itself. */
  readonly own: <Part extends Stoppable>(part: Part) => Part;
}

export function makeParts(): Parts {
  const started: Stoppable[] = [];
  return {
    own: (part) => {
      started.push(part);
      return part;
    },
    stop: async () => {
      for (const part of started.splice(0).toReversed()) await part.stop();
    },
  };
}

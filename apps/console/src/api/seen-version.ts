import { useState } from 'react';
import { ApiProblem } from './problem.ts';

/**
 * Binds a change to the version that the member saw. A refusal for another one tells the present, with who made it: the next press decides
 * about that, and is not refused for the old one again.
 *
 * @param record as it was when its dialog was opened.
 */
export function useSeenVersion(record: { readonly version: number }) {
  const [version, setVersion] = useState(record.version);
  return async <Answer>(send: (ifMatch: number) => Promise<Answer>): Promise<Answer> => {
    try {
      return await send(version);
    } catch (error) {
      const present = error instanceof ApiProblem ? error.document.current_version : undefined;
      if (present !== undefined) setVersion(present);
      throw error;
    }
  };
}

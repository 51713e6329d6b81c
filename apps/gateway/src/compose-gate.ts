import { systemClock } from '@fulfilment/kernel';
import type { Mongo } from '@fulfilment/mongo';
import { makeAuthenticate } from './authentication/authenticate.ts';
import { makeKeyCache } from './authentication/key-cache.ts';
import { makeDigestKey, makeDigestsOfKey } from './authentication/key-digest.ts';
import { makeKnownCopies } from './authentication/known-copies.ts';
import type { Limiter } from './rate-limiting/limiter.ts';
import { makeRecognise } from './authentication/recognise.ts';
import { makeTurnstile } from './authentication/turnstile.ts';
import { type Gate, makeGate } from './edge/gate.ts';
import type { House } from './house.ts';
import { countLookUps } from './metrics.ts';
import { type LastUseLog, startLastUseLog } from './authentication/last-use-store.ts';
import { makeLookUpKey } from './authentication/key-lookup-store.ts';
import { makeLookUpSession } from './authentication/session-lookup-store.ts';
import { watchPrimary } from './authentication/primary-watch-store.ts';

/** Keys and sessions of which there is no copy that are read at once, and that wait for it: a start has thousands of callers come anew. */
const FIRST_READS = { atOnce: 32, mayWait: 5_000 };

/** Makes the gate: it knows keys and sessions from copies that are half a second old at most. */
export function openGate({ settings, logger, metrics, own }: House, { client, db }: Mongo, limiter: Limiter): Gate {
  const lastUse = own(startLastUseLog(db, (error) => logger.warn({ err: error }, 'a time of last use was not written')));
  const lookUpKey = makeLookUpKey(db, (error) => logger.warn({ err: error }, 'a key was not moved to the current pepper'));
  const believed = {
    turnstile: makeTurnstile(FIRST_READS),
    primaryKnown: watchPrimary(client),
    nowMs: () => performance.now(),
  };
  const authenticate = makeAuthenticate({
    digestsOf: makeDigestsOfKey(makeDigestKey(settings.KEY_PEPPER), settings.KEY_PEPPERS_OLD.map(makeDigestKey)),
    find: makeKeyCache({ lookUp: countLookUps(metrics, lookUpKey), ...believed }),
    now: systemClock,
  });
  const findSession = makeKnownCopies({ lookUp: makeLookUpSession(db), nameOf: (digest: string) => digest, ...believed });
  return makeGate({
    recognise: makeRecognise({ authenticate, findSession, now: systemClock }),
    limiter,
    noteUse: makeNoteUse(lastUse),
  });
}

function makeNoteUse({ note }: LastUseLog): Parameters<typeof makeGate>[0]['noteUse'] {
  return (principal) => {
    if (principal.type === 'key') return note('key', principal.key.id);
    note('session', principal.session.id);
    note('member', principal.session.member.id);
  };
}

// Ambient declarations, which packages that import this file do not include.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./kafkajs-internals.d.ts" />
import manifest from 'kafkajs/package.json' with { type: 'json' };
import Connection from 'kafkajs/src/network/connection.js';
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const KNOWN_VERSION = '2.2.4';
const NEXT_CHECK_MS = 10;

let repaired = false;

/**
 * Repairs two faults of KafkaJS 2.2.4 in place, once per process.
 *
 * The timer of a connection's request queue fires each millisecond with nothing to send (tulios/kafkajs#1556, #1704) and asks
 * Node 24 for a negative timeout (#1751): an idle process took 2.6 % of a core, and takes 0.6 % without it.
 *
 * Requests that together find a connection broken open one each, and all but the last are never used nor closed.
 *
 * @throws Error with any other version of KafkaJS, whose internals may differ.
 */
export function repairKafkaJs(): void {
  if (manifest.version !== KNOWN_VERSION) {
    throw new Error(`KafkaJS ${manifest.version} is installed; its faults are known for ${KNOWN_VERSION} only`);
  }
  if (repaired) return;
  repaired = true;
  RequestQueue.prototype.scheduleCheckPendingRequests = scheduleNextCheck;
  Connection.prototype.connect = connectOnce(Connection.prototype.connect);
}

function scheduleNextCheck(this: typeof RequestQueue.prototype): void {
  if (this.pending.length === 0 || this.throttleCheckTimeoutId) return;
  const waitMs = Math.max(NEXT_CHECK_MS, this.throttledUntil - Date.now());
  this.throttleCheckTimeoutId = setTimeout(() => {
    this.throttleCheckTimeoutId = null;
    this.checkPendingRequests();
  }, waitMs);
}

type Connect = (this: typeof Connection.prototype) => Promise<boolean>;

function connectOnce(connect: Connect): Connect {
  const underWay = new WeakMap<typeof Connection.prototype, Promise<boolean>>();
  return function connectShared() {
    const known = underWay.get(this);
    if (known) return known;
    const connecting = connect.call(this).finally(() => underWay.delete(this));
    underWay.set(this, connecting);
    return connecting;
  };
}

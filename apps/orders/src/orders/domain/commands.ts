import type { Create, Order, RequestOrigin, Step, Transition, PendingStep } from './order.ts';

/** What inventory is asked for: to hold, to make the holds firm, to take them out of stock, to give them back. */
export type CommandVerb = 'allocate' | 'confirm' | 'ship' | 'release';

const VERBS = {
  create: 'allocate',
  pack: 'confirm',
  ship: 'ship',
  cancel: 'release',
} as const satisfies Record<Transition, CommandVerb>;

/** The command by which inventory carries out a transition. */
export function verbOf(transition: Transition): CommandVerb {
  return VERBS[transition];
}

interface Sending {
  readonly requester: RequestOrigin;
  readonly at: Date;
}

/** The step with the identity of its command, which stays the same however often the command is sent. */
export function withCommand<Asked extends Create | Step>(
  asked: Asked,
  { id, attempt }: Pick<Order, 'id' | 'attempt'>,
  { requester, at }: Sending,
): PendingStep<Asked> {
  return { asked, commandId: `${verbOf(asked.transition)}:${id}:${attempt}`, origin: requester, since: at };
}

/** The order that a command is about. */
export function orderIdOf(commandId: string): string {
  return commandId.split(':')[1] ?? '';
}

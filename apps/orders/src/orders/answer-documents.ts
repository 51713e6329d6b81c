import type { Answer, Refusal } from './domain/order.ts';

/** Inventory's answer to a command, as it is stored. */
export interface AnswerDocument {
  readonly command_id: string;
  readonly refusal: Refusal | null;
}

export function toAnswerDocument({ commandId, refusal }: Answer): AnswerDocument {
  return { command_id: commandId, refusal };
}

export function toAnswer({ command_id: commandId, refusal }: AnswerDocument): Answer {
  return { commandId, refusal };
}

/** Statuses of deliveries that can be sent again. */
export const RESENDABLE: ReadonlySet<string> = new Set(['delivered', 'failed', 'dropped']);

/** A request of a member or key to send a delivery again. */
export interface Resend {
  readonly actor: string;
  readonly at: string;
}

/**
 * The attempts that were made because someone asked for them: the first one after each request.
 *
 * @param attempts in their order.
 * @returns the request by the number of its attempt, the latest where several waited for one; and those whose attempt is still to come.
 */
export function resentAttempts(
  attempts: readonly { readonly number: number; readonly at: string }[],
  resends: readonly Resend[],
) {
  const byNumber = new Map<number, Resend>();
  const waiting: Resend[] = [];
  for (const resend of resends.toSorted((one, other) => one.at.localeCompare(other.at))) {
    const made = attempts.find(({ at }) => at >= resend.at);
    if (made === undefined) waiting.push(resend);
    else byNumber.set(made.number, resend);
  }
  return { byNumber, waiting };
}

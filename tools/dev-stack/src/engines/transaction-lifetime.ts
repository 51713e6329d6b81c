/**
 * Ends a transaction that nobody ends after 10 s. A process killed in the middle of one leaves it open at the server, and what
 * it wrote locked against everyone else: for a minute by default. Ours take milliseconds, and are given up after 5 s.
 *
 * @see https://www.mongodb.com/docs/manual/reference/parameters/#mongodb-parameter-param.transactionLifetimeLimitSeconds
 */
export const TRANSACTION_LIFETIME = ['--setParameter', 'transactionLifetimeLimitSeconds=10'] as const;

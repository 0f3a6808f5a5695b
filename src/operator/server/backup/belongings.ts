/** Where the built-in database keeps its files, in DATA_DIR and in a backup of it. */
export const clusterName = 'postgres';

export const brokerageBook = 'sandbox/brokerage.jsonl';
export const secondFactorSecret = 'second-key-secret';

/**
 * What else of DATA_DIR an installation cannot be made whole without: what the apps' secrets are sealed with, the sandbox
 * brokerage's book, and the port of a database that has no socket. Logs, locks and the outbox are not of it.
 */
export const belongings = [secondFactorSecret, brokerageBook, 'postgres-loopback.json'] as const;

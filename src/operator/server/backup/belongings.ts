/** The built-in database's folder, in DATA_DIR and in a backup. */
export const clusterName = 'postgres';

export const brokerageBook = 'sandbox/brokerage.jsonl';
export const secondFactorSecret = 'second-key-secret';

/**
 * The other files in DATA_DIR that an installation needs: the secret that seals second factors, the sandbox brokerage's book, and the port
 * of a database without a socket. Logs, locks and the outbox are not included.
 */
export const belongings = [secondFactorSecret, brokerageBook, 'postgres-loopback.json'] as const;

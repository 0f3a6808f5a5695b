import pg from 'pg';

/** Raised by `open_positions()`: its detail is the ids of customers, and nothing else (db/migrations/0004_positions.sql). */
const cannotShare = 'LB032';
const uniqueViolation = '23505';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * "Key (customer_id, key, cell)=(…, …, …) already exists.", in the server's language. Behind the id comes the key: whatever the customer
 * wrote.
 */
const firstValue = /=\(([0-9a-f-]{36}), /;

/**
 * The customers whose calls PostgreSQL names as the reason why a shared transaction failed. Nothing that a customer wrote is read: it might
 * name somebody else.
 */
export function customersNamedBy(error: unknown): Set<string> {
  if (!(error instanceof pg.DatabaseError)) return new Set();
  const { code, constraint, detail = '' } = error;
  if (code === cannotShare) return new Set(detail.split(' ').filter((id) => uuid.test(id)));
  const first = code === uniqueViolation && constraint === 'idempotency_keys_pkey' && firstValue.exec(detail);
  return new Set(first ? first.slice(1) : []);
}

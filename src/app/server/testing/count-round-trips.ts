import pg from 'pg';

/** Changes are announced after the answer, and nobody waits for that. */
const unawaited = /pg_notify/;

/**
 * How often `work` waits for the database: concurrent statements, on however many connections, are one round trip; the next begins once
 * none is in progress.
 */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const original = pg.Client.prototype.query as (...values: unknown[]) => unknown;
  let underWay = 0;
  let trips = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
    const returned = original.apply(this, values);
    const text = typeof values[0] === 'string' ? values[0] : (values[0] as { text?: string } | undefined)?.text;
    if (!(returned instanceof Promise) || unawaited.test(text ?? '')) return returned;
    if (underWay === 0) trips += 1;
    underWay += 1;
    const end = (): void => void (underWay -= 1);
    returned.then(end, end);
    return returned;
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
  }
  return trips;
}

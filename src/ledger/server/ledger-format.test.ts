import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';

interface Vector {
  before: string;
  owner: string;
  number: string;
  /** Microseconds since 2000-01-01T00:00:00Z. */
  moment: string;
  key: string;
  kind: string;
  reference: string | null;
  amounts: string[];
  hash: string;
}

const page = readFileSync('docs/ledger-format.md', 'utf8');
const vectors = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '[]') as Vector[];

const int8 = (value: string): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
};

/** As the page says it, without the database. */
function hashOf({ before, owner, number, moment, key, kind, reference, amounts }: Omit<Vector, 'hash'>): string {
  return createHash('sha256')
    .update(Buffer.from(before, 'hex'))
    .update(Buffer.from(owner.replaceAll('-', ''), 'hex'))
    .update(int8(number))
    .update(int8(moment))
    .update([key, kind, reference ?? '', amounts.join()].join('\n'), 'utf8')
    .digest('hex');
}

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterAll(() => ledger.db.close());

describe('docs/ledger-format.md', () => {
  test('[R2] has three vectors', () => expect(vectors).toHaveLength(3));

  test.each(vectors)('[R2] $key has the hash that the page gives it', async ({ hash, ...vector }) => {
    expect(hashOf(vector)).toBe(hash);
    const { before, owner, number, moment, key, kind, reference, amounts } = vector;
    const [row] = await ledger.db.query<{ hash: string }>(
      `SELECT encode(ledger.chain(decode($1, 'hex'), $2, $3, timestamptz '2000-01-01T00:00:00Z' + $4::bigint * interval '1 microsecond',
        $5, $6, $7, $8), 'hex') AS hash`,
      [before, owner, number, moment, key, kind, reference, amounts],
    );
    expect(row?.hash).toBe(hash);
  });

  test('[R2] says how what was really posted is verified from the tables alone', async () => {
    const ana = await ledger.customer('10');
    await ledger.move(ana, [entry('balance', 'fees', '1'), entry('balance', 'held', '2.5')], 'format:é');
    const posted = await ledger.db.query<Vector>(
      `SELECT encode(coalesce(lag(hash) OVER (ORDER BY number), ''), 'hex') AS before, owner, number::text, key, kind, reference,
        (extract(epoch FROM happened_at - timestamptz '2000-01-01T00:00:00Z') * 1000000)::bigint::text AS moment, encode(hash, 'hex') AS hash,
        amounts::text[] AS amounts
       FROM ledger.journals WHERE owner = $1 ORDER BY number`,
      [ana],
    );
    expect(posted).toHaveLength(2);
    for (const { hash, ...journal } of posted) expect(hashOf(journal)).toBe(hash);
  });
});

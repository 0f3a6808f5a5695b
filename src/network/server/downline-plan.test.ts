import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Member } from '../contract.ts';
import { levelSql, searchSql } from './member-store.ts';

const size = 100_000;

let world: World;
let top: TestInvestor;
let first: string;

/** A hundred direct members, ten below each of those, and a hundred below each of those: 101,100 below one customer. */
beforeAll(async () => {
  world = await openWorld();
  top = await world.investor();
  const insert = `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, referrer_id, terms_accepted_at, terms_version)
    SELECT gen_random_uuid(), 'm' || n || lower(above.code) || '@example.net', 'Membro ' || n,
      '+5511987654321', '1990-01-01', 'x', above.code || 'X' || n, above.id, now(), '1'`;
  await transaction(world.db, async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0');
    for (const [depth, each] of [100, 10, 100].entries()) {
      await tx.query(
        `${insert} FROM customers above, generate_series(1, $1::int) AS n
         WHERE above.root_id = $2 AND above.depth = $3`,
        [each, top.id, depth],
      );
    }
  });
  // Customers outside the tree, so that it is not the whole table.
  await world.db.query(
    `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
     SELECT gen_random_uuid(), 'o' || n || '@example.net', 'Outro ' || n, '+551', '1990-01-01', 'x', 'O' || n, now(), '1'
     FROM generate_series(1, 20000) AS n`,
  );
  // As autovacuum does by itself, sooner or later.
  await askAsOwner(world.db.adminUrl, 'ANALYZE customers');
  // A member whose code is not a prefix of another's: a search for its members would match theirs too and exceed a page.
  first = (await level('')).find((member) => member.Name === 'Membro 57')?.Id ?? '';
}, 240_000);
afterAll(() => world.close());

async function level(path: string): Promise<Member[]> {
  const answer = await top.get(`/api/sponsors${path}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<Member[]>();
}

async function explain(sql: string, values: (string | number | null)[]): Promise<string> {
  const literal = (value: string | number | null | undefined): string =>
    typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL');
  const text = sql.replace(/\$(\d)/g, (_all, n: string) => literal(values[Number(n) - 1]));
  const rows = await world.db.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const always = ['-infinity', 'infinity', null, 101];

describe('a downline of a hundred thousand', () => {
  test("[W1] a level is one index walk, and each member's details are looked up for the page only", async () => {
    const rows = await world.db.query('SELECT FROM customers_below($1, 1000000)', [top.id]);
    expect(rows.length).toBeGreaterThan(size);
    for (const parent of [top.id, first]) {
      const plan = await explain(levelSql, [parent, ...always, top.id]);
      expect(plan).toMatch(/Index Scan using members_newest_first on customers c/);
      expect(plan).toMatch(/Index (Only )?Scan (using|on) awards_by_member/);
      expect(plan).not.toMatch(/Seq Scan/);
      expect(plan).not.toMatch(/rows=\d{5,}\.?\d* loops/);
    }
    expect(await level(`/${first}`)).toHaveLength(10);
  });

  test('[W1] a search in a large network uses the index of the words', async () => {
    const one = await world.db.query<{ email: string }>(
      'SELECT email FROM customers WHERE referrer_id = $1 ORDER BY id LIMIT 1',
      [first],
    );
    const email = one[0]?.email ?? '';
    const plan = await explain(searchSql, [top.id, ...always, email]);
    expect(plan).toMatch(/Bitmap Index Scan on members_by_word/);
    expect(plan).not.toMatch(/Seq Scan/);
    // The network itself is read no further than to tell that it is large.
    expect(plan).not.toMatch(/rows=\d{5,}\.?\d* loops/);
    const found = await level(`?search=${encodeURIComponent(email)}`);
    expect(found.map((member) => member.Email)).toContain(email);
    expect(await level('?search=outro')).toEqual([]);
  });

  test('[W1] a word that matches a hundred thousand members is still paginated', async () => {
    expect(await level('?search=membro')).toHaveLength(100);
  });
});

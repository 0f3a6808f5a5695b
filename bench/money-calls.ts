/**
 * What a call that moves money costs: POST /api/stake through HTTP on the embedded PostgreSQL, durable as in production.
 * `npx tsx bench/money-calls.ts [seconds] [customers] [at once]` prints calls a second and the time they took.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeHttp } from '#app/server/compose.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { openSession } from '#auth/server/session-store.ts';
import { post } from '#ledger/server/post.ts';
import { usd } from '#money/money.ts';
import { auditEverything } from '#operator/server/all-oracles.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded/start-embedded-postgres.ts';
import { migrate } from '#platform/server/migrate.ts';
import { transaction } from '#platform/server/transaction.ts';

const [seconds = 10, customers = 200, atOnce = 32] = process.argv.slice(2).map(Number);

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const url = postgres.databaseUrl('lastro');
const { role } = await migrate(url);
const db = openDatabase({ url, role });
const http = await composeHttp({ config: readConfig({ DATABASE_URL: url }), db, logTo: false });
const address = await http.app.listen({ port: 0, host: '127.0.0.1' });
await fundTreasury(db, usd('900000000'), 'bench');

const tokens: string[] = [];
for (let n = 0; n < customers; n += 1) tokens.push(await makeRich());

const took: number[] = [];
const end = performance.now() + seconds * 1000;
const refused = new Map<number, number>();
await Promise.all(Array.from({ length: atOnce }, (_, n) => work(n)));
took.sort((a, b) => a - b);
const at = (share: number): string => (took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(1);
console.log(`POST /api/stake, ${customers} customers, ${atOnce} at once, ${seconds} s`);
console.log(
  `${(took.length / seconds).toFixed(0)} opened a second; ms: half ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
);
if (refused.size > 0) console.log('not 201:', Object.fromEntries(refused));
const findings = await auditEverything(db);
console.log(findings.length === 0 ? 'the books balance' : findings);

await http.app.close();
await db.close();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(findings.length === 0 ? 0 : 1);

async function work(worker: number): Promise<void> {
  for (let n = worker; performance.now() < end; n += atOnce) {
    const began = performance.now();
    const answer = await fetch(`${address}/api/stake`, {
      method: 'POST',
      headers: {
        authorization: tokens[n % tokens.length] as string,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: '{"amount":10,"time_stake":30}',
    });
    await answer.arrayBuffer();
    if (answer.status === 201) took.push(performance.now() - began);
    else refused.set(answer.status, (refused.get(answer.status) ?? 0) + 1);
  }
}

function makeRich(): Promise<string> {
  return transaction(db, async (tx) => {
    const details = { name: 'Bench', phone: '+5511900000000', birth: '1990-01-01', passwordHash: 'none' };
    const { id } = await createCustomer(tx, { ...details, email: `${randomUUID()}@example.com` });
    const key = `bench:${id}`;
    const transfers = [{ from: 'funding', to: 'balance', amount: usd('1000000') }] as const;
    await post(tx, { key, kind: 'bench_money', owner: id, reference: null, transfers: [...transfers] }, new Date());
    return (await openSession(tx, id, false)).token;
  });
}

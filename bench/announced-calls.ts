/**
 * Measures what announcements cost the calls that move money: POST /api/stake in short interleaved blocks with and without announcements,
 * so that other load on the machine affects both equally. A second server listens throughout. `npx tsx bench/announced-calls.ts`
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeHttp } from '#app/server/compose.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { openSession } from '#auth/server/session-store.ts';
import { usd } from '#money/money.ts';
import { follow } from '#notices/server/testing/follow.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { announcerOf } from '#database/server/changes.ts';
import { readConfig } from '#settings/server/config.ts';
import { openDatabase } from '#database/server/database.ts';
import { startEmbeddedPostgres } from '#embedded-postgres/server/start-embedded-postgres.ts';
import { migrate } from '#database/server/migrate.ts';
import { transaction } from '#database/server/transaction.ts';
import { bringMoney } from '#wallet/server/testing/bring-money.ts';
import { readOptions, wholeNumber } from '../scripts/read-options.ts';

const {
  blocks,
  calls,
  atonce: atOnce,
} = readOptions({
  command: 'npx tsx bench/announced-calls.ts',
  does: 'Measures what announcements cost the calls that move money.',
  arguments: {
    blocks: wholeNumber('blocks of calls with announcements, and as many without', { fallback: 20 }),
    calls: wholeNumber('calls in a block', { fallback: 200 }),
    atonce: wholeNumber('calls at once', { fallback: 16 }),
  },
});
const customers = 200;

const dataDir = mkdtempSync(join(tmpdir(), 'lastro-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
const url = postgres.databaseUrl('lastro', 'lastro_app');
await migrate(postgres.databaseUrl('lastro', 'lastro_owner'));
const config = readConfig({ MODE: 'sandbox', DATABASE_URL: url });
const [here, there] = [await startServer(), await startServer()];
await fundTreasury(here.db, usd('900000000'), 'bench');
const tokens: string[] = [];
for (let n = 0; n < customers; n += 1) tokens.push(await makeRich());
const follower = await follow(there.address, tokens[0] as string);

const announcer = announcerOf(here.db);
const { announce } = announcer;
const spent = { with: 0, without: 0 };
await runBlock(calls);
for (let block = 0; block < blocks; block += 1) {
  for (const how of ['with', 'without'] as const) {
    announcer.announce = how === 'with' ? announce : () => {};
    spent[how] += await runBlock(calls);
  }
}
const aSecond = (ms: number): string => ((blocks * calls * 1000) / ms).toFixed(0);
console.log(`POST /api/stake, ${2 * blocks} blocks of ${calls}, ${atOnce} at once, a server listening`);
console.log(`${aSecond(spent.with)} a second announced, ${aSecond(spent.without)} not announced`);
console.log(`the follower was notified ${follower.events.filter(({ name }) => name === 'changed').length} times`);

follower.leave();
for (const server of [here, there]) {
  await server.http.app.close();
  await server.db.close();
}
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);

async function startServer() {
  const db = openDatabase({ url });
  const http = await composeHttp({ config, db, logTo: false });
  return { db, http, address: await http.app.listen({ port: 0, host: '127.0.0.1' }) };
}

/** How long this number of calls takes, in milliseconds. */
async function runBlock(count: number): Promise<number> {
  const began = performance.now();
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const headers = {
        authorization: tokens[left % tokens.length] as string,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      };
      const body = '{"amount":10,"time_stake":30}';
      await (await fetch(`${here.address}/api/stake`, { method: 'POST', headers, body })).arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return performance.now() - began;
}

function makeRich(): Promise<string> {
  return transaction(here.db, async (tx) => {
    const details = { name: 'Bench', phone: '+5511900000000', birth: '1990-01-01', passwordHash: 'none' };
    const { id } = await createCustomer(tx, { ...details, email: `${randomUUID()}@example.com` });
    await bringMoney(tx, id, usd('1000000'), new Date());
    return (await openSession(tx, id, false)).token;
  });
}

import { randomUUID } from 'node:crypto';
import { post } from '#ledger/server/post.ts';
import { auditEverything } from '#operator/server/all-invariants.ts';
import { composeHttp } from '#app/server/compose.ts';
import { usd } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { type Config, readConfig } from '#settings/server/config.ts';
import { askAsOwner } from './ask-as-owner.ts';
import { type Buckets, readBuckets } from '#settings/server/buckets.ts';
import { transaction } from '#database/server/transaction.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { nobodysHash } from '#auth/server/password-work.ts';
import { openSession } from '#auth/server/session-store.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { madeUp } from '#ledger/server/testing/test-kinds.ts';
import { completeFeeds } from './import-lines.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import type { InvestorOptions, TestInvestor, World, WorldSettings } from './world.ts';

/** USD, unless a world sets another treasury. */
export const standardTreasury = '1000000';

/** Nobody is counted, except whoever moves money. */
function unhurried(mode: Config['mode']): Buckets {
  const { money, ...others } = readBuckets(mode);
  for (const bucket of Object.values(others)) Object.assign(bucket, { burst: 1_000_000, perSecond: 1_000_000 });
  return { ...others, money };
}

/** Builds the whole product on this database, whoever created it and whether or not it is already funded; works outside a test run too. */
export async function buildWorld(db: World['db'], settings: WorldSettings = {}, isFunded = false): Promise<World> {
  const config = readConfig({ MODE: 'sandbox', DATABASE_URL: db.url, ...settings.env });
  await askAsOwner(db.adminUrl, 'INSERT INTO installation (mode) VALUES ($1) ON CONFLICT DO NOTHING', [config.mode]);
  const world = { db, config, logLines: [] as string[], now: new Date('2026-03-02T12:00:00Z') } as World;
  world.start = async () => {
    const logTo = { write: (line: string) => void world.logLines.push(line) };
    const now = settings.isLive ? {} : { now: () => world.now };
    world.http = await composeHttp({
      config,
      db: world.db,
      logTo,
      clock: settings.clock,
      buckets: settings.buckets ?? unhurried(config.mode),
      promptMs: settings.promptMs,
      ...now,
    });
  };
  await world.start();
  world.ask = (options) => world.http.app.inject(options);
  world.investor = (options) => makeInvestor(world, options);
  world.bring = ({ id }, amount) => bring(world, id, amount);
  world.forward = (days) => void (world.now = addDays(world.now, days));
  world.settle = async () => {
    await completeFeeds(world.db, world.now);
    return settleDue(world.db, world.now, subscribers);
  };
  world.audit = () => auditEverything(world.db);
  world.close = async () => {
    await world.http.app.close();
    await world.db.close();
  };
  const treasury = usd(settings.treasury ?? standardTreasury);
  if (treasury > 0n && !isFunded) await fundTreasury(db, treasury, 'tests');
  return world;
}

async function makeInvestor(world: World, options: InvestorOptions = {}): Promise<TestInvestor> {
  const email = options.email ?? `ana-${randomUUID()}@example.com`;
  const { id, token, code } = await transaction(world.db, async (tx) => {
    const customer = await createCustomer(tx, {
      name: options.name ?? 'Ana Souza',
      email,
      phone: '+5511987654321',
      birth: '1990-05-17',
      // This investor never logs in by password: any guess is wrong, but none causes a fault.
      passwordHash: nobodysHash,
      language: 'pt-BR',
      code: options.broughtBy?.code,
      isEmailConfirmed: options.isEmailConfirmed ?? false,
    });
    const session = await openSession(tx, customer.id, false);
    return { id: customer.id, token: session.token, code: customer.code };
  });
  if (options.balance) await bring(world, id, options.balance);
  const get: TestInvestor['get'] = (url, headers) =>
    world.ask({ method: 'GET', url, headers: { authorization: token, ...headers } });
  return {
    id,
    email,
    token,
    code,
    get,
    post: (url, body, headers) =>
      world.ask({ method: 'POST', url, headers: { authorization: token, ...headers }, ...(body ? { body } : {}) }),
    balance: async () => (await get('/api/user')).json<{ Balance: number }>().Balance,
  };
}

/** Money from outside, posted from the operator's funding: the brokerage has its own tests. */
async function bring(world: World, owner: string, amount: string): Promise<void> {
  await transaction(world.db, async (tx) => {
    await post(
      tx,
      {
        key: `test:${randomUUID()}`,
        kind: madeUp('test_money'),
        owner,
        reference: null,
        entries: [{ from: 'funding', to: 'balance', amount: usd(amount) }],
      },
      world.now,
    );
    await subscribers.onCapitalMoved(tx, { customerId: owner, change: usd(amount) });
  });
}

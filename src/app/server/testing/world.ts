import { randomUUID } from 'node:crypto';
import type { InjectOptions, Response } from 'light-my-request';
import { post } from '#ledger/server/post.ts';
import { type Finding } from '#ledger/server/audit-books.ts';
import { auditEverything } from '#operator/server/all-oracles.ts';
import { composeHttp } from '#app/server/compose.ts';
import { usd } from '#money/money.ts';
import { addDays, type Clock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import type { Http } from '#platform/server/http.ts';
import { cloneDatabase } from '#platform/server/testing/clone-database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { createCustomer } from '#auth/server/create-customer.ts';
import { nobodysHash } from '#auth/server/password-work.ts';
import { openSession } from '#auth/server/session-store.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { settleDue } from '#operator/server/settle-due.ts';

/** Ana, who holds a token and asks the product over HTTP. */
export interface TestInvestor {
  id: string;
  email: string;
  token: string;
  /** Their own referral code. */
  code: string;
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  balance(): Promise<number>;
}

export interface InvestorWishes {
  balance?: string;
  email?: string;
  isEmailConfirmed?: boolean;
  name?: string;
  /** Who brought them. */
  broughtBy?: TestInvestor;
}

export interface World {
  db: Database & { url: string };
  http: Http;
  config: Config;
  /** Business time; stands still until it is moved. */
  now: Date;
  logLines: string[];
  ask(options: InjectOptions): Promise<Response>;
  investor(wishes?: InvestorWishes): Promise<TestInvestor>;
  forward(days: number): void;
  /** What the clockwork does: everything that has fallen due is settled. */
  settle(): Promise<number>;
  audit(): Promise<Finding[]>;
  close(): Promise<void>;
}

/** The whole product on a database of its own, with a clock that stands still and a treasury of a million dollars. */
export async function openWorld(
  settings: { treasury?: string; env?: Record<string, string>; clock?: Clock } = {},
): Promise<World> {
  const db = await cloneDatabase();
  const config = readConfig({ DATABASE_URL: db.url, ...settings.env });
  const logLines: string[] = [];
  const world = { db, config, logLines, now: new Date('2026-03-02T12:00:00Z') } as World;
  const logTo = { write: (line: string) => void logLines.push(line) };
  world.http = await composeHttp({ config, db, logTo, now: () => world.now, clock: settings.clock });
  world.ask = (options) => world.http.app.inject(options);
  world.investor = (wishes) => makeInvestor(world, wishes);
  world.forward = (days) => void (world.now = addDays(world.now, days));
  world.settle = () => settleDue(world.db, world.now);
  world.audit = () => auditEverything(db);
  world.close = async () => {
    await world.http.app.close();
    await db.close();
  };
  const treasury = usd(settings.treasury ?? '1000000');
  if (treasury > 0n) await fundTreasury(db, treasury, 'tests');
  return world;
}

async function makeInvestor(world: World, wishes: InvestorWishes = {}): Promise<TestInvestor> {
  const email = wishes.email ?? `ana-${randomUUID()}@example.com`;
  const { id, token, code } = await transaction(world.db, async (tx) => {
    const customer = await createCustomer(tx, {
      name: wishes.name ?? 'Ana Souza',
      email,
      phone: '+5511987654321',
      birth: '1990-05-17',
      // This investor never logs in by password: any guess is wrong, and none is a fault.
      passwordHash: nobodysHash,
      language: 'pt-BR',
      code: wishes.broughtBy?.code,
      isEmailConfirmed: wishes.isEmailConfirmed ?? false,
    });
    const session = await openSession(tx, customer.id, false);
    return { id: customer.id, token: session.token, code: customer.code };
  });
  if (wishes.balance) await bring(world, id, wishes.balance);
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

/** Money from outside, as the operator's funding: the brokerage has tests of its own. */
async function bring(world: World, owner: string, amount: string): Promise<void> {
  await transaction(world.db, (tx) =>
    post(
      tx,
      {
        key: `test:${randomUUID()}`,
        kind: 'test_money',
        owner,
        reference: null,
        transfers: [{ from: 'funding', to: 'balance', amount: usd(amount) }],
      },
      world.now,
    ),
  );
}

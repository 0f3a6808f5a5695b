import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { openWorld, type TestInvestor, type World } from './world.ts';
import { findingsOf } from '#ledger/server/audit-books.ts';
import { type RunningSandbox, sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import type { Transfer } from '#wallet/contract.ts';
import { type Brokerage, connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { sendTransfers, type TransferWorker } from '#wallet/server/send-transfers.ts';

/** The product beside a brokerage in a separate process, with as many workers as the test starts. */
export interface WalletWorld extends World {
  sandbox: RunningSandbox;
  brokerage: Brokerage;
  startWorker(brokerage?: Brokerage): TransferWorker;
  deposit(who: TestInvestor, input?: TransferInput): Promise<Transfer>;
  withdraw(who: TestInvestor, input?: TransferInput): Promise<Transfer>;
  /** An investor who may withdraw: the address is confirmed. */
  saver(balance: string): Promise<TestInvestor>;
  transfers(who: TestInvestor): Promise<Transfer[]>;
  untilEnded(who: TestInvestor, id: string): Promise<Transfer>;
}

interface TransferInput {
  amount?: number;
  currency?: 'brl' | 'usdt';
}

/** Given up before the test times out if the brokerage does not respond, but not because the machine is busy. */
const testDeadlineMs = 2_000;

export async function openWalletWorld(different: Record<string, string> = {}): Promise<WalletWorld> {
  const sandbox = await startSandbox(await mkdtemp(join(tmpdir(), 'h2-')));
  const env = { BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken };
  const base = await openWorld({ env: { ...env, RATES_URL: `${sandbox.url}/json/last/USD-BRL`, ...different } });
  const workers: TransferWorker[] = [];
  const world = base as WalletWorld;
  const closeBase = base.close;
  world.sandbox = sandbox;
  world.brokerage = connectBrokerage({ url: sandbox.url, token: sandboxToken, deadlineMs: testDeadlineMs });
  world.startWorker = (brokerage = world.brokerage) => {
    const worker = sendTransfers({ db: world.db, brokerage, log: world.http.app.log });
    workers.push(worker);
    return worker;
  };
  world.deposit = (who, input) => ask(who, '/api/deposit', input);
  world.withdraw = (who, input) => ask(who, '/api/withdraw', input);
  world.saver = (balance) => world.investor({ balance, isEmailConfirmed: true });
  world.transfers = async (who) => (await who.get('/api/transfers')).json<Transfer[]>();
  const auditBase = base.audit;
  world.audit = async () => [
    ...(await auditBase()),
    ...findingsOf(await compareWithBrokerage(world.db, readBrokerageBook({ url: sandbox.url, token: sandboxToken }))),
  ];
  world.untilEnded = (who, id) => untilEnded(world, who, id);
  world.close = async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await closeBase();
    await sandbox.stop('SIGKILL');
  };
  return world;
}

async function ask(
  who: TestInvestor,
  url: string,
  { amount = 100, currency = 'usdt' }: TransferInput = {},
): Promise<Transfer> {
  const answer = await who.post(url, { amount, user: who.id, currency });
  expect(answer.statusCode).toBe(201);
  return answer.json<Transfer>();
}

function untilEnded(world: WalletWorld, who: TestInvestor, id: string): Promise<Transfer> {
  return vi.waitFor(
    async () => {
      const found = (await world.transfers(who)).find((transfer) => transfer.Id === id);
      if (!found || found.Status === 'in_progress') throw new Error(`transfer ${id} has not ended`);
      return found;
    },
    { timeout: 25_000, interval: 50 },
  );
}

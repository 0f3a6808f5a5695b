import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findingsOf } from '#ledger/server/audit-books.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { openDatabase } from '#database/server/database.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { sandboxToken, startSandbox } from '#sandbox/server/testing/start-sandbox.ts';
import { connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { sendTransfers } from '#wallet/server/send-transfers.ts';
import type { Trial } from './kind.ts';
import type { Ground, GroundSettings } from './open-ground.ts';

/** The sandbox brokerage as a separate program, and workers between it and a ground. */
export interface BrokerageSide {
  settings: GroundSettings;
  /** Starts that many workers with a separate pool, as in another process; they run until stopped. */
  startWorkers(ground: Ground, count: number): { stop(): Promise<void> };
  /** Waits until no transfer is under way, then compares both books, item by item. */
  settle(ground: Ground): Promise<string[]>;
  stop(): Promise<void>;
}

async function openBrokerageSide(): Promise<BrokerageSide> {
  const folder = await mkdtemp(join(tmpdir(), 'lastro-endurance-'));
  const sandbox = await startSandbox(folder, 0, () => join(projectFolder, 'dist', 'server', 'sandbox.js'));
  const address = { url: sandbox.url, token: sandboxToken };
  return {
    settings: { env: { BROKERAGE_URL: sandbox.url, BROKERAGE_TOKEN: sandboxToken } },
    startWorkers: (ground, count) => {
      const db = openDatabase({ url: ground.db.url, connections: count * 8 });
      const context = { db, brokerage: connectBrokerage(address), log: silence, events: subscribers };
      const workers = Array.from({ length: count }, () => sendTransfers(context));
      return {
        stop: async () => {
          await Promise.all(workers.map((worker) => worker.stop()));
          await db.close();
        },
      };
    },
    settle: async (ground) => {
      await untilNothingIsUnderWay(ground);
      const broken = await compareWithBrokerage({ query: ground.asOwner }, readBrokerageBook(address));
      return findingsOf(broken).map(({ rule, where }) => `${rule}: ${where}`);
    },
    stop: async () => {
      await sandbox.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a ground on which four workers carry requested transfers to the brokerage while `work` runs. */
export async function besideBrokerage<Done>(
  open: Trial['open'],
  work: (ground: Ground, side: BrokerageSide) => Promise<Done>,
): Promise<Done> {
  const side = await openBrokerageSide();
  try {
    const ground = await open(side.settings);
    const workers = side.startWorkers(ground, 4);
    try {
      return await work(ground, side);
    } finally {
      await workers.stop();
    }
  } finally {
    await side.stop();
  }
}

/** A transfer that a worker postpones on a busy machine is no finding; one that it never resumes is. */
const silence = { info: () => {}, warn: () => {}, error: () => {} };

/** Withdrawals waiting for an operator do not count as under way. */
async function untilNothingIsUnderWay(ground: Ground): Promise<void> {
  let [before, seenAt] = [-1n, Date.now()];
  for (;;) {
    const [row] = await ground.db.query<{ open: bigint }>(
      `SELECT count(*) AS open FROM broker_transfers WHERE state NOT IN ('awaiting_approval', 'settled', 'returned')`,
    );
    const open = row?.open ?? 0n;
    if (open === 0n) return;
    if (open !== before) [before, seenAt] = [open, Date.now()];
    if (Date.now() - seenAt > 60_000) throw new Error(`${open} transfers have stood still for a minute`);
    await sleep(100);
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import { findingsOf, type Finding } from '#ledger/server/audit-books.ts';
import { usd } from '#money/money.ts';
import { readFeedCsv } from '#payouts/server/read-feed-csv.ts';
import { moveBusinessClock } from '#database/server/business-clock.ts';
import { requireOne } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { hastenTransfers } from '#wallet/server/transfer-queue.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { listOpenWithdrawals } from '#wallet/server/list-open-withdrawals.ts';
import { readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { auditEverything } from '../all-invariants.ts';
import { runDeclared } from '../run-declared.ts';
import type { Lastro } from '../command.ts';
import { withdrawalsApprove } from '#wallet/server/commands/approve-withdrawal.ts';
import { withdrawalsRefuse } from '#wallet/server/commands/refuse-withdrawal.ts';
import { fundTreasury } from '../fund-treasury.ts';
import type { Operator } from '#commands/server/operator.ts';
import { importFeed } from '../import-feed.ts';
import { settleDue } from '../settle-due.ts';
import { type Actor, ask, makeActor, type Stage } from './actor.ts';
import { findDemo } from './find-demo.ts';
import { liveDay } from './live-day.ts';
import { liveDemoDay } from './live-demo-day.ts';
import { countWaitingFaults, forgiveBrokerage, spoilBrokerage } from './spoil-brokerage.ts';
import { tradedProducts } from '#positions/registry.ts';

export interface YearOptions {
  customers: number;
  days: number;
  faultsADay: number;
}

export interface YearResult {
  findings: Finding[];
  faults: number;
  settled: number;
  /** Whether the demo investor took part. */
  hasDemo: boolean;
}

const dayMs = 86_400_000;
const firstWeek = 7;

/** Simulates day by day: customers act, the desk trades, the brokerage fails, the clock moves, the books are audited. */
export async function liveYear(
  stage: Stage,
  lastro: Lastro & { brokerage: NonNullable<Lastro['brokerage']> },
  { customers, days, faultsADay }: YearOptions,
): Promise<YearResult> {
  const { db, chance, tally } = stage;
  const { brokerage, operator } = lastro;
  const actors: Actor[] = [];
  const findings: Finding[] = [];
  let faults = 0;
  await fundTreasury(db, usd('2000000'), operator);
  const demo = await findDemo(stage);
  for (let day = 1; day <= days && findings.length === 0; day += 1) {
    while (actors.length < Math.ceil((customers * day * 2) / days) && actors.length < customers) {
      actors.push(await makeActor(stage, { demo, others: actors }, actors.length + 1));
    }
    for (let n = 0; n < faultsADay; n += 1, faults += 1) await spoilBrokerage(brokerage, chance, 1);
    for (const actor of actors) await liveDay(stage, actor);
    if (demo) await liveDemoDay(stage, demo, day);
    // A day takes a tenth of a second: without this the first money would arrive weeks later.
    if (day <= firstWeek) await untilTransfersEnd(stage);
    await decideWithdrawals(stage, lastro);
    const { now } = await transaction(db, (tx) => moveBusinessClock(tx, dayMs));
    await trade(stage, operator, now);
    await settleDue(db, now, lastro.events);
    findings.push(...(await auditEverything(db)));
  }
  faults -= await countWaitingFaults(brokerage);
  await forgiveBrokerage(brokerage);
  await untilTransfersEnd(stage);
  findings.push(...(await auditEverything(db)));
  findings.push(...findingsOf(await compareWithBrokerage(db, readBrokerageBook(brokerage))));
  tally.count('transfers', 'faults met', faults);
  if (demo) await ask(stage, demo, 'logout', '/auth/logout', {});
  return { findings, faults, settled: await countEnded(stage), hasDemo: demo !== null };
}

/** Counts ended positions, whether settled by this command or by the workers of the Lastro running beside it. */
async function countEnded({ db }: Stage): Promise<number> {
  const { ended } = await requireOne<{ ended: bigint }>(
    db,
    `SELECT count(*) AS ended FROM ledger.journals WHERE kind ~ '_(matured|expired|finished)$'`,
  );
  return Number(ended);
}

/** The desk's trades of a day: up to three operations per product, sometimes at a loss. Their source marks them as the sandbox's. */
async function trade({ db, chance, tally }: Stage, operator: Operator, now: Date): Promise<void> {
  for (const product of tradedProducts) {
    const rows = Array.from({ length: chance.whole(4) }, (_, n) => {
      const date = new Date(now.getTime() - (n + 1) * 3_600_000).toISOString();
      const [asset, pair] = chance.pick([
        ['BTC', 'BTC/USDT'],
        ['ETH', 'ETH/USDT'],
        ['EUR', 'EUR/USD'],
      ] as const);
      const payout = (chance.next() * 1.6 - 0.6).toFixed(4);
      return `${date},${asset},${pair},${payout},sandbox-${product}-${now.getTime()}-${n}`;
    });
    const lines = readFeedCsv(['date,asset,pair,payout,reference', ...rows].join('\n'));
    const { added } = await importFeed(db, {
      product,
      source: 'sandbox',
      lines,
      operator,
      mode: 'sandbox',
      completeUntil: now,
    });
    tally.count('operations', product, added);
  }
}

/** Decides waiting withdrawals, approving more often than refusing. */
async function decideWithdrawals({ chance, tally }: Stage, lastro: Lastro): Promise<void> {
  for (const { id, state } of await listOpenWithdrawals(lastro.db)) {
    if (state !== 'awaiting_approval') continue;
    const isYes = chance.happens(0.7);
    if (isYes) await runDeclared(withdrawalsApprove, lastro, { withdrawal: id });
    else await runDeclared(withdrawalsRefuse, lastro, { withdrawal: id, reason: 'Sandbox' });
    tally.count('withdrawals decided', isYes ? 'approved' : 'refused');
  }
}

const longestWaitMs = 10 * 60_000;

/** Waits until the running Lastro has brought every transfer to its end, whatever the brokerage did meanwhile. */
async function untilTransfersEnd({ db, tally }: Stage): Promise<void> {
  const giveUp = Date.now() + longestWaitMs;
  for (;;) {
    // Retries back off: make all of them due now.
    await hastenTransfers(db, 2_000);
    const { open } = await requireOne<{ open: bigint }>(
      db,
      `SELECT count(*) AS open FROM broker_transfers WHERE state NOT IN ('settled', 'returned', 'awaiting_approval')`,
    );
    if (open === 0n) return;
    if (Date.now() > giveUp) return void tally.surprises.push(`${open} transfers have not ended after ten minutes`);
    await pause(500);
  }
}

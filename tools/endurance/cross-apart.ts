import { randomUUID } from 'node:crypto';
import { completeFeeds } from '#testing/server/import-lines.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import { dayMs } from '#platform/clock.ts';
import { isFarAhead, moveBusinessClock, readBusinessClock } from '#database/server/business-clock.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';
import { openForRegistrations } from './open-for-registrations.ts';
import { makeTraveller, openOneOfEach, readPositions } from './positions.ts';
import { shiftOwnClock } from './shift-own-clock.ts';

const hourMs = 3_600_000;
const leapDay = Date.parse('2028-02-29T12:00:00Z');
const offsets = {
  full: [0, -2 * hourMs, 2 * hourMs, 31 * dayMs, -400 * dayMs, leapDay - Date.now()],
  small: [-2 * hourMs, 31 * dayMs],
};

/**
 * Runs a server whose own clock is hours or months off the database's, then moves the business clock forward by 31 days: terms must follow
 * the database, and nobody may be logged out. While the database's clock is the one that is ahead, nothing may be agreed at all.
 */
export async function crossApart({ size, open }: Trial): Promise<Outcome> {
  const ground = await open({ isLive: true });
  await openForRegistrations(ground);
  const ana = await makeTraveller(ground, '100000000');
  const findings: string[] = [];
  for (const offset of offsets[size]) {
    const heal = shiftOwnClock(offset);
    try {
      findings.push(...(await crossOnce(ground, ana, offset)).map((said) => `${offset / hourMs} hours apart: ${said}`));
    } finally {
      heal();
    }
  }
  return { counts: `${offsets[size].length} clocks apart, each forward 31 days`, findings };
}

async function crossOnce(ground: Ground, ana: TestInvestor, offset: number): Promise<string[]> {
  const findings: string[] = [];
  if (isFarAhead(-offset)) {
    // The database's clock is ahead of this server's: nothing is agreed by it.
    const { statusCode } = await ana.post('/api/stake', { amount: 10, time_stake: 30 });
    return statusCode === 503 ? [] : [`a stake was answered ${statusCode}`];
  }
  const before = await readBusinessClock(ground.db);
  const positions = await openOneOfEach(ana);
  const after = await readBusinessClock(ground.db);
  for (const { name, begins, ends, days } of positions) {
    if (begins < before.now || begins > after.now) findings.push(`${name} begins at ${begins.toISOString()}`);
    if (ends.getTime() - begins.getTime() !== days * dayMs) findings.push(`${name} ends at ${ends.toISOString()}`);
  }
  findings.push(...(await verifyReplay(ana)));
  await transaction(ground.db, (tx) => moveBusinessClock(tx, 31 * dayMs));
  const { now } = await readBusinessClock(ground.db);
  await completeFeeds(ground.db, now);
  await settleDue(ground.db, now, subscribers);
  for (const { name, days, isRunning } of await readPositions(ground, positions)) {
    if (isRunning !== days > 31) findings.push(`${name} is ${isRunning ? 'running' : 'over'} after 31 days`);
  }
  const { statusCode } = await ana.get('/api/user');
  return statusCode === 200 ? findings : [...findings, `the session was answered ${statusCode} after 31 days`];
}

/** Idempotency keys follow the database's clock too. */
async function verifyReplay(ana: TestInvestor): Promise<string[]> {
  const headers = { 'idempotency-key': randomUUID() };
  const body = { amount: 10, time_stake: 30 };
  const answers = [await ana.post('/api/stake', body, headers), await ana.post('/api/stake', body, headers)];
  return answers[0]?.body === answers[1]?.body ? [] : ['a key was answered anew'];
}

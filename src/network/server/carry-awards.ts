import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/server/database.ts';
import { carryCauses, type Paying } from './carry-causes.ts';
import { isAnyCauseOwed } from './carry-store.ts';
import { payOwedAwards } from './pay-owed-awards.ts';

type AwardEvents = Paying['events'];

/** The round running in this process, by database. */
const atWork = new WeakMap<Database, Promise<unknown>>();

/**
 * Runs one round of the job: carries what members did and pays what is due for it, then what was owed before. Returns how much was done.
 * Each round takes thousands of causes, so two rounds in one process would take the same ones; the second therefore only waits for the
 * first. Several servers may run it concurrently.
 */
export async function carryAwards(db: Database, now: Date, events: AwardEvents): Promise<number> {
  const earlier = atWork.get(db);
  if (earlier) {
    await Promise.allSettled([earlier]);
    return 0;
  }
  const round = carryRound(db, now, events).finally(() => atWork.delete(db));
  atWork.set(db, round);
  return round;
}

/** What cannot be carried does not hold up the payment of what was owed before, in other cells. */
async function carryRound(db: Database, now: Date, events: AwardEvents): Promise<number> {
  const faults: unknown[] = [];
  const none = (fault: unknown): number => {
    faults.push(fault);
    return 0;
  };
  const carried = await carryCauses(db, undefined, { now, events }).catch(none);
  const paid = await payOwedAwards(db, now, events).catch(none);
  for (const fault of faults) throw fault;
  return carried + paid;
}

/**
 * Repeats rounds until nothing is left, including what is recorded behind a transaction that is still running. Does not wait for awards
 * that the treasury cannot pay.
 */
export async function carryEverything(db: Database, now: Date, events: AwardEvents): Promise<number> {
  for (let done = 0; ;) {
    const round = await carryAwards(db, now, events);
    done += round;
    if (round > 0) continue;
    if (!(await isAnyCauseOwed(db))) return done;
    await pause(10);
  }
}

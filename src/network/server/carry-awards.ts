import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/server/database.ts';
import { carryCauses, causesTogether, type Paying } from './carry-causes.ts';
import { isOfACustomer } from '#database/server/work-apart.ts';
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

/** The most carried in one round, so that what was owed before is paid in between. */
const batchesARound = 20;

/**
 * What somebody cannot be paid stays owed, and is carried all the same: then everybody is paid by themselves. What cannot be carried does not
 * hold up the payment of what was owed before.
 */
async function carryRound(db: Database, now: Date, events: AwardEvents): Promise<number> {
  let fault: unknown = null;
  let done = 0;
  try {
    for (let [last, batches] = [causesTogether, 0]; last === causesTogether && batches < batchesARound; batches += 1) {
      last = await carryCauses(db, causesTogether, { now, events }).catch((error: unknown) => {
        if (!isOfACustomer(error)) throw error;
        fault = error;
        return carryCauses(db);
      });
      done += last;
    }
  } catch (error) {
    fault = error;
  }
  done += await payOwedAwards(db, now, events);
  if (fault !== null) throw fault;
  return done;
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

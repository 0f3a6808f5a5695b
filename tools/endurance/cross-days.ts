import type { TestInvestor } from '#testing/server/world.ts';
import { addDays, dayMs } from '#platform/clock.ts';
import type { Outcome, Size, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';
import { openForRegistrations } from './open-for-registrations.ts';
import { makeTraveller, openOneOfEach, type Position, readPositions } from './positions.ts';
import { changesOf, dayIn } from './zone-changes.ts';

const zones = {
  full: ['America/New_York', 'Europe/Lisbon', 'Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca'],
  small: ['America/New_York'],
};
const terms = [30, 60, 90, 180, 365];

/**
 * Positions that begin or end in the exact millisecond of a zone's clock change, on a 29 February or at the end of a year, with the process
 * itself in that zone. Each must last its term in days of 24 hours, unpaid a millisecond before its end and paid at it.
 */
export async function crossDays({ size, open, leftMs }: Trial): Promise<Outcome> {
  const ground = await open();
  await openForRegistrations(ground);
  ground.now = new Date('2024-01-01T00:00:00Z');
  const ana = await makeTraveller(ground, '900000000');
  const findings: string[] = [];
  let opened = 0;
  for (const zone of zones[size]) {
    process.env.TZ = zone;
    for (const start of startsFor(zone, size)) {
      if (leftMs() < 0) break;
      findings.push(...(await crossOnce(ground, ana, start)));
      findings.push(...(await verifyDay(ground, ana, zone, start)));
      opened += 8;
    }
  }
  delete process.env.TZ;
  return { counts: `${opened} positions across odd days of ${zones[size].length} zones`, findings };
}

/** Starts at the change, a millisecond before it, and such that each of the terms ends at it. */
function startsFor(zone: string, size: Size): Date[] {
  const until = size === 'full' ? '2029-01-01T00:00:00Z' : '2026-12-01T00:00:00Z';
  const changes = changesOf(zone, new Date('2026-01-01T00:00:00Z'), new Date(until));
  const leapDay = new Date('2028-02-29T23:59:59.999Z');
  const yearEnd = new Date('2027-12-31T23:59:59.999Z');
  const odd = size === 'full' ? [...changes, leapDay, yearEnd] : [...changes.slice(0, 1), leapDay];
  return odd.flatMap((at) => [at, new Date(at.getTime() - 1), ...terms.map((days) => addDays(at, -days))]);
}

async function crossOnce(ground: Ground, ana: TestInvestor, start: Date): Promise<string[]> {
  ground.now = start;
  const positions = await openOneOfEach(ana);
  const findings = positions.flatMap(({ name, begins, ends, days }) => {
    const lasts = (ends.getTime() - begins.getTime()) / dayMs;
    return lasts === days && begins.getTime() === start.getTime()
      ? []
      : [`${name} of ${start.toISOString()} lasts ${lasts} days, not ${days}`];
  });
  for (const days of new Set(positions.map((position) => position.days))) {
    const end = addDays(start, days);
    const due = positions.filter((position) => position.days === days);
    findings.push(...(await verifyStatus(ground, ana, due, new Date(end.getTime() - 1), true)));
    findings.push(...(await verifyStatus(ground, ana, due, end, false)));
  }
  return findings;
}

async function verifyStatus(ground: Ground, ana: TestInvestor, due: Position[], at: Date, isRunning: boolean) {
  ground.now = at;
  await ground.settle();
  const now = await readPositions(ground, due);
  return now
    .filter((position) => position.isRunning !== isRunning)
    .map(({ name }) => `${name} is ${isRunning ? 'not running any more' : 'still running'} at ${at.toISOString()}`);
}

/** Each stake must be in the list of its day in that zone, and not in those of the days before and after. */
async function verifyDay(ground: Ground, ana: TestInvestor, zone: string, start: Date): Promise<string[]> {
  const day = dayIn(zone, start);
  const near = [-1, 0, 1, 2].map((days) =>
    addDays(new Date(`${day}T00:00:00Z`), days)
      .toISOString()
      .slice(0, 10),
  );
  const found: number[] = [];
  for (const at of [0, 1, 2]) {
    const query = `start=${near[at]}&end=${near[at + 1]}&tz=${zone}&limit=500`;
    const rows = (await ana.get(`/api/stakes?${query}`)).json<{ Start: string }[]>();
    found.push(rows.filter(({ Start }) => Start === start.toISOString()).length);
  }
  const isGood = found[0] === 0 && (found[1] ?? 0) > 0 && found[2] === 0;
  return isGood
    ? []
    : [`stakes of ${start.toISOString()} are listed ${found.join(', ')} times around ${day} of ${zone}`];
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { logIn, register } from '#testing/server/newcomer.ts';
import { recover } from './testing/recovery.ts';

const email = 'ana@example.com';
/** Rounds per kind, interleaved, so that other load on the machine slows both. 2,000 is what a patient stranger would take. */
const rounds = Number(process.env.ENUMERATION_ROUNDS ?? 60);
let world: World;

beforeAll(async () => {
  world = await openWorld();
  await register(world, { email });
});
afterAll(() => world.close());

type Ask = (address: string) => Promise<{ statusCode: number }>;

async function timeOf(ask: Ask, address: string, status: number): Promise<number> {
  const startedAt = performance.now();
  const answer = await ask(address);
  expect(answer.statusCode).toBe(status);
  return performance.now() - startedAt;
}

function middle(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number;
}

/**
 * How well one response time tells the two kinds apart: the probability that, of one of each, the known address's is slower. A half means
 * not at all.
 */
function tellingPower(known: readonly number[], unknown: readonly number[]): number {
  const all = [...known.map((ms) => ({ ms, known: 1 })), ...unknown.map((ms) => ({ ms, known: 0 }))];
  const ranks = all.toSorted((a, b) => a.ms - b.ms).reduce((sum, each, at) => sum + each.known * (at + 1), 0);
  return (ranks - (known.length * (known.length + 1)) / 2) / (known.length * unknown.length);
}

async function compareOnce(ask: Ask, status: number): Promise<{ apart: number; power: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await world.db.query('DELETE FROM attempts');
    const first = round % 2 === 0;
    if (first) known.push(await timeOf(ask, email, status));
    unknown.push(await timeOf(ask, `nobody-${round}@example.com`, status));
    if (!first) known.push(await timeOf(ask, email, status));
  }
  const [slower, faster] = [Math.max(middle(known), middle(unknown)), Math.min(middle(known), middle(unknown))];
  const result = { apart: (slower - faster) / slower, power: tellingPower(known, unknown) };
  if (rounds > 60) console.log({ rounds, known: middle(known), unknown: middle(unknown), ...result });
  return result;
}

/** The deviation expected by chance: three standard deviations of the measure, plus an allowance for the machine. */
const byChance = 3 * Math.sqrt((2 * rounds + 1) / (12 * rounds * rounds)) + 0.05;

const comparisons = 3;

/** A difference in what is done shows in every comparison, that of a busy machine does not: one of a few has to be without any. */
async function compare(ask: Ask, status: number): Promise<{ apart: number; power: number }> {
  const isByChance = ({ apart, power }: { apart: number; power: number }): boolean =>
    apart < 0.25 && Math.abs(power - 0.5) < byChance;
  let result = await compareOnce(ask, status);
  for (let n = 1; n < comparisons && !isByChance(result); n += 1) result = await compareOnce(ask, status);
  return result;
}

test(
  '[A3] the timing of a refusal does not reveal whether an address has an account',
  { timeout: 1_800_000 },
  async () => {
    const { apart, power } = await compare(
      (address) => logIn(world, { email: address, password: 'a senha errada' }),
      401,
    );
    // Without the comparison with `nobodysHash` nearly all of the time would differ.
    expect(apart).toBeLessThan(0.25);
    expect(Math.abs(power - 0.5)).toBeLessThan(byChance);
  },
);

test('[A8] nor does the timing of the answer to a recovery request', { timeout: 1_800_000 }, async () => {
  const { apart, power } = await compare((address) => recover(world, address), 202);
  expect(apart).toBeLessThan(0.25);
  expect(Math.abs(power - 0.5)).toBeLessThan(byChance);
});

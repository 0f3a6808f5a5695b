import type { TestInvestor } from '#testing/server/world.ts';
import { makeCode, vaultInvestor } from '#primevault/server/testing/vault-world.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import { allAtOnce } from '../shared/load.ts';
import { tally } from '../shared/tally.ts';

const scale = { full: 40, small: 2 };
const codesAtOnce = 50;

/** Two customers compete for the last use of a promotional code: one must get it, and the other be told that it is used up. */
export const raceLastUses: Kind = {
  name: 'races-codes',
  run: raceAll,
  controls: [
    {
      name: 'a code is counted, and its limit is not looked at',
      finding: 'answered 201 × 1, 500 fault × 1',
      functions: [{ of: 'claim_promocode', from: 'AND p.uses < p.uses_allowed', to: '' }],
    },
  ],
};

async function raceAll({ size, open }: Trial): Promise<Outcome> {
  const ground = await open();
  const rich = (): Promise<TestInvestor> => vaultInvestor(ground, '50000');
  const pairs = await allAtOnce(codesAtOnce, () => Promise.all([rich(), rich()]));
  const findings: string[] = [];
  let firstWon = 0;
  for (let batch = 0; batch < scale[size]; batch += 1) {
    const codes = pairs.map((_, n) => `ULTIMO-${batch}-${n}`);
    await Promise.all(codes.map((code) => makeCode(ground, code, { uses: 1 })));
    const raced = await Promise.all(pairs.map((pair, n) => raceOnce(pair, codes[n] as string)));
    findings.push(...raced.flatMap(({ finding }) => finding));
    firstWon += raced.filter((each) => each.firstWon).length;
  }
  const races = scale[size] * codesAtOnce;
  if (firstWon === 0 || firstWon === races) findings.push('one side always won: this was no race');
  return { counts: `${races} pairs, won ${firstWon} to ${races - firstWon}`, findings };
}

async function raceOnce(
  pair: readonly [TestInvestor, TestInvestor],
  promocode: string,
): Promise<{ firstWon: boolean; finding: string[] }> {
  const send = (at: 0 | 1): Promise<Awaited<ReturnType<TestInvestor['post']>>> =>
    pair[at].post('/api/vault/deposit', { amount: 100, promocode });
  const isFirst = Math.random() < 0.5;
  const answers = await Promise.all(isFirst ? [send(0), send(1)] : [send(1), send(0)]);
  const [zero, one] = isFirst ? answers : answers.toReversed();
  const said = tally(answers);
  const isGood = said === '201 × 1, 422 promocode_used_up × 1';
  const firstWon = zero?.statusCode === 201 && one?.statusCode !== 201;
  return { firstWon, finding: isGood ? [] : [`${promocode}: answered ${said}`] };
}

import { openForRegistrations } from './open-for-registrations.ts';
import { besideBrokerage, type BrokerageSide } from './brokerage-side.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import { type Caller, deposited, type MoneyRoute, moneyRoutes } from './money-routes.ts';
import type { Ground } from './open-ground.ts';
import { allAtOnce } from '../shared/load.ts';
import { sum, tally } from '../shared/tally.ts';

const scale = { full: { rounds: 100, atOnce: 200 }, small: { rounds: 2, atOnce: 50 } };
type Storm = (typeof scale)['full'] & Pick<Trial, 'leftMs'>;

/** Calls that a customer can afford a few times, sent many times concurrently, on every route that moves money. */
export const stormRoutes: Kind = {
  name: 'storms',
  run: stormAll,
  controls: [
    {
      name: 'what an account does not have is not looked at',
      finding: 'stake: answered 201 ×',
      functions: [
        { of: 'ledger.post', from: 'least(x.balance, x.held, x.invested, x.promised, x.zord) < 0', to: 'false' },
        { of: 'ledger.post', from: 'SET balance = p.balance, held', to: 'SET balance = greatest(p.balance, 0), held' },
      ],
    },
    {
      name: 'whoever subscribes is looked for and not held to one row',
      finding: 'bot subscribe: answered 201 ×',
      statements: [
        {
          having: 'INTO bot_subscriptions',
          from: 'VALUES ($1, $2, $3)',
          to: 'VALUES ($1, $2, $3) ON CONFLICT (customer_id) DO UPDATE SET fee = excluded.fee',
        },
      ],
      functions: [
        { of: 'ledger.hold_accounts', from: ' FOR NO KEY UPDATE;', to: ';' },
        { of: 'ledger.require_movable', from: ' FOR NO KEY UPDATE', to: '' },
        { of: 'ledger.post', from: 'SELECT g.n, g.key, g.kind', to: 'SELECT g.n, g.key || random() AS key, g.kind' },
      ],
    },
  ],
};

function stormAll({ size, open, leftMs }: Trial): Promise<Outcome> {
  return besideBrokerage(open, async (ground, side) => {
    await openForRegistrations(ground);
    return stormEach(ground, side, { ...scale[size], leftMs });
  });
}

async function stormEach(ground: Ground, side: BrokerageSide, storm: Storm): Promise<Outcome> {
  const { rounds, atOnce, leftMs } = storm;
  const findings: string[] = [];
  const depositors: Caller[] = [];
  const accepted: number[] = [];
  let done = 0;
  for (; done < rounds && leftMs() > 0; done += 1) {
    for (const route of moneyRoutes) {
      const caller = await route.prepare(ground);
      findings.push(...(await stormOnce(route, caller, atOnce)));
      accepted.push(Math.min(route.affords, atOnce));
      if (route.name === 'deposit') depositors.push(caller);
    }
  }
  findings.push(...(await side.settle(ground)), ...(await verifyDeposits(depositors, atOnce)));
  const calls = moneyRoutes.length * done * atOnce;
  const counts = `${moneyRoutes.length} routes × ${done} rounds × ${atOnce} at once, ${calls} calls, ${sum(accepted)} had an effect`;
  return { counts, findings };
}

async function stormOnce(route: MoneyRoute, { who, url, body, measure }: Caller, atOnce: number): Promise<string[]> {
  const { name, affords, accepted, refusal, begins, step } = route;
  const answers = await allAtOnce(atOnce, () => who.post(url, body));
  const paid = Math.min(affords, atOnce);
  const expected = refusal ? `${accepted} × ${paid}, ${refusal} × ${atOnce - paid}` : `${accepted} × ${paid}`;
  const findings: string[] = [];
  if (tally(answers) !== expected) findings.push(`${name}: answered ${tally(answers)}, not ${expected}`);
  const [is, should] = [await measure(), begins + step * paid];
  if (is !== should) findings.push(`${name}: ${is} where ${should} should be`);
  return findings;
}

/** The brokerage must release what the customer has there, and no more. */
async function verifyDeposits(depositors: readonly Caller[], atOnce: number): Promise<string[]> {
  const brought = Math.min(atOnce * deposited, 100_000);
  const balances = await Promise.all(depositors.map(({ who }) => who.balance()));
  return balances.flatMap((balance) =>
    balance === 100 + brought ? [] : [`deposit: ${balance} where ${100 + brought} should be`],
  );
}

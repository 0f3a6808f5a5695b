import { completeFeeds, importLines, line } from '#testing/server/import-lines.ts';
import { addDays } from '#platform/clock.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import { fillPositions, makeOwners, termDays } from './fill-positions.ts';
import type { Kind, Outcome, Trial } from './kind.ts';
import type { Ground } from './open-ground.ts';
import { allAtOnce } from '../shared/load.ts';
import { sum } from '../shared/tally.ts';

const scale = { full: { owners: 1_000, ofEach: 25 }, small: { owners: 20, ofEach: 5 } };
const workers = 10;

/**
 * A hundred thousand positions of all four products fall due at the same instant and are settled by ten workers: each must be paid once.
 */
export const matureMany: Kind = {
  name: 'maturing',
  run: matureAll,
  controls: [
    {
      name: 'workers do not pass over whom another has in hand, a position ends however often, and no event has a key',
      finding: 'never changes',
      functions: [
        { of: 'settle_positions', from: ' FOR NO KEY UPDATE SKIP LOCKED', to: '' },
        { of: 'ledger.hold_free_accounts', from: 'FOR NO KEY UPDATE OF x SKIP LOCKED', to: '' },
        {
          of: 'settle_these',
          from: `AND p.state = 'running' AND p.rate IS NOT NULL RETURNING`,
          to: 'AND p.rate IS NOT NULL RETURNING',
        },
        { of: 'ledger.post', from: 'SELECT g.n, g.key, g.kind', to: 'SELECT g.n, g.key || random() AS key, g.kind' },
      ],
    },
  ],
};

async function matureAll({ size, open }: Trial): Promise<Outcome> {
  const { owners: count, ofEach } = scale[size];
  const ground = await open();
  const owners = await makeOwners(ground, count);
  const opened = await fillPositions(ground, owners, ofEach);
  await trade(ground);
  ground.forward(termDays);
  await completeFeeds(ground.db, ground.now);
  await ground.asOwner('VACUUM ANALYZE');

  const startedAt = performance.now();
  const settled = await allAtOnce(workers, () => settleDue(ground.db, ground.now, subscribers));
  const seconds = (performance.now() - startedAt) / 1_000;
  const findings = sum(settled) === opened ? [] : [`${sum(settled)} were settled of ${opened}`];
  findings.push(...(await verifyBalances(ground, ofEach)));
  const pace = `${(opened / seconds).toFixed(0)} a second, ${Math.min(...settled)} to ${Math.max(...settled)} a worker`;
  return { counts: `${opened} positions by ${workers} workers in ${seconds.toFixed(1)} s, ${pace}`, findings };
}

/** Imports a winning and a losing operation for each product in the middle of the term: 0.5 % together. */
async function trade({ db, now }: Ground): Promise<void> {
  for (const product of ['copytrade', 'primezord'] as const) {
    const lines = ['1.25', '-0.75'].map((payout, n) => line(addDays(now, 10 + n), payout, `${product}-${n}`));
    await importLines(db, lines, { product, now: addDays(now, termDays) });
  }
}

/** The balance of a customer without network awards can be worked out by hand: 10,000 − 1,050, plus what each position earned. */
async function verifyBalances({ asOwner }: Ground, ofEach: number): Promise<string[]> {
  const balance = 8_950_000_000 + ofEach * (1_000_000 + 30_000_000 + 250_000);
  const zord = 1_000_000_000 + ofEach * 125_000;
  const wrong = await asOwner<{ place: string }>(
    `SELECT 'accounts of ' || a.owner || ' are ' || a.balance || ' and ' || a.zord AS place FROM ledger.accounts a
     WHERE a.owner <> ledger.house() AND (a.zord <> $1::bigint OR (a.balance <> $2::bigint
       AND NOT EXISTS (SELECT FROM network_awards w WHERE w.beneficiary_id = a.owner)))`,
    [zord, balance],
  );
  return wrong.map(({ place }) => place);
}

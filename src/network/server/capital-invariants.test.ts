import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import { auditBooks } from '#ledger/server/audit-books.ts';
import { causeInvariants } from '#operator/server/cause-invariants.ts';
import { awardInvariants } from './award-invariants.ts';
import { capitalInvariants } from './capital-invariants.ts';
import { lineage } from './testing/lineage.ts';
import { carry, stake } from './testing/report.ts';

let world: World;
let owner: pg.Client;

/**
 * Ana referred Bia, who brought 500: 100 went into a stake that ended, 60 into one that was cancelled, and 300 into one that is running.
 */
beforeAll(async () => {
  world = await openWorld();
  const [, bia] = (await lineage(world, ['Ana', 'Bia'])) as [TestInvestor, TestInvestor];
  await world.bring(bia, '500');
  await stake(bia, 100);
  world.forward(30);
  await world.settle();
  await bia.post(`/api/stake/${await stake(bia, 60)}`);
  await stake(bia, 300);
  await carry(world);
  // A cause that has not been carried yet.
  await stake(bia, 30);
  owner = new pg.Client({ connectionString: world.db.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const counted =
  'every member’s own money is counted as the ledger has it, with its high-water mark and what bonuses used of it';
const moved = 'every change of a member’s own money is a cause, with what it is to the tree';
const tree =
  'a tree has the own money that was carried to it, a mark no lower than that, and used what its bonuses used';
const carried = 'what has been carried to a tree is what its members did, each once';
const made = 'a cause that is done has made, voided or made due its bonus';
const says = 'a cause agrees with its position';
const has = 'every award has the cause that it says';
const kept = 'what is kept of a beneficiary’s bonuses is the sum of those that are not void';
const missing = 'a member’s position that ended with a profit or a bonus, or was cancelled with a bonus, has a cause';
const waits = 'a bonus waits while its position runs, is due once it has ended as agreed, and void if it was cancelled';
const reckoned =
  'an award is calculated from new capital that the member invested in that position, or from the profit it paid';

test('[W2] the counters of new capital and the state of each bonus are consistent', async () => {
  expect(await world.audit()).toEqual([]);
});

test.each([
  ['UPDATE network_capital SET contributed = contributed + 1', counted],
  ['UPDATE network_capital SET high_water = high_water + 1', counted],
  ['UPDATE network_capital SET used = used - 1', counted],
  ['DELETE FROM network_capital', counted],
  ['UPDATE network_trees SET capital = capital - 1', tree],
  ['UPDATE network_trees SET high_water = high_water + 1', tree],
  ['UPDATE network_trees SET used = used + 1', tree],
  [`UPDATE network_causes SET amount = amount + 1 WHERE kind = 'capital'`, moved],
  [`UPDATE network_causes SET amount = amount + 1 WHERE kind = 'invested'`, says],
  [`UPDATE network_causes SET profit = profit + 1 WHERE kind = 'profit'`, says],
  [`UPDATE network_causes SET granted = granted - 1 WHERE granted = 300000000`, carried],
  [`UPDATE network_causes SET done_at = now() WHERE done_at IS NULL`, carried],
  [`DELETE FROM network_causes WHERE kind = 'profit'`, missing],
  [`DELETE FROM network_awards WHERE invested = 300000000`, made],
  [`DELETE FROM network_causes WHERE kind = 'invested' AND amount = 300000000`, has],
  [`UPDATE network_beneficiaries SET bonuses = bonuses + 1`, kept],
  [`UPDATE network_awards SET due_at = happened_at + interval '1 day' WHERE invested = 300000000`, waits],
  [`UPDATE network_awards SET void_at = happened_at WHERE invested = 300000000`, waits],
  [`UPDATE network_awards SET void_at = NULL WHERE invested = 60000000`, waits],
  [`UPDATE network_awards SET invested = 400000000 WHERE invested = 300000000`, reckoned],
])('[W2] %s is detected', async (change, rule) => {
  await owner.query('BEGIN');
  try {
    await owner.query(change);
    const query = async <Row extends object>(text: string): Promise<Row[]> => (await owner.query<Row>(text)).rows;
    const findings = await auditBooks({ query }, [...awardInvariants, ...capitalInvariants, ...causeInvariants]);
    expect(findings.map((finding) => finding.rule)).toContain(rule);
  } finally {
    await owner.query('ROLLBACK');
  }
});

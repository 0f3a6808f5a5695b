import { setTimeout as sleep } from 'node:timers/promises';
import { countEach, sum } from '../shared/tally.ts';
import type { Acknowledged, Investor } from './investor.ts';
import type { Victim } from './victim.ts';

interface Row {
  Id: string;
  Status: string;
  Amount: number;
}

/** Returns complaints in plain words; empty if all is well. */
export async function verify(victim: Pick<Victim, 'operate'>, investors: Investor[]): Promise<string[]> {
  const findings = (await Promise.all(investors.map(verifyInvestor))).flat();
  const audit = await victim.operate('books', 'audit');
  if (audit.code !== 0) findings.push(`the books do not balance: ${JSON.stringify(audit.answer).slice(0, 300)}`);
  return findings;
}

async function verifyInvestor(investor: Investor): Promise<string[]> {
  const deposits = await settledDeposits(investor);
  const stakes = await investor.list<Row>('/api/stakes');
  const canceled = stakes.filter(({ Status }) => Status === 'canceled');
  return [
    ...compare('deposit', of(investor, 'deposit'), deposits),
    ...compare('stake', of(investor, 'stake'), stakes),
    ...compare('cancellation', of(investor, 'cancellation'), canceled),
    ...(await verifyBalance(investor, deposits)),
  ];
}

/** Every answered call must exist, and nothing else may, because every client retried until it had an answer. */
function compare(kind: string, answered: Acknowledged[], rows: Row[]): string[] {
  const there = countEach(rows.map(({ Id }) => Id));
  const known = new Set(answered.map(({ id }) => id));
  return [
    ...[...known].filter((id) => !there.has(id)).map((id) => `lost: ${kind} ${id} was answered and is not there`),
    ...[...there].filter(([, times]) => times > 1).map(([id]) => `twice: ${kind} ${id} is listed more than once`),
    ...[...there.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `twice: ${kind} ${id} is there beside the one that was answered`),
    ...(known.size < answered.length ? [`mixed up: two different keys were answered with the same ${kind}`] : []),
  ];
}

async function settledDeposits(investor: Investor): Promise<Row[]> {
  for (const deadline = Date.now() + 180_000; ; await sleep(500)) {
    const deposits = await investor.list<Row>('/api/transfers');
    if (deposits.every(({ Status }) => Status !== 'in_progress')) return deposits;
    if (Date.now() > deadline) throw new Error('deposits are still in progress three minutes after the load');
  }
}

/** The balance that the customer can compute without the ledger must equal the ledger's. */
async function verifyBalance(investor: Investor, deposits: Row[]): Promise<string[]> {
  const canceled = new Set(deposits.filter(({ Status }) => Status === 'canceled').map(({ Id }) => Id));
  const expected = sum(investor.acknowledged.filter(({ id }) => !canceled.has(id)).map(({ cents }) => cents));
  const { Balance, Email } = (await investor.get('/api/user')) as { Balance: number; Email: string };
  const actual = Math.round(Balance * 100);
  return actual === expected
    ? []
    : [`balance of ${Email}: ${actual / 100}, by the answers it should be ${expected / 100}`];
}

function of(investor: Investor, kind: Acknowledged['kind']): Acknowledged[] {
  return investor.acknowledged.filter((each) => each.kind === kind);
}

import { dayIn } from '#platform/server/span.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastroOf } from '#operator/server/testing/type-command.ts';
import { compareWithBrokerage } from '#wallet/server/compare-with-brokerage.ts';
import { readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { sandboxToken } from '#sandbox/server/testing/start-sandbox.ts';
import { type BrokerageConsoleWorld, openBrokerageConsoleWorld } from '../testing/brokerage-console-world.ts';

let world: BrokerageConsoleWorld;
beforeAll(async () => void (world = await openBrokerageConsoleWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const today = dayIn('America/Sao_Paulo', new Date());

/** Runs a command that has to succeed. */
async function lastro(line: string, ...more: string[]): Promise<void> {
  const { exit, err } = await lastroOf(world)(line, ...more);
  expect([exit, err]).toEqual([0, '']);
}

/** What the audit says of a transfer, beside the brokerage's own book. */
async function saidOf(id: string): Promise<string[]> {
  const book = readBrokerageBook({ url: world.sandbox.url, token: sandboxToken });
  const broken = await compareWithBrokerage(world.db, book);
  return broken.flatMap(({ places }) => places).filter((place) => place.includes(id));
}

const note = ['--text', 'settled by mistake, taken back'];

test.each([
  ['deposit', 'never reached the brokerage', 'missing_there', 'settled here, not completed there'],
  ['withdraw', 'never reached the brokerage', 'missing_there', 'settled here, not completed there'],
  ['deposit', 'was refused there', 'other_state', 'settled here, refused there'],
  ['withdraw', 'was refused there', 'other_state', 'settled here, refused there'],
] as const)(
  '[R1] [F4] a %s that %s: settled by mistake, reversed and resolved, it is no break any more',
  async (way, _, kind, said) => {
    const who = await world.investor({ balance: '150', isEmailConfirmed: true });
    const id =
      kind === 'missing_there'
        ? await world.lost(way, who)
        : await world.transfer(way, who, 100, {
            ask: async () => ({ kind: 'unknown', error: 'timeout' }),
            send: async (request) => {
              await world.sandbox.arm({ mode: 'refuse' });
              await world.brokerage.send(request);
              await world.sandbox.heal();
              return { kind: 'unknown', error: 'timeout' };
            },
          });
    await lastro('transfer settle', id, '--amount', '100', '--evidence', 'misread statement');
    expect(await saidOf(id)).toContainEqual(expect.stringContaining(said));
    const key = `${way === 'deposit' ? 'deposit' : 'withdrawal'}:${id}:settled`;
    const other = ['--journal', key];
    await lastro(`reconciliation note ${today} ${id} ${kind}`, ...note, ...other);
    await lastro('ledger reverse', key, '--reason', 'settled by mistake');
    // Neither a note that names another journal nor the reversal alone is a resolution.
    expect(await saidOf(id)).not.toEqual([]);
    await lastro(`reconciliation note ${today} ${id} ${kind}`, ...note, '--journal', `reversed:${key}`);
    expect(await saidOf(id)).toEqual([]);
  },
);

test('[R1] [F4] what was taken back here and is done there is a break again', async () => {
  const who = await world.investor();
  const id = await world.transfer('deposit', who);
  const key = `deposit:${id}:settled`;
  await lastro('ledger reverse', key, '--reason', 'thought to be wrong');
  await lastro(`reconciliation note ${today} ${id} missing_there`, ...note, '--journal', `reversed:${key}`);
  expect(await saidOf(id)).toEqual([expect.stringContaining('returned here, done there')]);
});

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';
import type { TestInvestor } from '#testing/server/world.ts';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { takeOver } from '#wallet/server/testing/kill-worker.ts';
import { lastAction, lastroOf, type Typed } from '../testing/type-command.ts';

let world: WalletWorld;
let lastro: ReturnType<typeof lastroOf>;
beforeAll(async () => {
  world = await openWalletWorld();
  lastro = lastroOf(world, { BROKERAGE_URL: world.sandbox.url, BROKERAGE_TOKEN: world.config.brokerageToken ?? '' });
});
afterEach(async () => {
  // A transfer settled here on evidence but not done at the brokerage is a break, which the comparison has to find.
  const found = (await world.audit()).filter(({ where }) => !where.endsWith('settled here, not completed there'));
  expect(found.filter(({ where }) => !where.endsWith('returned here, done there'))).toEqual([]);
});
afterAll(() => world.close());

/** A transfer whose answer was lost: the brokerage carried it out, or never heard of it. */
async function lost(way: 'deposit' | 'withdraw', ana: TestInvestor): Promise<string> {
  const { Id } = await world[way](ana);
  await takeOver(world, { ...world.brokerage, send: async () => ({ kind: 'unknown', error: 'timeout' }) }, 1);
  return Id;
}

const end = (what: 'settle' | 'return', id: string): Promise<Typed> =>
  lastro(`transfer ${what} ${id} --amount 100 --evidence`, 'statement of the bank, line 7');

const stepsOf = async (id: string): Promise<unknown[]> =>
  (
    await world.db.query<{ state: string }>('SELECT state FROM transfer_steps WHERE transfer_id = $1 ORDER BY number', [
      id,
    ])
  ).map(({ state }) => state);

describe('[R6] a transfer whose outcome is unknown', () => {
  test('a deposit is settled by hand, on evidence, through the same code as the brokerage’s answer', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('deposit', ana);
    expect((await end('settle', id)).out).toBe(`Transfer ${id} of 100.00 USD was settled manually.\n`);
    expect(await ana.balance()).toBe(400);
    expect(await stepsOf(id)).toEqual(['created', 'sending', 'unknown', 'done', 'settled']);
    const details = { transfer: id, customer: ana.id, usd: '100.00', evidence: 'statement of the bank, line 7' };
    expect(await lastAction(world)).toMatchObject({ action: 'transfer settle', details });
  });

  test('a deposit is returned by hand: no money had moved, and none does', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('deposit', ana);
    expect((await end('return', id)).exit).toBe(0);
    expect(await ana.balance()).toBe(300);
    const [, transfer] = [ana, (await world.transfers(ana)).find(({ Id }) => Id === id)];
    expect(transfer?.Status).toBe('canceled');
  });

  test('a withdrawal is settled by hand: it leaves, fee included', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('withdraw', ana);
    expect((await end('settle', id)).exit).toBe(0);
    expect(await ana.balance()).toBe(200);
  });

  test('a withdrawal is returned by hand: it is back in the balance', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('withdraw', ana);
    expect((await end('return', id)).exit).toBe(0);
    expect(await ana.balance()).toBe(300);
  });

  test('of ten concurrent attempts, half to settle and half to return, one succeeds', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('withdraw', ana);
    const ways = Array.from({ length: 10 }, (_, at): 'settle' | 'return' => (at % 2 ? 'settle' : 'return'));
    const typed = await Promise.all(ways.map((what) => end(what, id)));
    expect(typed.filter(({ exit }) => exit === 0)).toHaveLength(1);
    expect(await world.db.query('SELECT FROM transfers_by_hand WHERE transfer_id = $1', [id])).toHaveLength(1);
    expect([200, 300]).toContain(await ana.balance());
  });

  test('one that is being resent at the time is ended as soon as its answer is lost again', async () => {
    const ana = await world.saver('300.00');
    const { Id } = await world.deposit(ana);
    const typed: Promise<Typed>[] = [];
    const send = async () => {
      typed.push(end('settle', Id));
      await new Promise((go) => setTimeout(go, 500));
      return { kind: 'unknown', error: 'timeout' } as const;
    };
    await takeOver(world, { ...world.brokerage, send }, 1);
    expect(await typed[0]).toMatchObject({ exit: 0, out: `Transfer ${Id} of 100.00 USD was settled manually.\n` });
    expect(await ana.balance()).toBe(400);
  });

  test('one whose answer is lost between the attempt and the status check is retried', async () => {
    const ana = await world.saver('300.00');
    const { Id } = await world.deposit(ana);
    const ask = pg.Client.prototype.query as (...sent: unknown[]) => unknown;
    const query = vi.spyOn(pg.Client.prototype, 'query');
    let typed: Promise<Typed> | undefined;
    const send = async () => {
      const looked = new Promise<void>((resolve) => {
        query.mockImplementation(function (this: pg.Client, ...sent: unknown[]) {
          if (!/FROM broker_transfers WHERE id = ANY/.test((sent[0] as { text?: string }).text ?? ''))
            return ask.apply(this, sent);
          query.mockRestore();
          resolve();
          const isLost = async () => (await stepsOf(Id)).at(-1) === 'unknown';
          return vi.waitUntil(isLost, { timeout: 10_000 }).then(() => ask.apply(this, sent));
        });
      });
      typed = end('settle', Id);
      await looked;
      return { kind: 'unknown', error: 'timeout' } as const;
    };
    await takeOver(world, { ...world.brokerage, send }, 1);
    expect(await typed).toMatchObject({ exit: 0, out: `Transfer ${Id} of 100.00 USD was settled manually.\n` });
    expect(await ana.balance()).toBe(400);
  });

  test('a worker that gets its answer after the transfer was ended by hand changes nothing', async () => {
    const ana = await world.saver('300.00');
    const id = await lost('deposit', ana);
    let isOver = false;
    const ask = async () => {
      if (!isOver) expect((await end('return', id)).exit).toBe(0);
      isOver = true;
      return { kind: 'done' } as const;
    };
    await takeOver(world, { ...world.brokerage, ask }, 1);
    expect([await ana.balance(), (await stepsOf(id)).at(-1)]).toEqual([300, 'returned']);
  });
});

test('[R6] one that has ended, was never sent or does not exist cannot be ended by hand', async () => {
  const ana = await world.saver('300.00');
  const { Id: fresh } = await world.deposit(ana);
  expect((await end('settle', fresh)).err).toContain(
    'is created: only a transfer whose answer was lost can be ended manually.',
  );
  await takeOver(world);
  expect((await end('return', fresh)).err).toContain('is settled');
  const nobody = crypto.randomUUID();
  expect((await end('settle', nobody)).err).toBe(`There is no transfer ${nobody}.\n`);
  expect(await end('settle', 'x')).toMatchObject({ exit: 2, err: 'transfer: Not the id of a transfer.\n' });
});

test.each([
  ['deposit', 'settle', 'it would be credited to the customer’s balance'],
  ['deposit', 'return', 'nothing would be credited to the customer'],
  ['withdraw', 'settle', 'the money held for it would leave'],
  ['withdraw', 'return', 'the money held for it would go back to the customer’s balance'],
] as const)(
  '[R6] does nothing unless its amount is typed again, and says what it would do: %s, %s',
  async (way, what, effect) => {
    const ana = await world.saver('300.00');
    const id = await lost(way, ana);
    const balance = await ana.balance();
    const typed = await lastro(`transfer ${what} ${id} --amount 100.01 --evidence`, 'their statement');
    const kind = way === 'deposit' ? 'deposit' : 'withdrawal';
    expect([typed.exit, typed.err]).toEqual([
      1,
      `Transfer ${id} is a ${kind} of 100.00 USD, not of 100.01: ${effect}, for good.\n`,
    ]);
    expect((await lastro(`transfer ${what} ${id} --evidence`, 'their statement')).exit).toBe(2);
    expect((await lastro(`transfer ${what} ${id} --amount all --evidence`, 'their statement')).exit).toBe(2);
    expect([await ana.balance(), (await stepsOf(id)).at(-1)]).toEqual([balance, 'unknown']);
    expect((await end(what, id)).exit).toBe(0);
  },
);

describe('[R6] a transfer that the brokerage calls pending for ever', () => {
  const written = (what: 'settle' | 'return', id: string): Promise<Typed> =>
    lastro(
      `transfer ${what} ${id} --amount 100 --written --evidence`,
      'letter of 12 March, signed by their head of payments',
    );

  /** Sent, and unchanged for this many hours. */
  async function pending(way: 'deposit' | 'withdraw', ana: TestInvestor, hours: number): Promise<string> {
    const { Id } = await world[way](ana);
    await takeOver(world, { ...world.brokerage, send: async () => ({ kind: 'pending' }) }, 1);
    await askAsOwner(
      world.db.adminUrl,
      `SET session_replication_role = replica; UPDATE transfer_steps SET happened_at = now() - interval '${hours} hours'
       WHERE transfer_id = '${Id}'`,
    );
    return Id;
  }

  test.each([
    ['deposit', 'settle', 400],
    ['deposit', 'return', 300],
    ['withdraw', 'settle', 200],
    ['withdraw', 'return', 300],
  ] as const)('ends on its written word only: %s, %s', async (way, what, balance) => {
    const ana = await world.saver('300.00');
    const id = await pending(way, ana, 25);
    expect((await end(what, id)).err).toBe(
      `Transfer ${id} is sending: only a transfer whose answer was lost can be ended manually, or on the brokerage’s written word (--written).\n`,
    );
    expect((await written(what, id)).exit).toBe(0);
    expect(await ana.balance()).toBe(balance);
    const [action] = await world.db.query(`SELECT was, is_now FROM actions WHERE details ->> 'transfer' = $1`, [id]);
    expect(action).toEqual({
      was: { state: 'sending' },
      is_now: { state: what === 'settle' ? 'settled' : 'returned' },
    });
    expect((await written(what, id)).exit).toBe(1);
  });

  test('is left alone while it may be under way: pending for less than a day, or sent again meanwhile', async () => {
    const ana = await world.saver('300.00');
    const id = await pending('withdraw', ana, 23);
    expect((await written('return', id)).err).toContain('is sending: ');
    const again = await pending('withdraw', ana, 25);
    // A worker has just marked it as sent once more, and waits for the answer.
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    let typed: Promise<Typed> | undefined;
    await transaction(world.db, async (tx) => {
      await tx.query('UPDATE broker_transfers SET attempts = attempts + 1 WHERE id = $1', [again]);
      typed = written('return', again);
      const isWaiting = async () => (await world.db.query(waiting)).length > 0;
      await vi.waitUntil(isWaiting, { timeout: 30_000, interval: 20 });
    });
    expect((await typed)?.err).toContain('is sending: ');
    expect(await ana.balance()).toBe(100);
    await takeOver(world);
  }, 60_000);

  test('needs it to have been sent', async () => {
    const ana = await world.saver('300.00');
    const { Id } = await world.withdraw(ana);
    expect((await written('return', Id)).err).toContain('is held: only a transfer whose answer was lost');
    await takeOver(world);
  });
});

test.each(['', 'no', 'x'.repeat(501)])('[R6] rejects evidence %j', async (evidence) => {
  const typed = await lastro(`transfer settle ${crypto.randomUUID()} --amount 1 --evidence`, evidence);
  expect([typed.exit, typed.err]).toEqual([2, expect.stringContaining('evidence: 3 to 500 characters')]);
});

describe('[R6] querying the brokerage again', () => {
  test('settles by its answer immediately', async () => {
    const ana = await world.saver('300.00');
    const { Id: id } = await world.deposit(ana);
    const send: typeof world.brokerage.send = async (request) => {
      await world.brokerage.send(request);
      return { kind: 'unknown', error: 'timeout' };
    };
    await takeOver(world, { ...world.brokerage, send }, 1);
    expect(await ana.balance()).toBe(300);
    expect((await lastro(`transfer ask ${id}`)).out).toBe(`Transfer ${id} is settled.\n`);
    expect(await ana.balance()).toBe(400);
    expect(await lastAction(world)).toMatchObject({ action: 'transfer ask', details: { transfer: id } });
  });

  test('is refused for an ended transfer, an unknown one, and when no brokerage is known', async () => {
    const ana = await world.saver('300.00');
    const { Id: id } = await world.deposit(ana);
    await takeOver(world);
    expect((await lastro(`transfer ask ${id}`)).err).toBe(`Transfer ${id} is settled: there is nothing left to ask.\n`);
    expect((await lastro(`transfer ask ${crypto.randomUUID()}`)).err).toContain('There is no transfer');
    expect((await lastroOf(world)(`transfer ask ${id}`)).err).toContain('No brokerage is configured');
  });
});

test('[R6] the audit finds a manual end that is not journalled, and a missing step', async () => {
  const ana = await world.saver('300.00');
  const id = await lost('deposit', ana);
  const rules = async (tampering: string, back: string): Promise<string[]> => {
    await askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${tampering}`);
    const found = (await world.audit()).filter(({ where }) => where.includes(id)).map(({ where }) => where);
    await askAsOwner(world.db.adminUrl, `SET session_replication_role = replica; ${back}`);
    return found;
  };
  const gone = await rules(
    `DELETE FROM transfer_steps WHERE transfer_id = '${id}' AND number = 2`,
    `INSERT INTO transfer_steps (transfer_id, number, state, attempts) SELECT id, 2, 'sending', 1 FROM broker_transfers WHERE id = '${id}'`,
  );
  expect(gone).toEqual([`transfer ${id} is unknown, its last step unknown`]);
  const invented = await rules(
    `INSERT INTO transfers_by_hand (transfer_id, outcome, evidence) SELECT id, 'settled', 'none' FROM broker_transfers WHERE id = '${id}'`,
    `DELETE FROM transfers_by_hand WHERE transfer_id = '${id}'`,
  );
  expect(invented).toEqual([`transfer ${id} is unknown, by hand settled, journalled nowhere`]);
});

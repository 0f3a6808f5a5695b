import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchMails } from '#mail/server/watch-mails.ts';
import { follow } from '#notices/server/testing/follow.ts';
import { openDatabase, type Database, type Tx } from '#platform/server/database.ts';
import { boundLog } from '#platform/server/log-destination.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { transaction } from '#platform/server/transaction.ts';
import { watchTransfers } from '#wallet/server/watch-transfers.ts';
import { openWorld, type World } from '#testing/server/world.ts';

/** Every alarm of docs/operations.md, and what makes it fire. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ treasury: '0', env: { DATABASE_LISTEN_URL: 'postgresql://nobody@127.0.0.1:9/nowhere' } });
  watchMails(world.db);
  watchTransfers(world.db);
});
afterAll(() => world.close());

const trouble = (cause: string): string => `increase(lastro_database_troubles_total{cause="${cause}"}[5m]) > 0`;

/** Fails in whatever way it is meant to: what is told of it counts. */
async function failing(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow();
}

async function inDatabase(options: Partial<Parameters<typeof openDatabase>[0]>, work: (db: Database) => Promise<void>) {
  const db = openDatabase({ url: world.db.url, ...options });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

/** The database takes no more connections of the product meanwhile. */
async function withoutConnections(work: () => Promise<void>): Promise<void> {
  const name = new URL(world.db.url).pathname.slice(1);
  const limit = (most: number): Promise<unknown> =>
    askAsOwner(world.db.adminUrl, `ALTER DATABASE ${name} CONNECTION LIMIT ${most}`);
  await limit(0);
  try {
    await work();
  } finally {
    await limit(-1);
  }
}

const adviseLock = (tx: Tx, key: number): Promise<unknown> => tx.query('SELECT pg_advisory_xact_lock($1)', [key]);

/** Two who lock the same two things, each the other's second first. */
async function cross(): Promise<void> {
  let [tries, locked] = [0, 0];
  const lockBoth = (own: number): Promise<void> =>
    transaction(world.db, async (tx) => {
      const isFirst = tries++ < 2;
      await adviseLock(tx, own);
      locked += 1;
      while (isFirst && locked < 2) await pause(5);
      await adviseLock(tx, 3 - own);
    });
  await Promise.all([lockBoth(1), lockBoth(2)]);
}

/** Somebody else changes what is being changed. */
async function overtake(): Promise<void> {
  const change = 'UPDATE sandbox_clock SET ahead_ms = ahead_ms';
  let tries = 0;
  await transaction(world.db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await tx.query('SELECT FROM sandbox_clock');
    if (tries++ === 0) await world.db.query(change);
    await tx.query(change);
  });
}

const scenarios: Record<string, () => Promise<unknown>> = {
  'lastro_treasury_usd < 1000': async () => {},
  'lastro_broker_transfers_overdue > 0': () => withdrawal('held', `now() - interval '16 minutes'`),
  'lastro_withdrawals_awaiting_approval > 0': () => withdrawal('awaiting_approval', 'now()'),
  'lastro_mails_stuck > 0': () => mail(`'waiting', now() - interval '11 minutes', now(), NULL`),
  'lastro_mails_given_up > 0': () => mail(`'refused', now(), NULL, now()`),
  'lastro_streams_open > 0 and lastro_streams_hearing == 0': async () => {
    const address = await world.http.app.listen({ port: 0, host: '127.0.0.1' });
    await follow(address, (await world.investor()).token);
  },
  'increase(lastro_errors_total[5m]) > 0': async () => world.http.app.log.error('something that should not be'),
  [trouble('connection_lost')]: () => failing(world.db.query(`SELECT pg_terminate_backend(pg_backend_pid())`)),
  [trouble('statement_timeout')]: () =>
    failing(
      transaction(world.db, async (tx) => {
        await tx.query('SET LOCAL statement_timeout = 50');
        await tx.query('SELECT pg_sleep(10)');
      }),
    ),
  [trouble('lock_timeout')]: () =>
    transaction(world.db, async (holder) => {
      await adviseLock(holder, 7);
      await failing(
        transaction(world.db, async (tx) => {
          await tx.query('SET LOCAL lock_timeout = 50');
          await adviseLock(tx, 7);
        }),
      );
    }),
  [trouble('no_answer')]: () => inDatabase({ patienceMs: 200 }, (db) => failing(db.query('SELECT pg_sleep(5)'))),
  [trouble('pool_exhausted')]: () =>
    inDatabase({ connections: 1, waitMs: 1_000 }, (db) => transaction(db, async () => failing(db.query('SELECT 1')))),
  [trouble('too_many_connections')]: () =>
    withoutConnections(() => inDatabase({}, (db) => failing(db.query('SELECT 1')))),
  [trouble('read_only')]: () =>
    failing(
      transaction(world.db, async (tx) => {
        await tx.query('SET TRANSACTION READ ONLY');
        await tx.query('DELETE FROM staff_files');
      }),
    ),
  [trouble('deadlock')]: cross,
  [trouble('serialization')]: overtake,
  'increase(lastro_log_lines_dropped_total[5m]) > 0': async () => boundLog(() => {}, 0).write('nobody reads this\n'),
};

async function withdrawal(state: string, queuedAt: string): Promise<void> {
  const { id } = await world.investor();
  await world.db.query(
    `INSERT INTO broker_transfers (id, cell, customer_id, direction, amount, currency, rate, fee, net, state, created_at, queued_at,
       due_at, needs_approval, waits_because)
     VALUES (gen_random_uuid(), cell_of($1), $1, 'withdrawal', 1000000, 'usdt', 1000000, 20000, 980000, $2, now(), ${queuedAt},
       CASE WHEN $2 = 'held' THEN now() END, $2 <> 'held', CASE WHEN $2 <> 'held' THEN 'over_limit' END)`,
    [id, state],
  );
}

async function mail(standing: string): Promise<void> {
  const { id } = await world.investor();
  await world.db.query(
    `INSERT INTO mails (id, cell, kind, cause, about, deadline_at, state, queued_at, due_at, ended_at)
     VALUES (gen_random_uuid(), 0, 'test', $1, '{}', now() + interval '1 day', ${standing})`,
    [`test:${id}`],
  );
}

async function scrape(): Promise<string> {
  return (await world.ask({ method: 'GET', url: '/metrics' })).body;
}

/** One of a scrape's figures; all its labels have to be those of the expression. */
function figure(scraped: string, name: string): number {
  const line = scraped.split('\n').find((each) => each.startsWith(`${name} `));
  return line ? Number(line.slice(name.length)) : Number.NaN;
}

const compare: Record<string, (is: number, bound: number) => boolean> = {
  '>': (is, bound) => is > bound,
  '<': (is, bound) => is < bound,
  '==': (is, bound) => is === bound,
};

/** Whether an expression holds now; an increase is that since the earlier scrape. */
function holds(expression: string, before: string, after: string): boolean {
  return expression.split(' and ').every((term) => {
    const [, increased, plain, operator = '', bound] =
      /^(?:increase\((.+)\[5m\]\)|(\S+)) (\S+) (\S+)$/.exec(term) ?? [];
    const is = increased ? figure(after, increased) - figure(before, increased) : figure(after, plain ?? '');
    return compare[operator]?.(is, Number(bound)) === true;
  });
}

test('[R1] the alarms of docs/operations.md are those that are tried here', () => {
  const page = readFileSync(join(projectFolder, 'docs/operations.md'), 'utf8');
  const table = page.slice(page.indexOf('### Alarms'), page.indexOf('## What is bounded'));
  const alarms = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, expression]) => expression);
  expect(new Set(alarms)).toEqual(new Set(Object.keys(scenarios)));
});

test.each(Object.entries(scenarios))('[R1] %s', async (expression, happen) => {
  const before = await scrape();
  const isOfTheBeginning = expression === 'lastro_treasury_usd < 1000';
  expect(holds(expression, before, before)).toBe(isOfTheBeginning);
  await happen();
  await expect.poll(async () => holds(expression, before, await scrape())).toBe(true);
});

test('[R1] what the database did not do is in the log with its cause, without values, and the call with its route', async () => {
  const ana = await world.investor();
  world.logLines.length = 0;
  await withoutConnections(async () => {
    await askAsOwner(
      world.db.adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'lastro_app'
      AND datname = current_database()`,
    );
    // The first finds that its connection is gone; the next gets none.
    for (let n = 0; n < 30; n += 1) expect((await ana.get('/api/user')).statusCode).toBe(503);
  });
  const said = world.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(said).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'database trouble',
      cause: 'too_many_connections',
      code: '53300',
      statement: 'connect',
    }),
  );
  expect(said).toContainEqual(
    expect.objectContaining({
      level: 40,
      msg: 'not answered',
      cause: 'too_many_connections',
      method: 'GET',
      route: '/api/user',
    }),
  );
  await failing(
    world.db.query(`SELECT pg_sleep(0) FROM pg_terminate_backend(pg_backend_pid()) WHERE 'a value' = $1`, ['a value']),
  );
  expect(world.logLines.at(-1)).toContain('"cause":"connection_lost"');
  expect(world.logLines.at(-1)).not.toContain('a value');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Lane } from '#mail/server/mail-queue.ts';
import { watchMails } from '#mail/server/watch-mails.ts';
import { follow } from '#notices/server/testing/follow.ts';
import { openDatabase, type Database, type Tx } from '#database/server/database.ts';
import { readMailTrouble } from '#mail/server/watch-mails.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { boundLog } from '#telemetry/server/log-destination.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { transaction } from '#database/server/transaction.ts';
import { watchDatabase } from '#database/server/watch-database.ts';
import { watchRateFigures } from '#wallet/server/watch-rate-figures.ts';
import { watchTransfers } from '#wallet/server/watch-transfers.ts';
import { openWorld, type World } from '#testing/server/world.ts';
import { watchBackups } from '#operator/server/watch-backups.ts';
import { watchPurging } from './watch-purging.ts';
import { watchSettling } from './watch-settling.ts';

/** Every alarm of deploy/prometheus/alerts.yml, with the scenario that fires it. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ treasury: '0', env: { DATABASE_LISTEN_URL: 'postgresql://nobody@127.0.0.1:9/nowhere' } });
  watchMails(world.db);
  watchTransfers(world.db);
  watchRateFigures(world.db, 'sandbox');
  // No caching here: cached figures are queried on every scrape.
  watchDatabase(world.db, 0);
  watchPurging(world.db, 0);
  watchSettling(world.db, 0);
});
afterAll(() => world.close());

const trouble = (cause: string): string => `increase(lastro_database_troubles_total{cause="${cause}"}[5m]) > 0`;

/** Expects the work to fail, in any way: the reported metric is what counts. */
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

/** Meanwhile the database accepts no further connections from the product. */
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

/** Two transactions lock the same two keys in opposite order. */
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

/** Another transaction updates the row that is being updated. */
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

/** A database that answers one query with a made-up row: a test cannot wait a day, or for two hundred million transactions. */
function pretending(about: string, row: object): Database {
  const query = async <Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
    text.includes(about) ? [row as Row] : world.db.query<Row>(text, values);
  return { ...world.db, query };
}

/** Holds what another transaction waits for, with a statement running, until the figure has been seen. */
async function meanwhile(hold: (tx: Tx) => Promise<unknown>, wait: () => Promise<unknown>): Promise<void> {
  let isSeen = false;
  letGo = () => (isSeen = true);
  const started = transaction(world.db, async (tx) => {
    await hold(tx);
    const waiting = wait();
    while (!isSeen) await pause(20);
    return { waiting };
  });
  underWay = started.then(({ waiting }) => waiting).catch(() => {});
}
let letGo = (): void => {};
let underWay: Promise<unknown> = Promise.resolve();

const scenarios: Record<string, () => Promise<unknown>> = {
  'lastro_treasury_usd < 1000': async () => {},
  // No worker runs here.
  'lastro_settling_overdue_seconds > 600': async () => {
    const { id } = await world.investor({ balance: '100' });
    await world.db.query(
      `SELECT open_position('copytrade', gen_random_uuid(), $1, 100000000, NULL, 0, now() - interval '33 days', now() - interval '48 hours 11 minutes')`,
      [id],
    );
  },
  'lastro_broker_transfers_overdue > 0': () => withdrawal('held', `now() - interval '16 minutes'`),
  'lastro_withdrawals_awaiting_approval > 0': () => withdrawal('awaiting_approval', 'now()'),
  // Other emails are sent meanwhile.
  'lastro_mails_stuck{lane="urgent"} > 0': async () => {
    await mail(`'waiting', now() - interval '6 minutes', now(), NULL`, 'urgent');
    await mail(`'sent', now(), NULL, now()`);
  },
  'lastro_mails_stuck{lane="ordinary"} > 0': async () => {
    await world.db.query('DELETE FROM mails');
    await mail(`'waiting', now() - interval '11 minutes', now(), NULL`);
  },
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
  [trouble('no_room')]: () =>
    failing(world.db.query(`DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)),
  [trouble('deadlock')]: cross,
  [trouble('serialization')]: overtake,
  'increase(lastro_log_lines_dropped_total[5m]) > 0': async () => boundLog(() => {}, 0).write('nobody reads this\n'),
  'lastro_database_longest_lock_wait_seconds > 5': () =>
    meanwhile(
      (tx) => adviseLock(tx, 9),
      () => transaction(world.db, (tx) => adviseLock(tx, 9)),
    ),
  'lastro_database_longest_statement_seconds > 12': async () => void (underWay = world.db.query('SELECT pg_sleep(13)')),
  'increase(lastro_database_slow_statements_total[5m]) > 20': () =>
    Promise.all(Array.from({ length: 21 }, () => world.db.query('SELECT pg_sleep(0.55)'))),
  'lastro_table_dead_share > 0.4': async () => {
    const line = `SELECT 'dead:' || n, 0, 0 FROM generate_series(1, 12000) AS n`;
    await world.db.query(`INSERT INTO attempts (key, points, expire) ${line}`);
    await world.db.query(`DELETE FROM attempts WHERE key LIKE 'dead:%'`);
  },
  'lastro_database_xid_age_share > 1.5': async () =>
    watchDatabase(pretending('datfrozenxid', { bytes: 1, xid_share: 1.6, archive_failing: false }), 0),
  'lastro_wal_archive_failing == 1': async () =>
    watchDatabase(pretending('datfrozenxid', { bytes: 1, xid_share: 0, archive_failing: true }), 0),
  'lastro_purge_overdue_seconds > 86400': async () => {
    const { id } = await world.investor();
    await world.db.query(
      `INSERT INTO idempotency_keys (customer_id, key, request_hash, status, answer, created_at)
       VALUES ($1, 'old', '\\x00', 200, '{}', now() - interval '32 days')`,
      [id],
    );
  },
  'lastro_backup_age_seconds > 93600': async () => watchBackups(pretending('backup note', { age: 93_601 })),
  'up{job="lastro"} == 0': () => world.http.app.close(),
};

async function withdrawal(state: string, queuedAt: string): Promise<void> {
  const { id } = await world.investor();
  await world.db.query(
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, queued_at,
       due_at, needs_approval, waits_because)
     VALUES (gen_random_uuid(), $1, 'withdrawal', 1000000, 'usdt', 1000000, 20000, 980000, $2, now(), ${queuedAt},
       CASE WHEN $2 = 'held' THEN now() END, $2 <> 'held', CASE WHEN $2 <> 'held' THEN 'over_limit' END)`,
    [id, state],
  );
}

async function mail(standing: string, lane: Lane = 'ordinary'): Promise<void> {
  const { id } = await world.investor();
  await world.db.query(
    `INSERT INTO mails (id, kind, cause, about, deadline_at, is_urgent, state, queued_at, due_at, ended_at)
     VALUES (gen_random_uuid(), 'test', $1, '{}', now() + interval '1 day', $2, ${standing})`,
    [`test:${id}`, lane === 'urgent'],
  );
}

/** Mimics Prometheus, which itself records whether the target answered. */
async function scrape(): Promise<string> {
  const answer = await world.ask({ method: 'GET', url: '/metrics' }).catch(() => null);
  return answer ? `${answer.body}\nup{job="lastro"} 1\n` : 'up{job="lastro"} 0\n';
}

/** The samples of the named metric; if the expression names labels, only those with these labels. */
function figures(scraped: string, name: string): Map<string, number> {
  const lines = scraped.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

const compare: Record<string, (is: number, bound: number) => boolean> = {
  '>': (is, bound) => is > bound,
  '<': (is, bound) => is < bound,
  '==': (is, bound) => is === bound,
};

/** Whether an expression holds now for any labels; an increase is measured from the earlier scrape. */
function holds(expression: string, before: string, after: string): boolean {
  return expression.split(' and ').every((term) => {
    const [, increased, plain = '', operator = '', bound] =
      /^(?:increase\((.+)\[5m\]\)|(\S+)) (\S+) (\S+)$/.exec(term) ?? [];
    const was = increased ? figures(before, increased) : null;
    return [...figures(after, increased ?? plain)].some(
      ([labels, is]) => compare[operator]?.(was ? is - (was.get(labels) ?? Number.NaN) : is, Number(bound)) === true,
    );
  });
}

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const readText = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');
const { groups } = parse(readText('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

test('[O5] every alarm in the file is tested here, listed in docs/operations.md, and says what to do', () => {
  const page = readText('docs/operations.md');
  const table = page.slice(page.indexOf('### Alarms'), page.indexOf('## What is bounded'));
  const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, expression]) => expression);
  expect(rules.map(({ expr }) => expr)).toEqual(listed);
  expect(new Set(rules.map(({ expr }) => expr))).toEqual(new Set(Object.keys(scenarios)));
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, for: lasting = '0m', labels, annotations } of rules) {
    expect(alert).toMatch(/^Lastro[A-Z]\w+$/);
    expect(lasting).toMatch(/^\d+m$/);
    expect(['page', 'ticket']).toContain(labels.severity);
    for (const sentence of [annotations.summary, annotations.runbook]) expect(sentence).toMatch(/^[A-Z].{10,}/);
  }
});

test('[O5] an announcement that takes hours to send raises no alarm, one that has stalled does', async () => {
  const stuck = async (): Promise<(number | undefined)[]> => {
    const found = figures(await scrape(), 'lastro_mails_stuck');
    return ['urgent', 'ordinary'].map((lane) => found.get(`lastro_mails_stuck{lane="${lane}"}`));
  };
  await world.db.query('DELETE FROM mails');
  for (let n = 0; n < 3; n += 1) await mail(`'waiting', now() - interval '3 hours', now(), NULL`);
  await mail(`'sent', now() - interval '3 hours', NULL, now() - interval '1 minute'`);
  expect(await stuck()).toEqual([0, 0]);
  // One that the mail server refuses does, whatever else leaves.
  await world.db.query(
    `UPDATE mails SET failures = 1, last_error = 'smtp_554' WHERE id = (SELECT id FROM mails WHERE state = 'waiting' LIMIT 1)`,
  );
  expect(await stuck()).toEqual([0, 1]);
  expect(await readMailTrouble(world.db)).toEqual({ stuck: 1, lost: 0, said: 'smtp_554' });
  // A code that is sent says nothing about the ordinary emails.
  await mail(`'sent', now(), NULL, now()`, 'urgent');
  await world.db.query(
    `UPDATE mails SET ended_at = now() - interval '11 minutes' WHERE state = 'sent' AND NOT is_urgent`,
  );
  expect(await stuck()).toEqual([0, 3]);
  await world.db.query('DELETE FROM mails');
});

test('[O5] every query of the Grafana dashboard uses existing metrics, and every metric of the product is shown', async () => {
  interface Panel {
    title: string;
    targets?: { expr: string }[];
  }
  const { panels } = JSON.parse(readText('deploy/grafana/lastro.json')) as { panels: Panel[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const named = (text: string): string[] =>
    [...text.matchAll(/\b((?:lastro|process|nodejs)_\w+)/g)].map(([, name = '']) =>
      name.replace(/(?<=answer_seconds|commit_calls)_(bucket|count|sum)$/, ''),
    );
  // The last one exists only where a replica is configured.
  const there = new Set([...metrics.getMetricsAsArray().map(({ name }) => name), 'lastro_replica_behind_seconds']);
  expect(queries.flatMap(named).filter((name) => !there.has(name))).toEqual([]);
  expect(queries.filter((query) => named(query).length === 0)).toEqual([]);
  const shown = new Set(queries.flatMap(named));
  const ours = [...there].filter((name) => name.startsWith('lastro_') && !name.includes('hearing'));
  expect(ours.filter((name) => !shown.has(name))).toEqual([]);
  expect(rules.flatMap(({ expr }) => named(expr)).filter((name) => !there.has(name))).toEqual([]);
});

test('[R1] logs a database failure with its cause, without values, and the call with its route', async () => {
  const ana = await world.investor();
  world.logLines.length = 0;
  await withoutConnections(async () => {
    await askAsOwner(
      world.db.adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'lastro_app'
      AND datname = current_database()`,
    );
    // The first call finds its connection gone; the next ones get none.
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

// The last scenario closes the server.
test.each(Object.entries(scenarios))('[O5] [R1] %s', async (expression, happen) => {
  const before = await scrape();
  const isOfTheBeginning = expression === 'lastro_treasury_usd < 1000';
  expect(holds(expression, before, before)).toBe(isOfTheBeginning);
  try {
    await happen();
    await expect.poll(async () => holds(expression, before, await scrape())).toBe(true);
  } finally {
    letGo();
    await underWay;
  }
});

import type pg from 'pg';
import { customerAccounts } from '#ledger/journal.ts';
import { vaultTermsVersion } from '#primevault/terms-version.ts';
import { beganDaysAgo, cameOverDays, drawnFromTreasury, type Life, lives, type Reckoned, reckonLife } from './life.ts';

/** The number of customers who bring others. Those they bring have no money and exist for network queries. */
export const headsOf = (customers: number): number => Math.min(1_000, Math.floor(customers / 20));
export const broughtByEach = 20;

const filled = ['ledger.journals', 'positions', 'broker_transfers'] as const;
const micros = (usd: number): string => `${BigInt(Math.round(usd * 1_000_000))}::bigint`;
const momentOf = (day: number): string => `born + interval '${day} days'`;

/**
 * Generates every customer's whole life, layer by layer: each statement adds the next journal of every customer, chained to the one before
 * by `ledger.chain` itself. Triggers are bypassed and indexes built afterwards; `books audit` verifies the result.
 *
 * @param owner connected as the superuser, because it bypasses triggers, which no login of the product may do
 */
export async function generate(
  owner: pg.Client,
  customers: number,
  log: (what: string) => void,
  life: Life = lives.whole,
): Promise<void> {
  const run = (sql: string): Promise<unknown> => owner.query(sql);
  await run(helpers);
  await run(
    `SET session_replication_role = replica; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'; SET statement_timeout = 0`,
  );
  await run(dropIndexes([...filled]));
  log('customers');
  await run(people(customers));
  for (const step of reckonLife(life)) {
    log(`journal ${step.number} of ${life.steps.length}`);
    for (const sql of layer(step, idsOf(life))) await run(sql);
  }
  log('positions and transfers');
  for (const sql of rest(life)) await run(sql);
  log('indexes');
  await run(remakeIndexes);
  await run('RESET session_replication_role');
  log('statistics');
  await run('VACUUM (ANALYZE)');
}

/** Deterministic ids. As in the product, the id of an event contains its timestamp. */
const helpers = `
  CREATE SCHEMA bench;
  GRANT USAGE ON SCHEMA bench TO lastro_app;
  CREATE FUNCTION bench.customer(n int) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT overlay(overlay(md5('customer ' || n) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid
  $$;
  CREATE FUNCTION bench.id_at(at timestamptz, what text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(what), 1, 3) || '8' || substr(md5(what), 4, 15))::uuid
  $$;
  GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO lastro_app;
  CREATE TABLE bench.dropped (place int GENERATED ALWAYS AS IDENTITY, turn int NOT NULL DEFAULT 0, made text NOT NULL)`;

function dropIndexes(tables: string[]): string {
  return `DO $$
    DECLARE r record;
    BEGIN
      -- foreign keys that need a key of these tables go before it, and come back after it
      FOR r IN SELECT CASE contype WHEN 'f' THEN 1 ELSE 0 END AS turn,
          format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS made,
          format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS gone
        FROM pg_constraint
        WHERE contype IN ('p', 'u') AND conrelid = ANY ('{${tables.join()}}'::regclass[])
          OR contype = 'f' AND confrelid = ANY ('{${tables.join()}}'::regclass[])
        ORDER BY contype = 'f' DESC
      LOOP
        EXECUTE r.gone;
        INSERT INTO bench.dropped (made, turn) VALUES (r.made, r.turn);
      END LOOP;
      FOR r IN SELECT pg_get_indexdef(indexrelid) AS made, format('DROP INDEX %s', indexrelid::regclass) AS gone
        FROM pg_index WHERE NOT indisprimary AND NOT indisunique
          AND indrelid = ANY ('{${tables.join()},customers}'::regclass[])
      LOOP
        EXECUTE r.gone;
        INSERT INTO bench.dropped (made) VALUES (r.made);
      END LOOP;
    END $$`;
}

const remakeIndexes = `DO $$
  DECLARE r record;
  BEGIN
    FOR r IN SELECT made FROM bench.dropped ORDER BY turn, place LOOP
      EXECUTE r.made;
    END LOOP;
    DROP TABLE bench.dropped;
  END $$`;

function people(customers: number): string {
  const columns = `id, email, email_confirmed_at, name, phone, birth, password_hash, code, referrer_id, root_id, depth, jump_id, jump_depth, search_words,
    terms_accepted_at, terms_version, created_at`;
  const values = (
    id: string,
    n: string,
    code: string,
    referrer: string,
  ): string => `${id}, 'bench${code.toLowerCase()}' || ${n} || '@example.net',
    now(), 'Bench ' || ${n}, '+5511987654321', '1990-01-01', 'none', '${code}' || ${n}, ${referrer},
    coalesce(${referrer}, ${id}), CASE WHEN ${referrer} IS NULL THEN 0 ELSE 1 END, coalesce(${referrer}, ${id}), 0,
    array_to_tsvector(ARRAY['bench', (${n})::text, 'bench${code.toLowerCase()}' || ${n}, 'example', 'net']), now(), '1', born`;
  return `
    CREATE TABLE bench.people AS
      SELECT n, bench.customer(n) AS owner,
        date_trunc('second', now()) - interval '${beganDaysAgo} days' + (hashint4(n)::bigint + 2147483648) % ${cameOverDays * 86_400} * interval '1 second' AS born
      FROM generate_series(1, ${customers}) AS n;
    INSERT INTO customers (${columns}) SELECT ${values('owner', 'n', 'B', 'NULL::uuid')} FROM bench.people;
    INSERT INTO customers (${columns})
      SELECT ${values('gen_random_uuid()', `(p.n * ${broughtByEach} + k)`, 'M', 'p.owner')}
      FROM bench.people p, generate_series(1, ${broughtByEach}) AS k WHERE p.n <= ${headsOf(customers)};
    INSERT INTO vault_acceptances (customer_id, version, accepted_at) SELECT owner, '${vaultTermsVersion}', born FROM bench.people;
    CREATE UNLOGGED TABLE bench.layer0 AS SELECT n, owner, born, ''::bytea AS hash, NULL::uuid AS reference FROM bench.people`;
}

/** The id of a step's subject, derived from the day of the subject's first step. */
const idsOf =
  ({ steps }: Life) =>
  (about: string): string => {
    const first = steps.find((step) => step.about === about);
    return `bench.id_at(${momentOf(first?.day ?? 0)}, '${about} ' || n)`;
  };

function layer({ number, day, kind, about, key, legs, after }: Reckoned, idOf: (about: string) => string): string[] {
  const moment = momentOf(day);
  const keyed = `'${key[0]}' || reference || '${key[1]}'`;
  const moved = legs.map(([from, to, usd]) => `('${from}>${to}', ${micros(usd)})`);
  const amounts = `(SELECT ARRAY(SELECT coalesce(m.amount, 0) FROM unnest(k.legs) WITH ORDINALITY AS l (leg, n)
    LEFT JOIN (VALUES ${moved.join(', ')}) AS m (leg, amount) USING (leg) ORDER BY n) FROM ledger.kinds k WHERE k.kind = '${kind}')`;
  const balances = customerAccounts.map((account) => micros(after[account]));
  return [
    `CREATE UNLOGGED TABLE bench.layer${number} AS
       SELECT n, owner, born, reference,
         ledger.chain(before, owner, ${number}, ${moment}, ${keyed}, '${kind}', reference, ${amounts}) AS hash
       FROM (SELECT n, owner, born, hash AS before, ${idOf(about)} AS reference FROM bench.layer${number - 1} OFFSET 0) l`,
    `DROP TABLE bench.layer${number - 1}`,
    `INSERT INTO ledger.journals (owner, number, key, kind, reference, amounts, happened_at, posted_at, hash, ${customerAccounts.join(', ')})
       SELECT owner, ${number}, ${keyed}, '${kind}', reference, ${amounts}, ${moment}, ${moment}, hash, ${balances.join(', ')}
       FROM bench.layer${number}`,
  ];
}

function rest(life: Life): string[] {
  const last = reckonLife(life).at(-1) as Reckoned;
  const idOf = idsOf(life);
  const withdraws = life.steps.some((step) => step.about === 'withdrawal');
  const balances = customerAccounts.map((account) => micros(last.after[account])).join(', ');
  const transfer = (about: string, direction: string, usd: number, fee: number, begins: number, ends: number): string =>
    `INSERT INTO broker_transfers (id, customer_id, direction, amount, currency, rate, fee, net, state, created_at, ended_at, queued_at, due_at)
     SELECT ${idOf(about)}, owner, '${direction}', ${micros(usd)}, 'usdt', 1000000, ${micros(fee)}, ${micros(usd - fee)}, 'settled',
       ${momentOf(begins)}, ${momentOf(ends)}, ${momentOf(begins)}, NULL FROM bench.people`;
  return [
    `INSERT INTO ledger.accounts (owner, ${customerAccounts.join(', ')}, booked, number, head, last_at)
       SELECT owner, ${balances}, -${micros(drawnFromTreasury(life))}, ${last.number}, hash, ${momentOf(last.day)} FROM bench.layer${last.number}`,
    `DROP TABLE bench.layer${last.number}`,
    `UPDATE ledger.treasury SET balance = balance - (SELECT count(*) FROM bench.people) * ${micros(drawnFromTreasury(life))} / 16`,
    ...life.positions.map(
      (
        each,
      ) => `INSERT INTO positions (id, customer_id, product, amount, rate, promised, started_at, ends_at, state, closed_at)
       SELECT ${idOf(each.about)}, owner, '${each.product}', ${micros(each.usd)},
         ${each.percent === null ? 'NULL' : micros(each.percent)}, ${micros((each.usd * (each.percent ?? 0)) / 100)},
         ${momentOf(each.day)}, ${momentOf(each.ends)}, '${each.state}',
         ${each.state === 'running' ? 'NULL' : momentOf('closed' in each ? each.closed : each.ends)} FROM bench.people`,
    ),
    `INSERT INTO maturity_days (product, due_on, positions, amount, promised)
       SELECT product, (ends_at AT TIME ZONE house_zone())::date, count(*), sum(amount), sum(promised) FROM positions
       WHERE state = 'running' GROUP BY 1, 2`,
    transfer('deposit', 'deposit', 100_000, 0, 0, 0),
    ...(withdraws ? [transfer('withdrawal', 'withdrawal', 500, 10, 60, 61)] : []),
    `INSERT INTO transfer_steps (transfer_id, number, state, attempts, happened_at)
       SELECT id, 1, state, attempts, ended_at FROM broker_transfers`,
    ...(withdraws ? [withdrawalHours] : []),
  ];
}

const withdrawalHours = `
  INSERT INTO withdrawal_hours (hour, amount)
  SELECT date_bin('1 hour', ${momentOf(60)}, timestamptz 'epoch'), sum(${micros(500)}) FROM bench.people GROUP BY 1`;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#platform/server/project-folder.ts';
import { cloneDatabase } from '#testing/server/clone-database.ts';

/** Tables that every cell reads and few write; all others belong to a cell. */
const everywhere = [
  'ledger.kinds',
  'public.accepted_rates',
  'public.action_chain',
  'public.actions',
  'public.announcements',
  'public.attempts',
  'public.brl_deposit_hours',
  'public.cause_clock',
  'public.customers',
  'public.installation',
  'public.migrations',
  'public.operations',
  'public.pattern_marks',
  'public.payout_feeds',
  'public.payout_index',
  'public.products',
  'public.promocodes',
  'public.rate_judge',
  'public.reconciliation_notes',
  'public.refused_rates',
  'public.report_file_parts',
  'public.report_files',
  'public.sandbox_clock',
  'public.secret_mark',
  'public.setting_versions',
  'public.setting_withdrawals',
  'public.staff',
  'public.staff_apps',
  'public.staff_challenges',
  'public.staff_devices',
  'public.staff_files',
  'public.staff_looks',
  'public.staff_passkeys',
  'public.staff_requests',
  'public.staff_sessions',
  'public.staff_tokens',
  'public.staff_visits',
];

/** Returns a row for each reason why the tables could not be distributed over several servers by cell. */
const violations = `
  WITH everywhere AS (SELECT to_regclass(name)::oid AS oid FROM unnest($1::text[]) AS name),
  t AS (
    SELECT c.oid, c.oid::regclass AS name, c.relname, (
      SELECT attnum FROM pg_attribute WHERE attrelid = c.oid AND attname = 'cell' AND attnotnull AND NOT attisdropped
        AND atttypid = 'smallint'::regtype AND attgenerated = '' AND NOT atthasdef) AS cell
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'ledger') AND c.oid NOT IN (SELECT oid FROM everywhere)
  )
  SELECT 'no cell that is written with the row' AS why, name::text AS place FROM t WHERE cell IS NULL
  UNION ALL
  SELECT 'a customer in whatever cell', name::text FROM t
  WHERE EXISTS (SELECT FROM pg_attribute WHERE attrelid = t.oid AND attname IN ('customer_id', 'beneficiary_id', 'root_id', 'owner'))
    AND NOT EXISTS (
      SELECT FROM pg_constraint WHERE conrelid = t.oid AND contype = 'c' AND pg_get_constraintdef(oid) ~ 'cell = ((public\\.)?cell_of|get_byte\\(uuid_send)\\(')
    AND NOT EXISTS (
      SELECT FROM pg_trigger g JOIN pg_proc f ON f.oid = g.tgfoid
      WHERE g.tgrelid = t.oid AND g.tgname = t.relname || '_are_in_their_cell' AND f.prosrc ~ 'NEW.cell <?= get_byte\\(uuid_send\\(NEW\\.')
  UNION ALL
  SELECT 'no primary key', name::text FROM t WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = t.oid AND contype = 'p')
  UNION ALL
  SELECT 'unique without cell', i.indexrelid::regclass::text FROM t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique
  WHERE t.cell IS NULL OR NOT t.cell = ANY (i.indkey::int2[])
  UNION ALL
  SELECT 'foreign key that leaves its cell', k.conrelid::regclass || '.' || k.conname
  FROM t JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'f' LEFT JOIN t r ON r.oid = k.confrelid
  WHERE k.confrelid NOT IN (SELECT oid FROM everywhere)
    AND (t.cell IS NULL OR NOT EXISTS (SELECT FROM unnest(k.conkey, k.confkey) AS p (a, b) WHERE p.a = t.cell AND p.b = r.cell))
  UNION ALL
  SELECT 'foreign key from everywhere into a cell', k.conrelid::regclass || '.' || k.conname
  FROM pg_constraint k JOIN t ON t.oid = k.confrelid WHERE k.contype = 'f' AND k.conrelid IN (SELECT oid FROM everywhere)
  UNION ALL
  SELECT 'statement trigger that a shard never fires', g.tgrelid::regclass || '.' || g.tgname
  FROM pg_trigger g JOIN t ON t.oid = g.tgrelid
  WHERE NOT g.tgisinternal AND (g.tgtype & 1) = 0 AND (g.tgtype & (4 + 8 + 16)) <> 0
  UNION ALL
  SELECT 'identity or sequence that is not bigint', a.attrelid::regclass || '.' || a.attname
  FROM pg_attribute a JOIN t ON t.oid = a.attrelid WHERE a.attidentity <> '' AND a.atttypid <> 'bigint'::regtype
  UNION ALL
  SELECT 'role that a worker refuses', rolname FROM pg_roles WHERE rolname = 'lastro_app' AND NOT rolcanlogin
  ORDER BY 1, 2`;

test('[O4] every table with customer data can be distributed by its cell', async () => {
  const db = await cloneDatabase();
  expect(await db.query(violations, [everywhere])).toEqual([]);
  await db.close();
});

test('[O4] the list of tables without a cell names only existing tables', async () => {
  const db = await cloneDatabase();
  const missing = 'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NULL';
  expect(await db.query(missing, [everywhere])).toEqual([]);
  await db.close();
});

const inOne = '00000000-0000-4000-8000-000000000001';
const inOther = '00000000-0000-4000-8000-0000000000ff';

test('[O4] in tests, a transaction that writes two cells is refused unless it declares it', async () => {
  const db = await cloneDatabase();
  await db.query(
    `INSERT INTO customers (id, email, name, phone, birth, password_hash, code, terms_accepted_at, terms_version)
     SELECT id, id || '@example.com', 'Somebody', '1', '2000-01-01', '', id::text, now(), '1' FROM unnest($1::uuid[]) AS id`,
    [[inOne, inOther]],
  );
  const write = `INSERT INTO notice_preferences (customer_id, cell) SELECT id, cell_of(id) FROM unnest($1::uuid[]) AS id`;
  await expect(db.query(write, [[inOne, inOther]])).rejects.toThrow('this transaction writes cells 1 and 255');
  await db.query(write, [[inOne]]);
  await db.query(write, [[inOther]]);
  const escaped = `WITH many AS MATERIALIZED (SELECT set_config('test.many_cells', 'on', true))
    DELETE FROM notice_preferences USING many`;
  await db.query(escaped);
  await db.close();
});

test('[O4] each cell has its treasury row, and queries over all cells join on those rows', async () => {
  const db = await cloneDatabase();
  const rows = await db.query<{ cell: number }>('SELECT cell FROM ledger.treasury ORDER BY cell');
  expect(rows.map(({ cell }) => cell)).toEqual(Array.from({ length: 256 }, (_, cell) => cell));
  await db.close();
  // Rows that a statement generates itself are not co-located with the tables it joins them to.
  const sources = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' });
  const madeUp = sources.filter(
    (path) =>
      /(?<!\.test)\.ts$/.test(path) &&
      /generate_series\(0, ?255\)/.test(readFileSync(join(projectFolder, 'src', path), 'utf8')),
  );
  expect(madeUp).toEqual([]);
});

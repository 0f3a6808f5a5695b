import type { Mutant } from './mutant.ts';
import { changesOfSql } from './mutate-sql.ts';
import type { TemplateDatabase } from './test-bench.ts';

/** Every mutant of the ledger schema left by the migrations: each rule dropped, and each function with a fault in it. */
export async function mutateLedgerSchema(database: TemplateDatabase): Promise<Mutant[]> {
  const rules = await database.query<DroppedRule>(droppedRulesSql);
  const functions = await database.query<{ name: string; definition: string }>(functionsSql);
  return [...rules.map(withoutRule), ...functions.flatMap(({ name, definition }) => spoilFunction(name, definition))];
}

interface DroppedRule {
  place: string;
  rule: string;
  sql: string;
}

function withoutRule({ place, rule, sql }: DroppedRule): Mutant {
  return { file: place, line: 0, original: rule, replacement: '', fault: { sql } };
}

function spoilFunction(name: string, definition: string): Mutant[] {
  return changesOfSql(definition).map(({ start, end, replacement }) => ({
    file: name,
    line: definition.slice(0, start).split('\n').length,
    original: definition.slice(start, end),
    replacement,
    fault: { sql: definition.slice(0, start) + replacement + definition.slice(end) },
  }));
}

/**
 * Check constraints of tables and domains, foreign keys, unique constraints and triggers, each with the statement that drops it. Primary
 * keys stay.
 */
const droppedRulesSql = `
  SELECT conrelid::regclass::text AS place, conname || ' ' || pg_get_constraintdef(oid) AS rule,
    format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS sql
  FROM pg_constraint WHERE connamespace = 'ledger'::regnamespace AND contype IN ('c', 'f', 'u') AND conrelid <> 0
  UNION ALL
  SELECT format_type(contypid, NULL), conname || ' ' || pg_get_constraintdef(oid),
    format('ALTER DOMAIN %s DROP CONSTRAINT %I', format_type(contypid, NULL), conname)
  FROM pg_constraint WHERE connamespace = 'ledger'::regnamespace AND contype = 'c' AND contypid <> 0
  UNION ALL
  SELECT indrelid::regclass::text, pg_get_indexdef(indexrelid), format('DROP INDEX %s', indexrelid::regclass)
  FROM pg_index i JOIN pg_class c ON c.oid = indexrelid
  WHERE c.relnamespace = 'ledger'::regnamespace AND indisunique
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  UNION ALL
  SELECT tgrelid::regclass::text, pg_get_triggerdef(t.oid), format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass)
  FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
  WHERE c.relnamespace = 'ledger'::regnamespace AND NOT tgisinternal
  ORDER BY place, rule`;

/** Functions that write or lock. */
const functionsSql = `
  SELECT 'ledger.' || proname AS name, pg_get_functiondef(oid) AS definition
  FROM pg_proc WHERE pronamespace = 'ledger'::regnamespace AND provolatile = 'v' ORDER BY name`;

import type { Sql } from '#database/server/database.ts';
import { ledgerPass } from './ledger-pass.ts';

/**
 * Whose rows decide whether a rule is broken at a given place: one customer's own (`customer`), those of one position, its customer and
 * everyone who earns from it (`position`), or the house's own events (`house`). Such a rule is rechecked only where something has changed.
 */
export type Subject = 'customer' | 'position' | 'house';

/** A rule of the books: SQL that returns one row for each place where it is broken, and none if it holds. */
export interface Invariant {
  rule: string;
  sql: string;
  /** If omitted, everybody's rows decide, and every audit reads all of them. */
  of?: Subject;
}

/** Many rules checked in one reading of the books: the SQL also returns the rule. */
export interface Pass {
  rules: readonly string[];
  sql: string;
  values?: readonly unknown[];
}

export interface Finding {
  rule: string;
  where: string;
}

/** A broken rule: the number of places, and the first of them. */
export interface Broken {
  rule: string;
  count: number;
  places: string[];
}

/** The most places shown for one rule, however many there are. */
export const mostPlacesShown = 100;

export function findingsOf(broken: readonly Broken[]): Finding[] {
  return broken.flatMap(({ rule, places }) => places.map((where) => ({ rule, where })));
}

export function countFindings(broken: readonly Broken[]): number {
  return broken.reduce((sum, { count }) => sum + count, 0);
}

/** The ledger's own rules. Products add theirs: what each position's state demands of its journals. */
export const ledgerInvariants: readonly Pass[] = [ledgerPass()];

export function rulesOf(invariants: readonly (Invariant | Pass)[]): string[] {
  return invariants.flatMap((each) => ('rules' in each ? each.rules : [each.rule]));
}

/**
 * Checks every rule over the whole of the books and returns the broken ones. Findings are counted in the database, so the report stays
 * short even if nothing in the books fits.
 */
export async function findBroken(sql: Sql, invariants: readonly (Invariant | Pass)[]): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const each of invariants) {
    const found =
      'rules' in each
        ? each.sql
        : `SELECT '${each.rule.replaceAll("'", "''")}' AS rule, place FROM (${each.sql}) found`;
    const rows = await sql.query<{ rule: string; place: string; count: bigint }>(
      `SELECT rule, place, count FROM (
         SELECT rule, place, count(*) OVER (PARTITION BY rule) AS count, row_number() OVER (PARTITION BY rule) AS nth FROM (${found}) places
       ) counted WHERE nth <= ${mostPlacesShown}`,
      'values' in each ? each.values : undefined,
    );
    for (const { rule, place, count } of rows) addPlace(broken, rule, place, Number(count));
  }
  return broken;
}

function addPlace(broken: Broken[], rule: string, place: string, count: number): void {
  const known = broken.find((each) => each.rule === rule);
  if (known) known.places.push(place);
  else broken.push({ rule, count, places: [place] });
}

/** Adds a finding to those found so far. */
export function addBroken(all: Broken[], { rule, count, places }: Broken): void {
  const known = all.find((each) => each.rule === rule);
  if (!known) return void all.push({ rule, count, places: [...places] });
  known.count += count;
  known.places.push(...places.slice(0, mostPlacesShown - known.places.length));
}

/** Returns the first findings of every rule. An empty list means that the books balance. */
export async function auditBooks(sql: Sql, invariants: readonly (Invariant | Pass)[]): Promise<Finding[]> {
  return findingsOf(await findBroken(sql, invariants));
}

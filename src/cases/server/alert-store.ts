import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import type { Evidence, PatternRule } from '../patterns.ts';

/** An alert stores only its newest evidence. The rest of a larger pattern is counted, and can be found by following the evidence. */
export const mostEvidence = 100;
export const mostCustomers = 200;

export interface Pattern {
  rule: PatternRule;
  /** Identifies the pattern, so that it is one alert however often it is found. */
  subject: string;
  /** The customers involved; the first one never changes. */
  customers: readonly string[];
  /** Newest first. */
  evidence: readonly Evidence[];
  /** The full numbers, even when not all of them were read. */
  count: { customers: number; evidence: number };
  lastEvidenceAt: Date;
}

/**
 * Raises an alert or adds to the open one. An alert already decided on is raised again only when there is later evidence. Returns false if
 * there is nothing new.
 */
export async function raiseAlert(sql: Sql, pattern: Pattern): Promise<boolean> {
  const { rule, subject, customers, evidence, count, lastEvidenceAt } = pattern;
  const shown = evidence.slice(0, mostEvidence);
  const row = await readOne(
    sql,
    `INSERT INTO alerts AS a (id, cell, customer_id, customers, rule, subject, evidence, last_evidence_at, of_customers, left_out)
     SELECT $1, cell_of($2), $2, $3, $4, $5, $6, $7, $8, $9
     WHERE NOT EXISTS (SELECT FROM alerts b WHERE b.rule = $4 AND b.subject = $5 AND b.state <> 'open' AND b.last_evidence_at >= $7)
     ON CONFLICT (rule, subject, cell) WHERE state = 'open' DO UPDATE
       SET customers = excluded.customers, evidence = excluded.evidence, last_evidence_at = excluded.last_evidence_at,
         of_customers = excluded.of_customers, left_out = excluded.left_out
       WHERE a.last_evidence_at < excluded.last_evidence_at
     RETURNING id`,
    [
      uuidv7(),
      customers[0],
      customers.slice(0, mostCustomers),
      rule,
      subject,
      JSON.stringify(shown),
      lastEvidenceAt,
      count.customers,
      count.evidence - shown.length,
    ],
  );
  return row !== null;
}

export interface AlertRecord {
  id: string;
  customerId: string;
  rule: PatternRule;
  state: 'open' | 'case' | 'dismissed';
}

export function readAlert(sql: Sql, id: string): Promise<AlertRecord | null> {
  return readOne<AlertRecord & Record<string, unknown>>(
    sql,
    'SELECT id, customer_id AS "customerId", rule, state FROM alerts WHERE id = $1',
    [id],
  );
}

/** Returns false if somebody else has already dealt with the alert. */
export async function endAlert(tx: Tx, id: string, caseId: string | null): Promise<boolean> {
  const ended = await tx.query(
    `UPDATE alerts SET state = CASE WHEN $2::uuid IS NULL THEN 'dismissed' ELSE 'case' END, case_id = $2, ended_at = now()
     WHERE id = $1 AND state = 'open' RETURNING id`,
    [id, caseId],
  );
  return ended.length === 1;
}

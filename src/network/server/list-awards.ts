import { toJsonNumber, zero } from '#money/money.ts';
import type { RefusalValues } from '#platform/refusal.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Sql } from '#database/server/database.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { AwardKind } from '../awards.ts';
import type { Award, reportBonus } from '../contract.ts';
import words from '../messages/pt-BR.json';
import { type AwardRecord, type ReportedAward, readAwardPage } from './award-store.ts';

/** Translates a message of the network into the caller's language. */
export type TranslateAward = (key: string, values: RefusalValues) => string;

/** Lists the customer's network awards in the span, newest first (W2). */
export async function listAwards(
  sql: Sql,
  { investor, query }: Pick<CallRequest<typeof reportBonus>, 'investor' | 'query'>,
  kind: AwardKind,
  translate: TranslateAward,
): Promise<Page<Award>> {
  const input = { beneficiaryId: investor.id, kind, span: readSpan(query) };
  const awards = await readAwardPage(sql, input, readCursor(query.after), query.limit);
  return makePage(
    awards,
    query.limit,
    ({ at, id }) => ({ at, id }),
    (award) => presentAward(award, translate),
  );
}

function presentAward(award: ReportedAward, translate: TranslateAward): Award {
  const product = Object.hasOwn(words.awards[award.kind], award.product) ? award.product : 'other';
  return {
    Id: award.id,
    Date: award.at.toISOString(),
    Description: translate(`awards.${award.kind}.${product}`, {}),
    Source: award.sourceName,
    Reference: award.positionId,
    Total: toJsonNumber(award.base),
    Percentage: toJsonNumber(award.percentage),
    // A void or reversed award is no longer worth anything.
    Value: toJsonNumber(award.voidAt || award.isReversed ? zero : award.value),
    Paid: statusOf(award) === 'level',
    Notes: notesOf(award, translate).join(' · '),
  };
}

/** The award's status, the part of the investment that is new capital, and the amount the caps cut; the last two only where they differ. */
function notesOf(award: AwardRecord, translate: TranslateAward): string[] {
  const { base, invested, cut } = award;
  const notes = [translate(`awards.${statusOf(award)}`, { level: award.level })];
  if (invested !== null && base < invested) {
    notes.push(translate('awards.newCapital', { base: toJsonNumber(base), invested: toJsonNumber(invested) }));
  }
  if (cut > zero) notes.push(translate('awards.cut', { cut: toJsonNumber(cut) }));
  return notes;
}

function statusOf({
  voidAt,
  dueAt,
  paidAt,
  isReversed,
}: AwardRecord): 'void' | 'waiting' | 'owed' | 'reversed' | 'level' {
  if (isReversed) return 'reversed';
  if (voidAt) return 'void';
  if (!dueAt) return 'waiting';
  return paidAt ? 'level' : 'owed';
}

import { toJsonNumber } from '#money/money.ts';
import type { RefusalValues } from '#platform/refusal.ts';
import { makePage, readCursor } from '#platform/server/cursor.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Asked, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { AwardKind } from '../awards.ts';
import type { Award, reportBonus } from '../contract.ts';
import words from '../messages/pt-BR.json';
import { type ReportedAward, readAwardPage } from './award-store.ts';

/** The network's words in the caller's language. */
export type Say = (key: string, values: RefusalValues) => string;

/** What the customer earned by their network in the span, newest first (W2). */
export async function listAwards(
  sql: Sql,
  { investor, query }: Pick<Asked<typeof reportBonus>, 'investor' | 'query'>,
  kind: AwardKind,
  say: Say,
): Promise<Page<Award>> {
  const wish = { beneficiaryId: investor.id, kind, span: readSpan(query) };
  const awards = await readAwardPage(sql, wish, readCursor(query.after), query.limit);
  return makePage(
    awards,
    query.limit,
    ({ at, id }) => ({ at, id }),
    (award) => showAward(award, say),
  );
}

function showAward(award: ReportedAward, say: Say): Award {
  const product = Object.hasOwn(words.awards[award.kind], award.product) ? award.product : 'other';
  return {
    Id: award.id,
    Date: award.at.toISOString(),
    Description: say(`awards.${award.kind}.${product}`, {}),
    Source: award.sourceName,
    Reference: award.positionId,
    Total: toJsonNumber(award.base),
    Percentage: toJsonNumber(award.percentage),
    Value: toJsonNumber(award.value),
    Notes: say(award.paidAt ? 'awards.level' : 'awards.owed', { level: award.level }),
  };
}

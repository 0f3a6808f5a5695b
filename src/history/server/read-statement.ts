import { toJsonNumber } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import { type EntrySeal, readEntrySeal } from '#platform/server/entry-seal.ts';
import type { Translate } from '#platform/server/http.ts';
import type { CallRequest, Page } from '#platform/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Language } from '#platform/languages.ts';
import type { readStatement as readStatementContract, StatementLine } from '../contract.ts';
import { hasWords } from './words.ts';
import { type Posting, readPostings } from './statement-store.ts';

/** The customer's balance, posting by posting, newest first (H4). */
export async function readStatement(
  sql: Sql,
  { investor, query, language }: Pick<CallRequest<typeof readStatementContract>, 'investor' | 'query' | 'language'>,
  translate: Translate,
): Promise<Page<StatementLine>> {
  const seal = await readEntrySeal(sql, investor.id);
  const before = seal.readPlace(query.after);
  const postings = await readPostings(sql, investor.id, readSpan(query), before, query.limit + 1);
  const shown = postings.slice(0, query.limit);
  const translateOnce = remember(translate);
  const last = shown.at(-1);
  return {
    rows: shown.map((posting) => presentLine(posting, seal, language, translateOnce)),
    next: postings.length > query.limit && last ? seal.nameOf(last.id) : null,
  };
}

/** As the contract tells a posting. */
export function presentLine(
  posting: Posting,
  seal: EntrySeal,
  language: Language,
  translate: Translate,
): StatementLine {
  return {
    Id: seal.nameOf(posting.id),
    Date: posting.happenedAt.toISOString(),
    Kind: posting.kind,
    Description: describe(posting, language, translate),
    Reference: posting.reference,
    Amount: toJsonNumber(posting.amount),
    Balance: toJsonNumber(posting.balance),
  };
}

/** What happened, in the customer's words: the event and the account on the other side. */
function describe({ kind, counterpart }: Posting, language: Language, translate: Translate): string {
  const key = `${kind}_${counterpart}`;
  return translate(language, 'history', `lines.${hasWords(key) ? key : 'other'}`, {});
}

/** A page has a thousand postings and a dozen kinds: each is put into words once. */
function remember(translate: Translate): Translate {
  const said = new Map<string, string>();
  return (language, folder, key, values) => {
    const known = said.get(key) ?? translate(language, folder, key, values);
    said.set(key, known);
    return known;
  };
}

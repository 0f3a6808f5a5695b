import { type Micros, micros, toJsonNumber, zero } from '#money/money.ts';
import { entryId, makeEntryPage, readEntryCursor } from '#ledger/server/entry-place.ts';
import { entriesSql, type OwnEntry, readEntries } from '#ledger/server/entry-store.ts';
import type { Sql } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import type { CallRequest, Page } from '#http/server/serve.ts';
import { readSpan } from '#platform/server/span.ts';
import type { Language } from '#platform/languages.ts';
import type { readStatement as readStatementContract, StatementLine } from '../contract.ts';
import { hasWords } from './words.ts';

const statementSql = entriesSql(`'balance' IN (e.from_account, e.to_account)`);

/** Lists the entries of the customer's balance, newest first (H4). */
export async function readStatement(
  sql: Sql,
  { investor, query, language }: Pick<CallRequest<typeof readStatementContract>, 'investor' | 'query' | 'language'>,
  translate: Translate,
): Promise<Page<StatementLine>> {
  const { id: owner } = investor;
  const asked = { owner, before: readEntryCursor(query.after), span: readSpan(query), limit: query.limit };
  const entries = await readEntries(sql, statementSql, asked);
  const translateOnce = remember(translate);
  return makeEntryPage(entries, query.limit, (entry) => presentLine(entry, language, translateOnce));
}

/** Counterpart accounts where the money is still the customer's; profits, awards and fees come from or go to others. */
const ownPockets = new Set(['invested', 'zord', 'held', 'brokerage']);

/** The effect of an entry on the balance. */
interface Change {
  amount: Micros;
  /** After the entry. */
  balance: Micros;
  /** The account on the other side. */
  counterpart: string;
}

/** Returns null for an entry that does not touch the balance. */
export function changeOf({ from, to, amount, fromBalance, toBalance }: OwnEntry): Change | null {
  if (from === 'balance') return { amount: micros(-amount), balance: fromBalance ?? zero, counterpart: to };
  return to === 'balance' ? { amount, balance: toBalance ?? zero, counterpart: from } : null;
}

/** Converts an entry of the balance to the contract's form. */
export function presentLine(entry: OwnEntry, language: Language, translate: Translate): StatementLine {
  const change = changeOf(entry);
  if (!change) throw new Error('a line of the statement is an entry of the balance');
  return {
    Id: entryId(entry),
    Date: entry.happenedAt.toISOString(),
    Kind: entry.kind,
    Description: describe(`${entry.kind}_${change.counterpart}`, language, translate),
    Reference: entry.reference,
    Amount: toJsonNumber(change.amount),
    Balance: toJsonNumber(change.balance),
    Own: ownPockets.has(change.counterpart),
  };
}

/** Describes the event and the account on the other side in the customer's terms. */
function describe(key: string, language: Language, translate: Translate): string {
  return translate(language, 'history', `lines.${hasWords('lines', key) ? key : 'other'}`, {});
}

/** Caches translations: a page has up to a thousand lines but only a dozen kinds. */
function remember(translate: Translate): Translate {
  const said = new Map<string, string>();
  return (language, folder, key, values) => {
    const known = said.get(key) ?? translate(language, folder, key, values);
    said.set(key, known);
    return known;
  };
}

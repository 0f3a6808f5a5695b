import { toJsonNumber } from '#money/money.ts';
import { entryId, readEntryId } from '#ledger/server/entry-place.ts';
import { readJournalEntries } from '#ledger/server/entry-store.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { productOfKind } from '#positions/registry.ts';
import type { Sql } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import type { CallRequest } from '#http/server/serve.ts';
import type { readReceipt as contract, Receipt } from '../contract.ts';
import { changeOf, presentLine } from './read-statement.ts';
import { hasWords } from './words.ts';

/**
 * Returns a line of the caller's statement with every entry of its event, in one query. Numbers are per owner, so another customer's line
 * is not found, as if it did not exist.
 */
export async function readReceipt(
  sql: Sql,
  { investor, params, language }: Pick<CallRequest<typeof contract>, 'investor' | 'params' | 'language'>,
  translate: Translate,
): Promise<Receipt> {
  const place = readEntryId(params.id);
  const entries = place ? await readJournalEntries(sql, investor.id, place.number) : [];
  const line = entries.find(({ leg }) => leg === place?.leg);
  if (!line || !changeOf(line)) throw refusePlatform('not_found');
  const nameOf = (account: string): string =>
    translate(language, 'history', `accounts.${wordOfAccount(account, line.kind)}`, {});
  return {
    ...presentLine(line, language, translate),
    Transfers: entries.map((entry) => ({
      Id: entryId(entry),
      From: nameOf(entry.from),
      To: nameOf(entry.to),
      Amount: toJsonNumber(entry.amount),
    })),
  };
}

/** Names the `invested` account after the product invested in. */
function wordOfAccount(account: string, kind: string): string {
  const ofProduct = `${account}_${productOfKind(kind)}`;
  return hasWords('accounts', ofProduct) ? ofProduct : account;
}

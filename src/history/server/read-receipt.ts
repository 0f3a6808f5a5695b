import { micros, toJsonNumber } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Sql } from '#platform/server/database.ts';
import { readEntrySeal } from '#platform/server/entry-seal.ts';
import type { Translate } from '#platform/server/http.ts';
import type { CallRequest } from '#platform/server/serve.ts';
import type { readReceipt as contract, Receipt } from '../contract.ts';
import { presentLine } from './read-statement.ts';
import { readPosting } from './receipt-store.ts';

/**
 * A line of the caller's statement and every transfer of its event that touched an account of theirs, in one question to the
 * database. Somebody else's line is not there, as if it did not exist.
 */
export async function readReceipt(
  sql: Sql,
  { investor, params, language }: Pick<CallRequest<typeof contract>, 'investor' | 'params' | 'language'>,
  translate: Translate,
): Promise<Receipt> {
  const seal = await readEntrySeal(sql, investor.id);
  const posting = seal.idOf(params.id);
  const found = posting === null ? null : await readPosting(sql, investor.id, posting);
  if (!found) throw refusePlatform('not_found');
  const nameOf = (account: string): string => translate(language, 'history', `accounts.${account}`, {});
  return {
    ...presentLine(found.posting, seal, language, translate),
    Transfers: found.transfers.map(({ id, from, to, amount }) => ({
      Id: seal.nameOf(BigInt(id)),
      From: nameOf(from),
      To: nameOf(to),
      Amount: toJsonNumber(micros(BigInt(amount))),
    })),
  };
}

import type { Sql } from '#platform/server/database.ts';
import type { TransferRecord } from './transfer-store.ts';
import { type HouseLimits, readHouseLimits } from './wallet-settings.ts';
import { type Figures, readCountedBeside, readLeftLately } from './withdrawal-counters.ts';

type Leaving = Pick<TransferRecord, 'amount' | 'currency' | 'net'>;

export interface HouseFigures {
  limits: HouseLimits;
  left: Figures;
}

/** What may leave of all customers together, and what has left lately or is about to. */
export async function readHouseFigures(sql: Sql, now: Date): Promise<HouseFigures> {
  const [limits, left] = await Promise.all([readHouseLimits(sql), readLeftLately(sql, now)]);
  return { limits, left };
}

/** Whether it leaves everybody's withdrawals within the house's limits, as far as they are known: others may be writing theirs down. */
export function isWithinHouseLimits({ limits, left }: HouseFigures, { amount, currency, net }: Leaving): boolean {
  const isReais = currency === 'brl';
  return fits([left[0] + amount, isReais ? left[1] + net : 0n], isReais, limits);
}

/** What asks for no reais is not kept by what others took of them. */
function fits(figures: Figures, isReais: boolean, limits: HouseLimits): boolean {
  return figures[0] <= limits.usdInDay && (!isReais || figures[1] <= limits.brlInHour);
}

/**
 * Whether a withdrawal that was within the limits when it was written down still is: `over` when it has to wait for an operator after
 * all, `not_yet` when others do, who were asked for after it.
 *
 * Two who ask at once in different cells do not see each other and may both pass. So whoever sends looks again, when everything that
 * was let pass at the same time is committed and counted, and sends nothing while the sum is over: of those who were let pass
 * together the last to look sees all of them. Which of them wait is decided by the order in which they were asked for, so that no more
 * of them do than must.
 */
export async function checkHouseLimits(
  sql: Sql,
  withdrawal: Pick<TransferRecord, 'id' | 'createdAt' | 'currency'>,
): Promise<'within' | 'over' | 'not_yet'> {
  const [limits, { all, later }] = await Promise.all([readHouseLimits(sql), readCountedBeside(sql, withdrawal)]);
  const isReais = withdrawal.currency === 'brl';
  if (fits(all, isReais, limits)) return 'within';
  return fits([all[0] - later[0], all[1] - later[1]], isReais, limits) ? 'not_yet' : 'over';
}

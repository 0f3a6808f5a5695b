import type { Sql } from '#database/server/database.ts';
import type { TransferRecord } from './transfer-store.ts';
import { type HouseLimits, readHouseLimits } from './wallet-settings.ts';
import { type Figures, readCountedBeside, readLeftLately } from './withdrawal-counters.ts';

type Leaving = Pick<TransferRecord, 'amount' | 'currency' | 'net'>;

export interface HouseFigures {
  limits: HouseLimits;
  left: Figures;
}

/** Reads what may leave for all customers together, and what has left recently or is about to. */
export async function readHouseFigures(sql: Sql, now: Date): Promise<HouseFigures> {
  const [limits, left] = await Promise.all([readHouseLimits(sql), readLeftLately(sql, now)]);
  return { limits, left };
}

/** Whether a withdrawal stays within the house's limits, as far as is known: others may be inserting theirs concurrently. */
export function isWithinHouseLimits({ limits, left }: HouseFigures, { amount, currency, net }: Leaving): boolean {
  const isReais = currency === 'brl';
  return fits([left[0] + amount, isReais ? left[1] + net : 0n], isReais, limits);
}

/** Withdrawals not in reais are not blocked by the limit on reais. */
function fits(figures: Figures, isReais: boolean, limits: HouseLimits): boolean {
  return figures[0] <= limits.usdInDay && (!isReais || figures[1] <= limits.brlInHour);
}

/**
 * Whether a withdrawal that was within the limits when recorded still is: `over` when it has to wait for an operator after all, `not_yet`
 * when later ones have to.
 *
 * Two concurrent requests in different cells do not see each other and may both pass. So the sender checks again, when everything admitted
 * at the same time is committed and counted, and sends nothing while the sum is over: of those admitted together, the last to check sees
 * all. The order of the requests decides which of them wait, so that no more do than must.
 *
 * Later ones held back with a frozen customer keep nobody waiting: they are checked when the freeze ends, with this one counted.
 */
export async function checkHouseLimits(
  sql: Sql,
  withdrawal: Pick<TransferRecord, 'id' | 'countedAt' | 'currency'>,
): Promise<'within' | 'over' | 'not_yet'> {
  const [limits, { all, later, parked }] = await Promise.all([
    readHouseLimits(sql),
    readCountedBeside(sql, withdrawal),
  ]);
  const isReais = withdrawal.currency === 'brl';
  if (fits(without(all, parked), isReais, limits)) return 'within';
  return fits(without(all, later), isReais, limits) ? 'not_yet' : 'over';
}

function without(all: Figures, part: Figures): Figures {
  return [all[0] - part[0], all[1] - part[1]];
}

import { type Micros, micros, sum } from '#money/money.ts';
import type { Config } from '#settings/server/config.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import type { WaitsBecause } from '../transfer-state.ts';
import { type HouseFigures, isWithinHouseLimits } from './house-limits.ts';
import { type ReadDeviceKnownSince, type RecentChange, recentChanges } from './recent-changes.ts';
import type { TransferRecord } from './transfer-store.ts';
import { readLimit, withdrawalLimitUsd } from './wallet-settings.ts';

/** The period over which a customer's withdrawals are added up (F6). */
export const limitHours = 24;

/** The figures by which a customer's next withdrawal is judged. */
export interface CustomerFigures {
  changes: RecentChange[];
  limit: Micros;
  /** What they requested in the last 24 hours of business time, in whatever state, except what was returned. */
  askedLately: Micros;
}

interface FiguresRow {
  now: Date;
  phone: Date | null;
  password: Date | null;
  factor: Date | null;
  calendar: Date | null;
  address: Date | null;
  asked: bigint;
}

/**
 * Reads the figures in one round trip. The caller already holds the customer's accounts, so each of several concurrent withdrawals sees
 * those before it.
 */
export async function readCustomerFigures(
  sql: Sql,
  mode: Config['mode'],
  readDeviceKnownSince: ReadDeviceKnownSince,
  { customerId, session, now }: { customerId: string; session: string; now: Date },
): Promise<CustomerFigures> {
  const [row, limit, device] = await Promise.all([
    requireOne<FiguresRow>(
      sql,
      `SELECT now() AS now, phone_changed_at AS phone, password_changed_at AS password,
         factor_changed_at AS factor, calendar_made_at AS calendar, address_changed_at AS address,
         (
           SELECT coalesce(sum(amount), 0)::bigint FROM broker_transfers
           WHERE customer_id = $1 AND cell = cell_of($1) AND direction = 'withdrawal' AND state <> 'returned'
             AND created_at > $2::timestamptz - make_interval(hours => ${limitHours})
         ) AS asked
       FROM customers WHERE id = $1`,
      [customerId, now],
    ),
    readLimit(sql, withdrawalLimitUsd, mode),
    readDeviceKnownSince(sql, session),
  ]);
  return {
    changes: recentChanges({ ...row, device }),
    limit,
    askedLately: micros(row.asked),
  };
}

/** Why a withdrawal waits for an operator (F6); null when it leaves automatically. */
export function judgeWithdrawal(
  { changes, limit, askedLately }: CustomerFigures,
  house: HouseFigures,
  withdrawal: Pick<TransferRecord, 'amount' | 'currency' | 'net'>,
): WaitsBecause | null {
  const [change] = changes;
  if (change) return change.why;
  if (sum([askedLately, withdrawal.amount]) > limit) return 'over_limit';
  return isWithinHouseLimits(house, withdrawal) ? null : 'house_limit';
}

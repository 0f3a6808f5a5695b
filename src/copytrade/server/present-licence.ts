import { progressOf } from '#money/accrual.ts';
import { toJsonNumber } from '#money/money.ts';
import type { Licence } from '../contract.ts';
import type { LicenceRecord } from './licence-store.ts';

/** A licence as its owner sees it at this moment. */
export function presentLicence(licence: LicenceRecord, now: Date): Licence {
  return {
    Id: licence.id,
    Start: licence.startedAt.toISOString(),
    End: licence.endsAt.toISOString(),
    Amount: toJsonNumber(licence.amount),
    Profit: toJsonNumber(licence.result),
    Progress: progressOf(licence.startedAt, licence.endsAt, licence.closedAt ?? now),
    Status: licence.status,
  };
}

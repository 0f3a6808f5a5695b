import type { Tx } from '#platform/server/database.ts';
import { type Device, browserNames, systemNames } from '../device.ts';

/**
 * Remembers the kind of device somebody comes in from. True when it is another than those they came from before; the first of
 * all is no news. Two who come in at once from the same new kind: one of them is told true.
 */
export async function noteDevice(tx: Tx, customerId: string, { browser, system }: Device): Promise<boolean> {
  const rows = await tx.query<{ had_others: boolean }>(
    `WITH noted AS (
       INSERT INTO known_devices (customer_id, browser, system) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1
     )
     SELECT EXISTS (SELECT FROM known_devices WHERE customer_id = $1) AS had_others FROM noted`,
    [customerId, browser ?? '', system ?? ''],
  );
  return rows[0]?.had_others ?? false;
}

/** As its owner knows it, in the makers' own words; null when nothing is known of it. */
export function nameDevice({ browser, system }: Device): string | null {
  const names = [browser && browserNames[browser], system && systemNames[system]].filter(Boolean);
  return names.length > 0 ? names.join(' · ') : null;
}

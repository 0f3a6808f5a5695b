import type { Http } from '#http/server/http.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import { readToday } from '#console/today-contract.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { noteWatching } from '../note-watching.ts';
import type { ConsoleParts } from '../take-action.ts';
import { readToday as read } from './read-today.ts';

/** The first page of every member of staff. Each role sees only what it can see elsewhere. */
export function serveStaffToday(http: Http, { mode }: Pick<ConsoleParts, 'mode'>): void {
  serveStaff(http, readToday, null, async (db, { member, address }) => {
    const today = await read(db, { mode, replica: http.replica }, member);
    await noteWatching(
      db,
      { member, address },
      'today look',
      whomSeen((today.Withdrawals ?? []).map(({ Customer }) => Customer.Id)),
    );
    return today;
  });
}

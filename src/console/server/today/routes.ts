import type { Http } from '#platform/server/http.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import { readToday } from '#console/today-contract.ts';
import type { ConsoleParts } from '../take-action.ts';
import { readToday as read } from './read-today.ts';

/** Everybody's first page: each sees of it what their role sees elsewhere. */
export function serveStaffToday(http: Http, { mode }: Pick<ConsoleParts, 'mode'>): void {
  serveStaff(http, readToday, null, (db, { member }) => read(db, { mode, replica: http.replica }, member));
}

import { readReach } from '#announcements/server/announcement-store.ts';
import * as contract from '#console/announcements-contract.ts';
import type { Http } from '#http/server/http.ts';
import type { Role } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import { noteWatching } from '../note-watching.ts';
import { rolesOf } from '../policy.ts';
import { listAnnouncements } from './list-announcements.ts';

const makers: readonly Role[] = rolesOf('announcement create');

/**
 * Announcements to many customers. Those who make them can see how many customers one would reach; every role can see what was announced.
 */
export function serveStaffAnnouncements(http: Http): void {
  serveStaff(http, contract.listAnnouncements, null, async (db, call) => {
    const { after } = call.query;
    const page = await listAnnouncements(db, after);
    await noteWatching(db, call, 'announcements look', after ? { after } : {});
    return page;
  });
  serveStaff(http, contract.countCustomers, makers, async (db, { body: { segment } }) => {
    const { customers, wanting, languages } = await readReach(db, segment);
    const Languages = languages.map(({ language, customers: count }) => ({ Language: language, Customers: count }));
    return { Customers: customers, Wanting: wanting, Languages };
  });
}

import type { Http } from '#http/server/http.ts';
import { listStaff } from '#staff/contract.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import { listStaff as readStaff } from '#staff/server/staff-store.ts';
import { noteWatching } from './note-watching.ts';
import { rolesOf } from './policy.ts';

/** Lists the staff for roles that may do so by command. Changes to them are actions. */
export function servePeople(http: Http): void {
  serveStaff(http, listStaff, rolesOf('staff list'), async (db, call) => {
    const staff = await readStaff(db);
    await noteWatching(db, call, 'staff look', {});
    const names = new Map(staff.map(({ id, name }) => [id, name]));
    return staff.map((member) => ({
      Id: member.id,
      Name: member.name,
      Email: member.email,
      Role: member.role,
      Invited: member.invitedAt.toISOString(),
      InvitedBy: member.invitedBy && (names.get(member.invitedBy) ?? ''),
      Vouched: member.vouched,
      Joined: member.joinedAt?.toISOString() ?? null,
      Left: member.disabledAt?.toISOString() ?? null,
      App: member.hasApp,
      Passkeys: member.passkeys,
      Seen: member.seenAt?.toISOString() ?? null,
    }));
  });
}

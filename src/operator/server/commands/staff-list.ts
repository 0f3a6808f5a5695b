import { listStaff, type StaffRecord } from '#staff/server/staff-store.ts';
import type { Command } from '../command.ts';

/** Lists the staff and how they log in. */
export const staffList: Command = {
  name: 'staff list',
  summary: 'List the staff of the console: roles, second factors, who was invited and who has left',
  isLook: true,
  async run({ db }) {
    const staff = await listStaff(db);
    return { lines: staff.map(formatMember), json: staff.map(presentMember) };
  },
};

function formatMember(member: StaffRecord): string {
  return `${member.email}  ${member.name}  ${member.role}  ${statusOf(member)}`;
}

function statusOf({ disabledAt, joinedAt, invitedAt, hasApp, passkeys }: StaffRecord): string {
  if (disabledAt) return `left ${disabledAt.toISOString()}`;
  if (!joinedAt) return `invited ${invitedAt.toISOString()}`;
  return `app ${hasApp ? 'yes' : 'no'}, ${passkeys} passkeys`;
}

function presentMember(member: StaffRecord) {
  return {
    id: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    invited: member.invitedAt.toISOString(),
    vouched: member.vouched,
    joined: member.joinedAt?.toISOString() ?? null,
    left: member.disabledAt?.toISOString() ?? null,
    app: member.hasApp,
    passkeys: member.passkeys,
  };
}

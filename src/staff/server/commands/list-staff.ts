import { declareLook } from '#commands/server/declaration.ts';
import { listStaff, type StaffRecord } from '../staff-store.ts';
import { wordsOf } from './words.ts';

/** Lists the staff and how they log in. */
export const staffList = declareLook({
  name: 'staff list',
  params: {},
  roles: ['admin', 'auditor'],
  words: wordsOf('staff list'),
  async show({ sql }) {
    const staff = await listStaff(sql);
    return { lines: staff.map(formatMember), json: staff.map(presentMember) };
  },
});

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

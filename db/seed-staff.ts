import { recordAction } from '#operator/server/record-action.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { codeAt, stepOf } from '#secondfactor/server/authenticator-code.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { createSeal } from '#secondfactor/server/seal.ts';
import { Secret } from 'otpauth';
import type { Role } from '#staff/roles.ts';
import { beginStaffApp, confirmStaffApp, joinStaff } from '#staff/server/log-in-staff.ts';
import type { StaffParts } from '#staff/server/staff-parts.ts';
import { endStaffSessions } from '#staff/server/staff-sessions.ts';
import { insertStaff, readStaffByEmail } from '#staff/server/staff-store.ts';
import { giveToken } from '#staff/server/staff-tokens.ts';

export interface SandboxMember {
  email: string;
  password: string;
  role: Role;
}

/** Two people, so that actions needing two can be tried immediately: both may freeze a customer's money and release it. */
const people: readonly (SandboxMember & { name: string })[] = [
  { name: 'Marta Reis', email: 'marta@console.example', password: 'duas pessoas decidem', role: 'payments' },
  { name: 'Caio Braga', email: 'caio@console.example', password: 'duas pessoas decidem', role: 'compliance' },
];
export const sandboxStaff: readonly SandboxMember[] = people.map(({ email, password, role }) => ({
  email,
  password,
  role,
}));

const arrival = { address: '127.0.0.1', userAgent: 'seed', device: '' };
/** The code that confirms the app is from a while ago, so that the current one remains valid for the first sign-in. */
const earlierMs = 60_000;

/**
 * Creates two people for a sandbox's console, once, through the usual steps. Their apps' secrets are generated for every sandbox; `lastro
 * staff code` prints the current code to anyone with access to the machine. Never used in production.
 */
export async function seedStaff(db: Database, config: Config): Promise<void> {
  if (config.mode !== 'sandbox') throw new Error('people of a sandbox are for a sandbox');
  const parts: StaffParts = {
    passwords: createPasswordWork(),
    seal: createSeal(() => readSealSecret(config)),
    site: null,
    provider: null,
    record: async () => {},
    noteRefused: () => {},
    onProviderTrouble: () => {},
    brand: config.brandName,
    clock: { now: () => new Date(Date.now() - earlierMs) },
  };
  for (const person of people) await seedMember(db, parts, person);
}

async function seedMember(db: Database, parts: StaffParts, person: (typeof people)[number]): Promise<void> {
  const { email, name, role, password } = person;
  if (await readStaffByEmail(db, email)) return;
  const id = uuidv7();
  const token = await transaction(db, async (tx) => {
    // Another server of the same sandbox may be doing the same.
    if (!(await insertStaff(tx, { id, email, name, role, invitedBy: null, vouched: true }))) return null;
    const invitation = await giveToken(tx, id, 'invitation', 5);
    await recordAction(tx, { operator: 'seed', action: 'staff invite', details: { staff: id, role, name } });
    return invitation;
  });
  if (token === null) return;
  const ticket = await joinStaff(db, parts, { token, name, password }, arrival);
  const { Secret: secret } = await beginStaffApp(db, parts, ticket);
  const bytes = Secret.fromBase32(secret).bytes;
  const code = codeAt(bytes, stepOf(parts.clock.now()));
  await confirmStaffApp(db, parts, { ticket, code }, arrival);
  await transaction(db, (tx) => endStaffSessions(tx, id));
}

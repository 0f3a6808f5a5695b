import { count, sparingFaults } from '#http/server/attempts.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '#secondfactor/contract.ts';
import { setUpMinutes } from '../contract.ts';
import { mostPasskeys } from '../own-keys-contract.ts';
import { refuseStaff } from '../refusals.ts';
import { type FirstStep, giveTicket, logInStaff, requireSite, staffCodes, takeStaffFactor } from './log-in-staff.ts';
import { oweStaffChange } from './mail-templates.ts';
import { addStaffPasskey, beginApp, beginStaffPasskey, isCodeRight } from './staff-factors.ts';
import type { StaffMember } from './staff-member.ts';
import type { StaffParts } from './staff-parts.ts';
import { type Arrival, endOtherSessions, holdMember } from './staff-sessions.ts';
import { lockStaff, readStaff, type StaffRecord } from './staff-store.ts';
import { giveToken, readToken, voidTokens } from './staff-tokens.ts';

interface OwnKeys {
  appSince: Date | null;
  passkeys: { id: string; name: string; addedAt: Date; lastUsedAt: Date | null }[];
  hasPassword: boolean;
}

export async function listOwnKeys(sql: Sql, staffId: string): Promise<OwnKeys> {
  const member = await readOne<{ app: Date | null; hasPassword: boolean }>(
    sql,
    `SELECT (SELECT added_at FROM staff_apps a WHERE a.staff_id = s.id AND last_step >= 0) AS app,
       password_hash IS NOT NULL AS "hasPassword" FROM staff s WHERE id = $1`,
    [staffId],
  );
  const passkeys = await sql.query<OwnKeys['passkeys'][number] & Record<string, unknown>>(
    `SELECT id, name, added_at AS "addedAt", last_used_at AS "lastUsedAt" FROM staff_passkeys
     WHERE staff_id = $1 ORDER BY added_at, id`,
    [staffId],
  );
  return { appSince: member?.app ?? null, passkeys, hasPassword: member?.hasPassword ?? false };
}

/** The member in the session, and from where they act. */
export interface OwnActing {
  member: StaffMember;
  arrival: Arrival;
}

/**
 * The first step of showing who holds the session: the password, for whoever has one.
 *
 * @throws Refusal `no_own_factor`, `invalid_login`, `too_many_attempts`
 */
export async function beginOwnChange(
  db: Database,
  parts: StaffParts,
  { member: { id, email }, arrival }: OwnActing,
  password: string | undefined,
): Promise<FirstStep> {
  const held = await readStaff(db, id);
  if (!held || waysOf(held) === 0) throw refuseStaff('no_own_factor');
  if (held.passwordHash === null) return transaction(db, (tx) => giveTicket(tx, parts, held));
  return logInStaff(db, parts, { email, password: password ?? '' }, arrival);
}

/**
 * The second step: the member's own factor. Returns a ticket for one change.
 *
 * @throws Refusal `ticket_invalid`, `second_factor_wrong`, `too_many_attempts`
 */
export function proveOwnFactor(
  db: Database,
  parts: StaffParts,
  { member, arrival }: OwnActing,
  shown: { ticket: string; code?: string | undefined; passkey?: PasskeyAnswer | undefined },
): Promise<string> {
  return takeStaffFactor(db, parts, shown, arrival, async (tx, staffId) => {
    if (staffId !== member.id) throw refuseStaff('ticket_invalid');
    return giveToken(tx, staffId, 'own_keys', setUpMinutes);
  });
}

/** @throws Refusal `ticket_invalid`, `passkeys_need_a_name`, `too_many_passkeys` */
export function beginOwnPasskey(
  db: Database,
  parts: StaffParts,
  { member }: OwnActing,
  ticket: string,
): Promise<PasskeyQuestion> {
  const site = requireSite(parts);
  return transaction(db, async (tx) => {
    const { id, email, passkeys } = await requireProven(tx, member, ticket);
    if (passkeys >= mostPasskeys) throw refuseStaff('too_many_passkeys');
    return beginStaffPasskey(tx, parts, site, { id, email, ticket });
  });
}

/** @throws Refusal `ticket_invalid`, `second_factor_wrong`, `passkeys_need_a_name`, `too_many_passkeys` */
export function addOwnPasskey(
  db: Database,
  parts: StaffParts,
  acting: OwnActing,
  made: { ticket: string; name: string; credential: NewPasskey },
): Promise<void> {
  const site = requireSite(parts);
  const { ticket, name } = made;
  return transaction(db, async (tx) => {
    const { id, passkeys } = await requireProven(tx, acting.member, ticket);
    if (passkeys >= mostPasskeys) throw refuseStaff('too_many_passkeys');
    if (!(await addStaffPasskey(tx, site, { id, ticket }, made))) throw refuseStaff('second_factor_wrong');
    await noteChange(tx, parts, acting, 'added', { factor: 'passkey', name });
  });
}

/** @throws Refusal `ticket_invalid`, `app_there` */
export function beginOwnApp(
  db: Database,
  parts: StaffParts,
  { member }: OwnActing,
  ticket: string,
): Promise<{ Secret: string; Uri: string }> {
  return transaction(db, async (tx) => {
    const { id, email } = await requireWithoutApp(tx, member, ticket);
    return beginApp(tx, parts, id, email);
  });
}

/** @throws Refusal `ticket_invalid`, `app_there`, `second_factor_wrong`, `too_many_attempts` */
export async function confirmOwnApp(
  db: Database,
  parts: StaffParts,
  acting: OwnActing,
  { ticket, code }: { ticket: string; code: string },
): Promise<void> {
  const counted = await count(db, staffCodes, acting.member.id);
  await sparingFaults(counted, () =>
    transaction(db, async (tx) => {
      const { id } = await requireWithoutApp(tx, acting.member, ticket);
      if (!(await isCodeRight(tx, parts, id, code, true))) throw refuseStaff('second_factor_wrong');
      await noteChange(tx, parts, acting, 'added', { factor: 'app' });
    }),
  );
  await counted.clear();
}

/** @throws Refusal `ticket_invalid`, `last_factor`, `not_found` */
export function removeOwnKey(
  db: Database,
  parts: StaffParts,
  acting: OwnActing,
  { ticket, which }: { ticket: string; which: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const held = await requireProven(tx, acting.member, ticket);
    if (waysOf(held) < 2) throw refuseStaff('last_factor');
    const removed = await readOne<{ name: string | null }>(
      tx,
      which === 'app'
        ? "DELETE FROM staff_apps WHERE staff_id = $1 AND last_step >= 0 AND $2 = 'app' RETURNING NULL AS name"
        : 'DELETE FROM staff_passkeys WHERE staff_id = $1 AND id = $2 RETURNING name',
      [held.id, which],
    );
    if (!removed) throw refusePlatform('not_found');
    const { name } = removed;
    const factor = which === 'app' ? 'app' : 'passkey';
    await noteChange(tx, parts, acting, 'removed', { factor, ...(name !== null && { name }) });
  });
}

/** Ends what was there before, and tells: the member by mail, everybody else in the account of actions (L11). */
async function noteChange(
  tx: Tx,
  parts: StaffParts,
  { member: { id, sessionId }, arrival: { address } }: OwnActing,
  how: 'added' | 'removed',
  changed: { factor: 'app' | 'passkey'; name?: string },
): Promise<void> {
  const { factor, name = '' } = changed;
  await voidTokens(tx, id);
  await endOtherSessions(tx, id, sessionId);
  await parts.record(tx, { staffId: id, address }, `second factor ${how}`, { ...changed });
  await oweStaffChange(tx, id, how === 'added' ? factor : `${factor}_removed`, name);
}

const waysOf = ({ hasApp, passkeys }: StaffRecord): number => passkeys + (hasApp ? 1 : 0);

/** Returns the member and locks their row, so that of concurrent removals one finds the last factor. */
async function requireProven(tx: Tx, { id, sessionId }: StaffMember, ticket: string): Promise<StaffRecord> {
  await holdMember(tx, sessionId);
  const held = await lockStaff(tx, id);
  if (!held || (await readToken(tx, ticket, 'own_keys')) !== id) throw refuseStaff('ticket_invalid');
  return held;
}

async function requireWithoutApp(tx: Tx, member: StaffMember, ticket: string): Promise<StaffRecord> {
  const held = await requireProven(tx, member, ticket);
  if (held.hasApp) throw refuseStaff('app_there');
  return held;
}

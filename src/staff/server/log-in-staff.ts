import { normaliseEmail } from '#auth/email.ts';
import { passwordChecks } from '#auth/server/guess-password.ts';
import { nobody } from '#auth/server/known-devices.ts';
import { requireGoodPassword } from '#auth/server/require-good-password.ts';
import { count, countAll, type Limit, sparingFaults } from '#http/server/attempts.ts';
import type { Database, Tx } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { transaction } from '#database/server/transaction.ts';
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '#secondfactor/contract.ts';
import type { PasskeySite } from '#secondfactor/server/passkey-site.ts';
import { invitationHours, secondStepMinutes, setUpMinutes } from '../contract.ts';
import { refuseStaff } from '../refusals.ts';
import { enterEnrolled, type Entered, enterStaff } from './enter-staff.ts';
import { oweStaffChange } from './mail-templates.ts';
import { readStaffDevice } from './staff-devices.ts';
import {
  addStaffPasskey,
  askStaffPasskey,
  beginApp,
  beginStaffPasskey,
  isCodeRight,
  isStaffPasskeyRight,
} from './staff-factors.ts';
import type { StaffParts } from './staff-parts.ts';
import type { Arrival } from './staff-sessions.ts';
import {
  holdStaff,
  lockStaff,
  mayChoosePassword,
  readStaff,
  readStaffByEmail,
  setStaffPassword,
  type StaffRecord,
} from './staff-store.ts';
import { giveToken, readToken, spendToken, voidTokens } from './staff-tokens.ts';

const quarterHour = 15 * 60;
/** From a device from which the member has signed in before: nobody else fills this. */
export const staffLoginsByDevice: Limit = { name: 'staff_device', most: 10, seconds: quarterHour };
/**
 * From anywhere else: guesses at one address from one network, and from everywhere. There is none for a network: guesses at names that
 * nobody has would shut a whole office out.
 */
export const staffLoginsByPair: Limit = { name: 'staff_pair', most: 10, seconds: quarterHour };
export const staffLoginsByEmail: Limit = { name: 'staff_email', most: 300, seconds: 60 * 60 };
/**
 * Codes tried by somebody who knows the password, from a known device and from anywhere else: at five a quarter of an hour, a million codes
 * take more than five years.
 */
export const staffCodesByDevice: Limit = { name: 'staff_codes_device', most: 5, seconds: quarterHour };
export const staffCodes: Limit = { name: 'staff_codes', most: 5, seconds: quarterHour };
/** Only misses: an invitation cannot be guessed, and a valid one is taken whatever was tried from the same network. */
export const joinsByNetwork: Limit = { name: 'staff_joins', most: 30, seconds: quarterHour };

/** Result of the first step: what the second step takes, or that a second factor has to be set up first. */
export interface FirstStep {
  ticket: string;
  next: 'second_step' | 'set_up';
  app: boolean;
  passkey: PasskeyQuestion | null;
}

/**
 * Handles an unknown address and a wrong password identically: same path, same time, same message.
 *
 * @throws Refusal `invalid_login`, `too_many_attempts`
 */
export async function logInStaff(
  db: Database,
  parts: StaffParts,
  typed: { email: string; password: string },
  { address, device }: Pick<Arrival, 'address' | 'device'>,
): Promise<FirstStep> {
  const email = normaliseEmail(typed.email);
  const network = networkOf(address);
  const member = await readStaffByEmail(db, email);
  const known = await readStaffDevice(db, member?.id ?? nobody, device);
  await count(db, passwordChecks, `staff ${email} ${known ?? network}`);
  const counted = await (known
    ? count(db, staffLoginsByDevice, known)
    : countAll(db, [staffLoginsByEmail, email], [staffLoginsByPair, `${email} ${network}`]));
  const isOpen = member !== null && member.disabledAt === null && member.joinedAt !== null;
  const isRight = await sparingFaults(counted, () =>
    parts.passwords.verify(isOpen ? member.passwordHash : null, typed.password, known ?? network),
  );
  if (member && !isRight) parts.noteRefused({ staffId: member.id, address }, 'wrong_password');
  if (!isRight || !isOpen) throw refuseStaff('invalid_login');
  return transaction(db, async (tx) => {
    // Refuses a password that was changed after the comparison.
    if (!(await holdStaff(tx, member.id, member.passwordHash))) throw refuseStaff('invalid_login');
    await counted.takeBack();
    return giveTicket(tx, parts, member);
  });
}

/** Completes the first step, however it was done, and returns what the next one takes. */
export async function giveTicket(tx: Tx, parts: StaffParts, member: StaffRecord): Promise<FirstStep> {
  if (!member.hasApp && member.passkeys === 0) {
    // Whoever never finished needs another invitation: a password alone, whatever its age, grants nothing.
    if (Date.now() - member.invitedAt.getTime() > invitationHours * 3_600_000) throw refuseStaff('invalid_login');
    const ticket = await giveToken(tx, member.id, 'set_up', setUpMinutes);
    return { ticket, next: 'set_up', app: false, passkey: null };
  }
  const ticket = await giveToken(tx, member.id, 'second_step', secondStepMinutes);
  const passkey = await askStaffPasskey(tx, parts, member.id, ticket);
  return { ticket, next: 'second_step', app: member.hasApp, passkey };
}

interface ShownFactor {
  ticket: string;
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
}

/**
 * Completes the second step.
 *
 * @throws Refusal `ticket_invalid`, `second_factor_wrong`, `too_many_attempts`
 */
export function showStaffFactor(
  db: Database,
  parts: StaffParts,
  shown: ShownFactor,
  arrival: Arrival,
): Promise<Entered> {
  return takeStaffFactor(db, parts, shown, arrival, (tx, staffId) =>
    enterStaff(tx, parts, staffId, arrival, shown.passkey ? 'passkey' : 'app'),
  );
}

/** The same, for whatever the factor is shown: `then` happens in the transaction in which it is spent. */
export async function takeStaffFactor<Result>(
  db: Database,
  parts: StaffParts,
  shown: ShownFactor,
  arrival: Arrival,
  then: (tx: Tx, staffId: string) => Promise<Result>,
): Promise<Result> {
  const staffId = await readToken(db, shown.ticket, 'second_step');
  if (!staffId) throw refuseStaff('ticket_invalid');
  const known = await readStaffDevice(db, staffId, arrival.device);
  const counted = await (known ? count(db, staffCodesByDevice, known) : count(db, staffCodes, staffId));
  const { code, passkey } = shown;
  const taken = await sparingFaults(counted, () =>
    transaction(db, async (tx) => {
      const isRight = passkey
        ? await isStaffPasskeyRight(tx, parts, staffId, shown.ticket, passkey)
        : await isCodeRight(tx, parts, staffId, code ?? '');
      if (!isRight) return null;
      if (!(await spendToken(tx, shown.ticket, 'second_step'))) throw refuseStaff('ticket_invalid');
      return { result: await then(tx, staffId) };
    }),
  );
  // Refused after the commit: a wrongly answered challenge is spent too.
  if (!taken) {
    parts.noteRefused({ staffId, address: arrival.address }, 'wrong_factor');
    throw refuseStaff('second_factor_wrong');
  }
  await counted.clear();
  return taken.result;
}

/**
 * Accepts an invitation: sets the password and returns a ticket for setting up a second factor, without which there is no session.
 *
 * @throws Refusal `invitation_invalid`, `password_too_common`, `password_too_personal`, `too_many_attempts`
 */
export async function joinStaff(
  db: Database,
  parts: StaffParts,
  taken: { token: string; name: string; password: string },
  { address }: Pick<Arrival, 'address'>,
): Promise<string> {
  const network = networkOf(address);
  const staffId = await readToken(db, taken.token, 'invitation');
  const invited = staffId ? await readStaff(db, staffId) : null;
  // A link for another password is no invitation: it ends the sessions.
  if (!invited || mayChoosePassword(invited)) {
    await count(db, joinsByNetwork, network);
    throw refuseStaff('invitation_invalid');
  }
  await requireGoodPassword(parts.passwords, taken.password, { name: taken.name, email: invited.email });
  const hash = await parts.passwords.hash(taken.password, network);
  return transaction(db, async (tx) => {
    const id = await spendToken(tx, taken.token, 'invitation');
    if (!id || !(await setStaffPassword(tx, id, taken.name, hash))) throw refuseStaff('invitation_invalid');
    const ticket = await giveToken(tx, id, 'set_up', setUpMinutes);
    await oweStaffChange(tx, id, 'password');
    await parts.record(tx, { staffId: id, address }, 'staff joined', {});
    return ticket;
  });
}

/** @throws Refusal `ticket_invalid` */
export function beginStaffApp(
  db: Database,
  parts: StaffParts,
  ticket: string,
): Promise<{ Secret: string; Uri: string }> {
  return transaction(db, async (tx) => {
    const member = await requireSettingUp(tx, ticket);
    return beginApp(tx, parts, member.id, member.email);
  });
}

/** Takes the app's first code. */
export async function confirmStaffApp(
  db: Database,
  parts: StaffParts,
  shown: { ticket: string; code: string },
  arrival: Arrival,
): Promise<Entered> {
  const staffId = await readToken(db, shown.ticket, 'set_up');
  if (!staffId) throw refuseStaff('ticket_invalid');
  const counted = await count(db, staffCodes, staffId);
  const entered = await sparingFaults(counted, () =>
    transaction(db, async (tx) => {
      const { id } = await requireSettingUp(tx, shown.ticket);
      if (!(await isCodeRight(tx, parts, id, shown.code, true))) throw refuseStaff('second_factor_wrong');
      await voidTokens(tx, id);
      return enterEnrolled(tx, parts, id, arrival, 'app');
    }),
  );
  await counted.clear();
  return entered;
}

export function askNewPasskey(db: Database, parts: StaffParts, ticket: string): Promise<PasskeyQuestion> {
  const site = requireSite(parts);
  return transaction(db, async (tx) => {
    const { id, email } = await requireSettingUp(tx, ticket);
    return beginStaffPasskey(tx, parts, site, { id, email, ticket });
  });
}

/** Takes the new passkey. */
export function takeNewPasskey(
  db: Database,
  parts: StaffParts,
  made: { ticket: string; name: string; credential: NewPasskey },
  arrival: Arrival,
): Promise<Entered> {
  const site = requireSite(parts);
  return transaction(db, async (tx) => {
    const { id } = await requireSettingUp(tx, made.ticket);
    if (!(await addStaffPasskey(tx, site, { id, ticket: made.ticket }, made))) throw refuseStaff('second_factor_wrong');
    await voidTokens(tx, id);
    return enterEnrolled(tx, parts, id, arrival, 'passkey');
  });
}

/**
 * Returns the member and locks their row: of concurrent set-ups, whoever has the tickets, one is finished. A password alone adds nothing to
 * the factors of a member who has one, even by a ticket from before.
 */
async function requireSettingUp(tx: Tx, ticket: string): Promise<StaffRecord> {
  const id = await readToken(tx, ticket, 'set_up');
  const member = id ? await lockStaff(tx, id) : null;
  if (!member || member.hasApp || member.passkeys > 0 || !(await readToken(tx, ticket, 'set_up')))
    throw refuseStaff('ticket_invalid');
  return member;
}

export function requireSite({ site }: StaffParts): PasskeySite {
  if (!site) throw refuseStaff('passkeys_need_a_name');
  return site;
}

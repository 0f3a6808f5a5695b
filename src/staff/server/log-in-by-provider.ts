import { normaliseEmail } from '#auth/email.ts';
import { count, type Limit } from '#http/server/attempts.ts';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import { networkOf } from '#http/server/network-of.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { transaction } from '#database/server/transaction.ts';
import { storableText } from '#platform/storable-text.ts';
import { isName, readLine } from '#platform/typed/read-name.ts';
import { invitationHours } from '../contract.ts';
import { refuseStaff } from '../refusals.ts';
import { type Entered, enterStaff } from './enter-staff.ts';
import { type FirstStep, giveTicket } from './log-in-staff.ts';
import type { ProviderIdentity, ProviderTrouble, StaffProvider, Visit } from './provider.ts';
import type { StaffParts } from './staff-parts.ts';
import type { Arrival } from './staff-sessions.ts';
import { readStaff, type StaffRecord } from './staff-store.ts';
import { drawStaffToken } from './staff-tokens.ts';

export const visitMinutes = 10;
/** In characters, as the database allows. */
const longestName = 120;
/** A visit costs a row; far above what an office begins. */
const visitsByNetwork: Limit = { name: 'staff_visits', most: 1000, seconds: 15 * 60 };
/** Only misses: whoever comes back from a visit of their own is let in, whatever was tried from the same network. */
const missedVisits: Limit = { name: 'staff_visits_missed', most: 60, seconds: 15 * 60 };

/**
 * Starts a visit to the provider: returns its address, and the token that the browser stores so that nobody else can come back in its
 * place.
 *
 * @throws Refusal `no_provider`, `provider_away`, `too_many_attempts`
 */
export async function goToProvider(
  db: Database,
  parts: StaffParts,
  { address }: Pick<Arrival, 'address'>,
): Promise<{ url: string; holder: string }> {
  await count(db, visitsByNetwork, networkOf(address));
  const { url, state, visit } = await requireProvider(parts).begin();
  const holder = drawStaffToken();
  await db.query(
    `INSERT INTO staff_visits (state_hash, holder_hash, nonce, verifier, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5::int))`,
    [hashOfToken(state), hashOfToken(holder), visit.nonce, visit.verifier, visitMinutes],
  );
  return { url, holder };
}

/** A session, when what was shown at the provider suffices; otherwise the step that is left. */
export type ProviderStep = (FirstStep & { session: null }) | Entered;

/**
 * Handles the return from the provider. A visit belongs to one browser and is used once, whatever its outcome. The visitor must have been
 * invited with the address that the provider has verified, and is from then on recognised by the provider's subject for them.
 *
 * @throws Refusal `no_provider`, `provider_refused` or why, `provider_away`, `too_many_attempts`
 */
export async function comeFromProvider(
  db: Database,
  parts: StaffParts,
  came: { search: string; holder: string },
  arrival: Arrival,
): Promise<ProviderStep> {
  const provider = requireProvider(parts);
  const state = new URLSearchParams(came.search).get('state') ?? '';
  const visit = await spendVisit(db, state, came.holder);
  if (!visit) {
    await count(db, missedVisits, networkOf(arrival.address));
    throw refused(parts, { why: 'no_visit' }, null);
  }
  const identity = await provider.finish(came.search, state, visit);
  return transaction(db, async (tx) => {
    const member = await findMember(tx, identity);
    if ('why' in member) throw refused(parts, member, identity.claimed);
    if (identity.hasSecondFactor) return enterStaff(tx, parts, member.id, arrival, 'provider');
    return { ...(await giveTicket(tx, parts, member)), session: null };
  });
}

/** Whom the provider vouches for is told why: it is about their own account. Nobody else learns whether somebody works here. */
const told = {
  not_verified: 'provider_unverified',
  not_invited: 'provider_not_invited',
  invitation_over: 'provider_invitation_over',
  other_account: 'provider_other_account',
  disabled: 'provider_disabled',
} as const;

function refused({ onProviderTrouble }: StaffParts, trouble: ProviderTrouble, email: string | null): Error {
  onProviderTrouble(trouble, email);
  const { why } = trouble;
  return refuseStaff(why in told ? told[why as keyof typeof told] : 'provider_refused');
}

function requireProvider({ provider }: StaffParts): StaffProvider {
  if (!provider) throw refuseStaff('no_provider');
  return provider;
}

/** Spends the visit: only the browser that started it can, and of concurrent calls one succeeds. */
async function spendVisit(db: Database, state: string, holder: string): Promise<Visit | null> {
  const row = await readOne<Visit & Record<string, unknown>>(
    db,
    `DELETE FROM staff_visits WHERE state_hash = $1 AND holder_hash = $2 AND expires_at > now() RETURNING nonce, verifier`,
    [hashOfToken(state), hashOfToken(holder)],
  );
  return row && { nonce: row.nonce, verifier: row.verifier };
}

/** Finds the member by the provider's subject, the first time by the verified address, and locks the row. */
async function findMember(tx: Tx, { subject, email, name }: ProviderIdentity): Promise<StaffRecord | ProviderTrouble> {
  const known = await readOne<{ id: string; is_open: boolean }>(
    tx,
    'SELECT id, disabled_at IS NULL AS is_open FROM staff WHERE oidc_subject = $1 FOR UPDATE',
    [subject],
  );
  if (known) return known.is_open ? requireKnown(await readStaff(tx, known.id)) : { why: 'disabled', staff: known.id };
  if (email === null) return { why: 'not_verified' };
  const bound = await readOne<{ id: string }>(
    tx,
    `UPDATE staff SET oidc_subject = $2, joined_at = coalesce(joined_at, now()),
       name = CASE WHEN joined_at IS NULL AND $3::text <> '' THEN $3::text ELSE name END
     WHERE email = $1 AND oidc_subject IS NULL AND disabled_at IS NULL
       AND (joined_at IS NOT NULL OR invited_at > now() - interval '${invitationHours} hours') RETURNING id`,
    [normaliseEmail(email), subject, asName(name)],
  );
  if (!bound) return whyNot(tx, normaliseEmail(email));
  // The invitation link would let its holder choose a password.
  await tx.query(`DELETE FROM staff_tokens WHERE staff_id = $1 AND purpose = 'invitation'`, [bound.id]);
  return requireKnown(await readStaff(tx, bound.id));
}

function requireKnown(member: StaffRecord | null): StaffRecord {
  if (!member) throw new Error('whoever is held is there');
  return member;
}

async function whyNot(tx: Tx, email: string): Promise<ProviderTrouble> {
  const row = await readOne<{ id: string; is_open: boolean; is_bound: boolean }>(
    tx,
    'SELECT id, disabled_at IS NULL AS is_open, oidc_subject IS NOT NULL AS is_bound FROM staff WHERE email = $1',
    [email],
  );
  if (!row) return { why: 'not_invited' };
  const why = !row.is_open ? 'disabled' : row.is_bound ? 'other_account' : 'invitation_over';
  return { why, staff: row.id };
}

function asName(said: string): string {
  const name = readLine(storableText(said, longestName));
  return isName(name) ? name : '';
}

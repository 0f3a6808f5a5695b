import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import type { Language } from '#platform/languages.ts';
import type { Role } from '../roles.ts';

/** A staff member as stored in the database. */
export interface StaffRecord {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** What they read in the console; null until they have been there. */
  language: Language | null;
  passwordHash: string | null;
  invitedBy: string | null;
  vouched: boolean;
  invitedAt: Date;
  joinedAt: Date | null;
  disabledAt: Date | null;
  /** The ways of showing the second step. */
  hasApp: boolean;
  passkeys: number;
  /** When they were last here; null if never. */
  seenAt: Date | null;
}

const columns = `id, email, name, role, language, password_hash AS "passwordHash", invited_by AS "invitedBy", vouched,
  invited_at AS "invitedAt", joined_at AS "joinedAt", disabled_at AS "disabledAt",
  EXISTS (SELECT FROM staff_apps a WHERE a.staff_id = s.id AND a.last_step >= 0) AS "hasApp",
  (SELECT count(*)::integer FROM staff_passkeys k WHERE k.staff_id = s.id) AS passkeys,
  greatest((SELECT max(d.last_seen_at) FROM staff_devices d WHERE d.staff_id = s.id),
    (SELECT max(t.last_used_at) FROM staff_sessions t WHERE t.staff_id = s.id)) AS "seenAt"`;

type Row = StaffRecord & Record<string, unknown>;

export function readStaffByEmail(sql: Sql, email: string): Promise<StaffRecord | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM staff s WHERE email = $1`, [email]);
}

export function readStaff(sql: Sql, id: string): Promise<StaffRecord | null> {
  return readOne<Row>(sql, `SELECT ${columns} FROM staff s WHERE id = $1`, [id]);
}

/** The same as of now, with the row locked until the transaction ends. */
export async function lockStaff(tx: Tx, id: string): Promise<StaffRecord | null> {
  await tx.query('SELECT FROM staff WHERE id = $1 FOR UPDATE', [id]);
  return readStaff(tx, id);
}

/** Everybody, including those who left. */
export function listStaff(sql: Sql): Promise<StaffRecord[]> {
  return sql.query<Row>(`SELECT ${columns} FROM staff s ORDER BY disabled_at IS NOT NULL, name, id`);
}

/** Another password by mail is for who has one and a second factor of their own: the mail alone lets nobody in. */
export function mayChoosePassword({ passwordHash, joinedAt, disabledAt, hasApp, passkeys }: StaffRecord): boolean {
  return passwordHash !== null && joinedAt !== null && disabledAt === null && (hasApp || passkeys > 0);
}

export type Invited = Pick<StaffRecord, 'id' | 'email' | 'name' | 'role' | 'invitedBy' | 'vouched'>;

/** False when the address is already taken. */
export async function insertStaff(tx: Tx, { id, email, name, role, invitedBy, vouched }: Invited): Promise<boolean> {
  const made = await tx.query(
    `INSERT INTO staff (id, email, name, role, invited_by, vouched) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [id, email, name, role, invitedBy, vouched],
  );
  return made.length === 1;
}

/**
 * Locks the row of the member who made a request, so that neither their access nor their role changes before the decision on it is made.
 * Null when they have been disabled.
 */
export async function holdMaker(tx: Tx, id: string): Promise<Pick<StaffRecord, 'role'> | null> {
  return readOne<{ role: Role }>(tx, 'SELECT role FROM staff WHERE id = $1 AND disabled_at IS NULL FOR SHARE', [id]);
}

/**
 * Withdraws what a member asked for and nobody has decided on yet: whoever loses their access or their role asks for nothing any more. After
 * their sessions have ended, so that nothing more is being asked for. Returns how many there were.
 */
export async function withdrawRequestsOf(tx: Tx, id: string): Promise<number> {
  const gone = await tx.query(
    `UPDATE staff_requests SET state = 'withdrawn', ended_at = now() WHERE maker_id = $1 AND state = 'waiting' RETURNING id`,
    [id],
  );
  return gone.length;
}

/** Sets the password and locks the row. False when the member has been disabled meanwhile. */
export async function setStaffPassword(tx: Tx, id: string, name: string, passwordHash: string): Promise<boolean> {
  const set = await tx.query(
    `UPDATE staff SET name = $2, password_hash = $3, joined_at = coalesce(joined_at, now())
     WHERE id = $1 AND disabled_at IS NULL RETURNING id`,
    [id, name, passwordHash],
  );
  return set.length === 1;
}

/** The language in which they now read the console, and are written to. */
export async function setStaffLanguage(sql: Sql, id: string, language: Language): Promise<void> {
  await sql.query('UPDATE staff SET language = $2 WHERE id = $1 AND language IS DISTINCT FROM $2', [id, language]);
}

/** Locks the row; false unless the password hash is still theirs and they are still let in. */
export async function holdStaff(tx: Tx, id: string, passwordHash: string | null): Promise<boolean> {
  const held = await tx.query(
    'SELECT FROM staff WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 AND disabled_at IS NULL FOR UPDATE',
    [id, passwordHash],
  );
  return held.length === 1;
}

import type { Sql, Tx } from '#database/server/database.ts';

/** A passkey challenge: its holder and purpose. */
export interface Challenge {
  challenge: string;
  customerId: string;
  /** Hash of a session or login ticket: only its holder may answer. */
  holderHash: Buffer;
  purpose: string;
  expiresAt: Date;
}

export async function keepChallenge(sql: Sql, asked: Challenge): Promise<void> {
  await sql.query(
    `INSERT INTO passkey_challenges (challenge, cell, customer_id, holder_hash, purpose, expires_at)
     VALUES ($1, cell_of($2), $2, $3, $4, $5)`,
    [asked.challenge, asked.customerId, asked.holderHash, asked.purpose, asked.expiresAt],
  );
}

/** Spends the challenge; false unless exactly this is still unanswered. */
export async function spendChallenge(tx: Tx, asked: Omit<Challenge, 'expiresAt'>, now: Date): Promise<boolean> {
  const spent = await tx.query(
    `DELETE FROM passkey_challenges WHERE challenge = $1 AND cell = cell_of($2) AND customer_id = $2 AND holder_hash = $3
       AND purpose = $4 AND expires_at > $5 RETURNING challenge`,
    [asked.challenge, asked.customerId, asked.holderHash, asked.purpose, now],
  );
  return spent.length === 1;
}

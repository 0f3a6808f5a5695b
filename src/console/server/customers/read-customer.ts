import { readFigure } from '#explanations/server/read-figure.ts';
import type { FigureName } from '#explanations/figures.ts';
import { readAccounts } from '#ledger/server/account-store.ts';
import { toJsonNumber } from '#money/money.ts';
import { realClock } from '#platform/clock.ts';
import { requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { presentSecondFactor } from '#secondfactor/server/present-second-factor.ts';
import { mostMembersCounted, type ShownCustomer } from '#console/customers-contract.ts';
import type { LookedAt } from './looked-at.ts';

/** The figures that the page opens with; others are requested by name. */
const figures: readonly FigureName[] = ['wealth', 'earnings', 'balance', 'held'];

/** Returns a customer's personal data and holdings, all queried concurrently. */
export async function readCustomer(tx: Tx, { investor }: LookedAt): Promise<ShownCustomer> {
  const { id } = investor;
  const [who, corrections, accounts, factor, counts, ...values] = await Promise.all([
    readWho(tx, id),
    readCorrections(tx, id),
    readAccounts(tx, id),
    presentSecondFactor(tx, { clock: realClock, site: null }, investor),
    count(tx, id),
    ...figures.map((figure) => readFigure(tx, investor, figure)),
  ]);
  return {
    ...presentWho(who),
    Corrections: corrections,
    Accounts: {
      Balance: toJsonNumber(accounts.balance),
      Held: toJsonNumber(accounts.held),
      Invested: toJsonNumber(accounts.invested),
      Promised: toJsonNumber(accounts.promised),
      Zord: toJsonNumber(accounts.zord),
    },
    Figures: figures.map((Figure, at) => {
      const value = values[at];
      if (!value) throw new Error('each figure has its value');
      return { Figure, Value: toJsonNumber(value.shown) };
    }),
    SecondFactor: {
      Since: factor.Since,
      App: factor.App !== null,
      Passkeys: factor.Passkeys.length,
      RecoveryCodesLeft: factor.RecoveryCodesLeft,
      Removes: factor.Removal?.Removes ?? null,
      WithdrawalsClosedUntil: factor.WithdrawalsClosedUntil,
    },
    Network: {
      Sponsor: who.sponsor_id ? { Id: who.sponsor_id, Name: who.sponsor_name ?? '' } : null,
      Direct: counts.direct,
      All: counts.all_below,
    },
    Counts: {
      Positions: counts.positions,
      Transfers: counts.transfers,
      Sessions: counts.sessions,
      Notes: counts.notes,
    },
  };
}

interface WhoRow {
  id: string;
  name: string;
  email: string;
  email_confirmed_at: Date | null;
  phone: string;
  phone_changed_at: Date | null;
  birth: string;
  password_changed_at: Date | null;
  language: string;
  created_at: Date;
  terms_accepted_at: Date | null;
  terms_version: string | null;
  code: string;
  is_masked_to_upline: boolean;
  sponsor_id: string | null;
  sponsor_name: string | null;
  frozen_at: Date | null;
  until: Date | null;
  erased_at: Date | null;
}

function readWho(sql: Sql, id: string): Promise<WhoRow> {
  return requireOne<WhoRow>(
    sql,
    `SELECT c.id, c.name, c.email, c.email_confirmed_at, c.phone, c.phone_changed_at, c.birth, c.password_changed_at, c.language,
       c.created_at, c.terms_accepted_at, c.terms_version, c.code, c.is_masked_to_upline, s.id AS sponsor_id,
       s.name AS sponsor_name, f.frozen_at, f.until, c.erased_at
     FROM customers c LEFT JOIN customers s ON s.id = c.referrer_id
     LEFT JOIN customer_freezes f ON f.customer_id = c.id AND f.ended_at IS NULL
     WHERE c.id = $1`,
    [id],
  );
}

/** At most one correction per field is waiting. */
async function readCorrections(sql: Sql, id: string): Promise<ShownCustomer['Corrections']> {
  const rows = await sql.query<{ field: 'email' | 'name' | 'phone'; becomes: string; takes_effect_at: Date }>(
    `SELECT field, becomes, takes_effect_at FROM customer_corrections
     WHERE customer_id = $1 AND state = 'waiting' ORDER BY takes_effect_at, field`,
    [id],
  );
  return rows.map(({ field, becomes, takes_effect_at: at }) => ({
    Field: field,
    Becomes: becomes,
    TakesEffect: at.toISOString(),
  }));
}

function presentWho(row: WhoRow) {
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    Id: row.id,
    Name: row.name,
    Email: row.email,
    EmailConfirmed: iso(row.email_confirmed_at),
    Phone: row.phone,
    PhoneChanged: iso(row.phone_changed_at),
    Birth: row.birth,
    PasswordChanged: iso(row.password_changed_at),
    Language: row.language,
    Since: row.created_at.toISOString(),
    TermsAccepted: row.terms_accepted_at?.toISOString() ?? null,
    TermsVersion: row.terms_version,
    Code: row.code,
    Masked: row.is_masked_to_upline,
    Erased: iso(row.erased_at),
    Frozen: row.frozen_at ? { Since: row.frozen_at.toISOString(), Until: iso(row.until) } : null,
  };
}

interface Counts {
  direct: number;
  all_below: number;
  positions: number;
  transfers: number;
  sessions: number;
  notes: number;
}

/** Each count uses an index and stops at the cap. */
function count(sql: Sql, id: string): Promise<Counts> {
  const upTo = (rows: string): string =>
    `(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${mostMembersCounted}) AS counted)`;
  const own = 'customer_id = $1';
  return requireOne<Counts>(
    sql,
    `SELECT ${upTo('customers WHERE referrer_id = $1')} AS direct,
       (SELECT count(*)::int FROM customers_below($1, ${mostMembersCounted})) AS all_below,
       ${upTo(`positions WHERE ${own}`)} AS positions, ${upTo(`broker_transfers WHERE ${own}`)} AS transfers,
       ${upTo(`sessions WHERE ${own} AND expires_at > now()`)} AS sessions, ${upTo(`customer_notes WHERE ${own}`)} AS notes`,
    [id],
  );
}

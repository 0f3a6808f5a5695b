import { readTreasury as readLeft } from '#ledger/server/account-store.ts';
import { readMailTrouble } from '#mail/server/watch-mails.ts';
import { micros, toJsonNumber } from '#money/money.ts';
import { dayMs } from '#platform/clock.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import { readOne, requireOne, type Sql } from '#database/server/database.ts';
import type { Replica } from '#database/server/replica.ts';
import { countOpenRequests } from '#privacy/server/request-store.ts';
import { readLackingRoles } from '#operator/server/lacking-deciders.ts';
import type { StaffMember } from '#staff/server/staff-member.ts';
import type { Role } from '#staff/roles.ts';
import { overdueAfterMs } from '#wallet/server/advance-transfer.ts';
import { readPresentRate } from '#wallet/server/read-present-rate.ts';
import type { WaitsBecause } from '#wallet/transfer-state.ts';
import type { Alarm, Today } from '#console/today-contract.ts';
import { rolesOf } from '../policy.ts';
import { readWaiting } from '../read-waiting.ts';
import { readPace, runwayDays } from '../treasury/read-treasury.ts';

const seesTransfers: readonly Role[] = ['support', 'payments', 'treasury', 'compliance', 'auditor'];
const seesTreasury: readonly Role[] = ['treasury', 'auditor'];
const seesRates: readonly Role[] = ['payments', 'treasury', 'desk', 'auditor'];
const seesAudits: readonly Role[] = ['treasury', 'compliance', 'auditor'];
const seesPrivacy: readonly Role[] = ['support', 'compliance', 'auditor'];
const seesMails: readonly Role[] = ['support', 'admin', 'auditor'];
const seesStaff: readonly Role[] = ['admin', 'auditor'];
const seesReplica: readonly Role[] = ['treasury', 'auditor', 'admin'];
/** One audit a day, plus some hours' slack for the person who runs it. */
const auditLateMs = 1.5 * dayMs;
const lowRunwayDays = 14;

/** Everything about today that a role may see, in a few small queries. */
export async function readToday(
  sql: Sql,
  { mode, replica }: { mode: Config['mode']; replica: Replica | null | undefined },
  member: StaffMember,
): Promise<Today> {
  const sees = (roles: readonly Role[]): boolean => roles.includes(member.role);
  const [transfers, isLate] = [sees(seesTransfers) ? await readTransfers(sql) : null, sees(seesAudits)];
  const found = {
    Requests: await readWaiting(sql, member),
    Withdrawals: rolesOf('withdrawals approve').includes(member.role) ? await readWithdrawals(sql) : null,
    Transfers: transfers,
    Treasury: sees(seesTreasury) ? await readRunway(sql) : null,
    Privacy: sees(seesPrivacy) ? await readPrivacy(sql) : null,
    Mails: sees(seesMails) ? await readMails(sql) : null,
    Rate: sees(seesRates) ? await readRate(sql, mode) : null,
    Audit: isLate ? await readLastAudit(sql) : null,
    Undecided: sees(seesStaff) ? (await readLackingRoles(sql)).undecided : null,
    Replica: replica && sees(seesReplica) ? presentReplica(replica) : null,
  };
  return { ...found, Alarms: alarmsOf(found, isLate) };
}

function alarmsOf(
  { Transfers, Treasury, Privacy, Mails, Rate, Audit, Undecided, Replica: copy }: Omit<Today, 'Alarms'>,
  seesAudit: boolean,
): Alarm[] {
  const late = Audit === null || Date.now() - Date.parse(Audit.At) > auditLateMs;
  const isLow = Treasury !== null && Treasury.RunwayDays !== null && Treasury.RunwayDays < lowRunwayDays;
  const all: [Alarm, boolean][] = [
    ['audit_broken', (Audit?.Findings ?? 0) > 0],
    ['transfers_overdue', (Transfers?.Overdue ?? 0) > 0],
    ['transfers_unknown', (Transfers?.Unknown ?? 0) > 0],
    ['rates_closed', (Rate?.Closed ?? null) !== null],
    ['privacy_overdue', (Privacy?.Overdue ?? 0) > 0],
    ['mails_stuck', (Mails?.Stuck ?? 0) > 0],
    ['mails_lost', (Mails?.Lost ?? 0) > 0],
    ['treasury_low', isLow],
    ['audit_not_compared', Audit !== null && !Audit.Compared],
    ['audit_late', seesAudit && late],
    ['nobody_decides', (Undecided ?? []).length > 0],
    ['replica_away', copy !== null && copy.BehindSeconds === null],
  ];
  return all.filter(([, is]) => is).map(([name]) => name);
}

function presentReplica(replica: Replica): Today['Replica'] {
  const behindMs = replica.behindMs();
  return { BehindSeconds: behindMs === null ? null : Math.round(behindMs / 100) / 10 };
}

/** As many as are seen at a glance; the rest are in the list of transfers. */
const mostShown = 5;

async function readWithdrawals(sql: Sql): Promise<Today['Withdrawals']> {
  const rows = await sql.query<{
    id: string;
    customer_id: string;
    name: string;
    amount: bigint;
    created_at: Date;
    waits_because: WaitsBecause | null;
  }>(
    `SELECT b.id, b.customer_id, c.name, b.amount, b.created_at, b.waits_because
     FROM broker_transfers b JOIN customers c ON c.id = b.customer_id
     WHERE b.ended_at IS NULL AND b.state = 'awaiting_approval' ORDER BY b.created_at, b.id LIMIT ${mostShown}`,
  );
  return rows.map((row) => ({
    Id: row.id,
    Customer: { Id: row.customer_id, Name: row.name },
    Amount: toJsonNumber(micros(row.amount)),
    Asked: row.created_at.toISOString(),
    Because: row.waits_because,
  }));
}

async function readTransfers(sql: Sql): Promise<Today['Transfers']> {
  const row = await requireOne<
    Record<'open' | 'overdue' | 'unknown' | 'waiting' | 'oldest', number> & { answered: Date | null }
  >(
    sql,
    `SELECT count(*) FILTER (WHERE due_at < 'infinity')::integer AS open,
       count(*) FILTER (WHERE due_at < 'infinity' AND queued_at < now() - $1 * interval '1 millisecond')::integer AS overdue,
       count(*) FILTER (WHERE state = 'unknown')::integer AS unknown,
       count(*) FILTER (WHERE state = 'awaiting_approval')::integer AS waiting,
       coalesce(extract(epoch FROM now() - min(queued_at) FILTER (WHERE due_at < 'infinity')) / 60, 0)::integer AS oldest,
       (SELECT max(s.happened_at) FROM transfer_steps s JOIN (
          SELECT id FROM broker_transfers WHERE state IN ('settled', 'returned') ORDER BY created_at DESC, id DESC LIMIT 1
        ) last ON s.transfer_id = last.id) AS answered
     FROM broker_transfers WHERE ended_at IS NULL`,
    [overdueAfterMs],
  );
  return {
    Open: row.open,
    Overdue: row.overdue,
    Unknown: row.unknown,
    AwaitingApproval: row.waiting,
    OldestMinutes: row.oldest,
    Answered: row.answered?.toISOString() ?? null,
  };
}

/** How long the rest of the treasury lasts, and the amounts and promised profits due within the next thirty days. */
async function readRunway(sql: Sql): Promise<Today['Treasury']> {
  const left = await readLeft(sql);
  const pace = await readPace(sql);
  const { now } = await readBusinessClock(sql);
  const { due } = await requireOne<{ due: bigint }>(
    sql,
    `SELECT coalesce(sum(amount + promised), 0)::bigint AS due FROM positions WHERE state = 'running' AND ends_at < $1`,
    [new Date(now.getTime() + 30 * dayMs)],
  );
  return {
    Left: toJsonNumber(left),
    Pace: toJsonNumber(pace),
    RunwayDays: runwayDays(left, pace),
    Due: toJsonNumber(micros(due)),
  };
}

async function readPrivacy(sql: Sql): Promise<Today['Privacy']> {
  const { open, overdue, next } = await countOpenRequests(sql);
  return { Open: open, Overdue: overdue, NextDue: next };
}

async function readMails(sql: Sql): Promise<Today['Mails']> {
  const { stuck, lost, said } = await readMailTrouble(sql);
  return { Stuck: stuck, Lost: lost, Said: said };
}

async function readRate(sql: Sql, mode: Config['mode']): Promise<Today['Rate']> {
  const { rate, closed } = await readPresentRate(sql, mode);
  const show = (side: bigint): number => toJsonNumber(micros(side));
  return {
    High: rate && show(rate.high),
    Low: rate && show(rate.low),
    At: rate?.at.toISOString() ?? null,
    Closed: closed,
  };
}

async function readLastAudit(sql: Sql): Promise<Today['Audit']> {
  const row = await readOne<{ happened_at: Date; operator: string; findings: number; compared: boolean }>(
    sql,
    `SELECT happened_at, operator, (details ->> 'findings')::integer AS findings, (details ->> 'compared')::boolean AS compared
     FROM actions WHERE action = 'books audit' ORDER BY number DESC LIMIT 1`,
  );
  return (
    row && {
      At: row.happened_at.toISOString(),
      By: row.operator,
      Findings: row.findings,
      Compared: row.compared,
    }
  );
}

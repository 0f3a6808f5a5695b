import { createCustomer } from '#auth/server/create-customer.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { copytradeAmounts, copytradeOpen } from '#copytrade/server/copytrade-settings.ts';
import { openLicence } from '#copytrade/server/open-licence.ts';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { settleDue } from '#operator/server/settle-due.ts';
import { addDays } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { nobodyGuards } from '#database/server/guard-move.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import type { CustomerId, Investor } from '#http/server/investor.ts';
import { writeSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { insertAcceptance } from '#primevault/server/acceptance-store.ts';
import { openPosition } from '#positions/server/open-position.ts';
import { openInvestment } from '#primevault/server/open-investment.ts';
import { noPromocode } from '#primevault/server/prepare-promocode.ts';
import { readVaultPlan } from '#primevault/server/read-vault-plan.ts';
import { invest } from '#primezord/server/invest.ts';
import { moveWallet } from '#primezord/server/move-wallet.ts';
import { subscribe } from '#primezord/server/subscribe.ts';
import { cancelStake } from '#stakes/server/cancel-stake.ts';
import { openStake } from '#stakes/server/open-stake.ts';
import { cancelFeePercent, stakePlansSetting } from '#stakes/server/stake-settings.ts';
import { advanceTransfer } from '#wallet/server/advance-transfer.ts';
import { connectBrokerage, brokerageDeadlineMs } from '#wallet/server/brokerage-client.ts';
import { openDeposit } from '#wallet/server/open-deposit.ts';
import { claimTransfers } from '#wallet/server/transfer-queue.ts';
import { demoMemberEvents, demoMembers } from './demo-network.ts';
import { importSandboxOperations } from './sandbox-operations.ts';

/** The investor that a sandbox shows its visitors. */
export const demo = { email: 'demo@lastro.example', password: 'lastro-demo' };

const helena = { name: 'Helena Prado', phone: '+5511912345678', birth: '1988-09-14' };
/** The day before her first deposit. */
const helenaJoinedDaysAgo = 119;
/** No password matches this hash. */
const nobodysPassword = '-';

const treasuryUsd = '250000';
const sandboxDays = 120;

type Event = { daysAgo: number; who?: string } & (
  | { bring: string }
  | { stake: number; days: number }
  | { leave: 'newest stake' }
  | { copy: number }
  | { vault: number }
  | { bot: 'subscribe' }
  | { bot: 'deposit' | 'invest'; amount: number }
);

/** Four months of an ordinary investor: some positions matured, one stake was cancelled, some are still running. */
const history: Event[] = [
  { daysAgo: 118, bring: '2500' },
  { daysAgo: 117, stake: 300, days: 30 },
  { daysAgo: 98, stake: 500, days: 60 },
  { daysAgo: 95, copy: 250 },
  { daysAgo: 84, bring: '1200' },
  { daysAgo: 82, stake: 1000, days: 180 },
  { daysAgo: 61, stake: 100, days: 30 },
  { daysAgo: 60, bot: 'subscribe' },
  { daysAgo: 60, bot: 'deposit', amount: 250 },
  { daysAgo: 58, bot: 'invest', amount: 100 },
  { daysAgo: 55, vault: 500 },
  { daysAgo: 52, leave: 'newest stake' },
  { daysAgo: 46, stake: 80, days: 30 },
  { daysAgo: 40, copy: 100 },
  { daysAgo: 21, stake: 400, days: 60 },
  { daysAgo: 20, copy: 250 },
  { daysAgo: 16, vault: 250 },
  { daysAgo: 12, bot: 'invest', amount: 50 },
  { daysAgo: 9, copy: 100 },
  { daysAgo: 6, bring: '350' },
  { daysAgo: 5, stake: 100, days: 30 },
  { daysAgo: 2, stake: 50, days: 30 },
];

/**
 * Creates a sandbox's demo investor, once, through the real use cases and the real sandbox brokerage, passing in the time of each event.
 * Nothing here writes a position or a balance directly.
 */
export async function seedDemo(http: Http): Promise<void> {
  const { db } = http;
  if (await readOne(db, 'SELECT id FROM customers WHERE email = $1', [demo.email])) return;
  const passwordHash = await createPasswordWork().hash(demo.password);
  await fundTreasury(db, usd(treasuryUsd), 'seed');
  const { now } = await readBusinessClock(db);
  const ids = await transaction(db, (tx) => createDemo(tx, passwordHash, now));
  try {
    await importSandboxOperations(db, addDays(now, -sandboxDays), now);
    await setCopytrade(db, true);
    for (const event of everything()) await live(http, ids.get(event.who ?? helena.name) ?? '', event, now);
    await settleDue(db, now, subscribers);
  } catch (error) {
    // Without the brokerage no money comes in, so the demo investor starts with nothing, like everyone.
    if (!(error instanceof Refusal)) throw error;
    http.app.log.warn({ code: error.code }, 'the demo investor has no history');
  } finally {
    await setCopytrade(db, false);
  }
}

/** Creates the demo investor and their network, by name, each registered in their past. Only the demo investor's password works. */
async function createDemo(tx: Tx, passwordHash: string, today: Date): Promise<Map<string, string>> {
  const registeredAt = addDays(today, -helenaJoinedDaysAgo);
  const investor = { ...helena, email: demo.email, passwordHash, isEmailConfirmed: true, registeredAt };
  const made = await createCustomer(tx, investor);
  const ids = new Map([[helena.name, made.id]]);
  const codes = new Map([[helena.name, made.code]]);
  for (const { broughtBy = helena.name, joinedDaysAgo, ...member } of demoMembers) {
    const joined = await createCustomer(tx, {
      ...member,
      code: codes.get(broughtBy),
      passwordHash: nobodysPassword,
      isEmailConfirmed: true,
      registeredAt: addDays(today, -joinedDaysAgo),
    });
    ids.set(member.name, joined.id);
    codes.set(member.name, joined.code);
  }
  return ids;
}

function everything(): Event[] {
  return [...history, ...demoMemberEvents].sort((a, b) => b.daysAgo - a.daysAgo);
}

async function live(http: Http, id: string, event: Event, today: Date): Promise<void> {
  const now = addDays(today, -event.daysAgo);
  await settleDue(http.db, now, subscribers);
  const investor = investorAt(id, now);
  if ('bring' in event) return bring(http, investor, event.bring);
  await transaction(http.db, async (tx) => {
    if ('stake' in event) return liveStake(tx, investor, event);
    if ('leave' in event) return leaveNewestStake(tx, investor);
    if ('copy' in event) return liveLicence(tx, investor, event.copy);
    if ('vault' in event) return liveVault(tx, http.config.mode, investor, event.vault);
    if (event.bot === 'subscribe') return subscribe(tx, { investor, headers: {}, token: '' }, nobodyGuards);
    const request = { investor, body: { amount: event.amount } };
    if (event.bot === 'invest') return invest(tx, request);
    return moveWallet(tx, request, 'deposited', async () => 0);
  });
}

async function liveLicence(tx: Tx, investor: Investor, amount: number): Promise<void> {
  const terms = { isOpen: true, amounts: copytradeAmounts.standard('sandbox') };
  openPosition(tx, openLicence({ investor, body: { amount } }, terms));
}

async function liveStake(tx: Tx, investor: Investor, event: Extract<Event, { stake: number }>): Promise<void> {
  const body = { amount: event.stake, time_stake: event.days };
  const plans = stakePlansSetting.standard('sandbox');
  const terms = { plans, cancelFee: cancelFeePercent.standard('sandbox'), taxRate: 0 };
  openPosition(tx, openStake({ investor, body, headers: {} }, terms));
}

async function leaveNewestStake(tx: Tx, investor: Investor): Promise<void> {
  const newest = await readOne<{ id: string }>(
    tx,
    `SELECT id FROM positions WHERE customer_id = $1 AND product = 'stake' ORDER BY started_at DESC LIMIT 1`,
    [investor.id],
  );
  if (newest)
    await cancelStake(tx, { investor, params: { id: newest.id }, headers: {}, token: '' }, nobodyGuards, subscribers);
}

async function liveVault(tx: Tx, mode: Config['mode'], investor: Investor, amount: number): Promise<void> {
  await insertAcceptance(tx, investor.id, investor.now);
  const prepared = { ...noPromocode, plan: await readVaultPlan(tx, mode), readAt: investor.now, isAccepted: true };
  await openInvestment(tx, { investor, body: { amount }, headers: {} }, prepared);
}

/** Registrations are closed until an operator opens them; the demo investor's copies date from when they were open. */
function setCopytrade(db: Database, isOpen: boolean): Promise<void> {
  return transaction(db, async (tx) => void (await writeSetting(tx, copytradeOpen, isOpen)));
}

async function bring({ db, config, app }: Http, investor: Investor, amount: string): Promise<void> {
  const body = { amount: Number(amount), user: investor.id, currency: 'usdt' as const };
  await transaction(db, (tx: Tx) => openDeposit(tx, config.mode, { investor, body, headers: {}, token: '' }));
  const brokerage = connectBrokerage({ url: config.brokerageUrl, token: config.brokerageToken });
  for (const transfer of await claimTransfers(db, 10, 3 * brokerageDeadlineMs)) {
    const context = { db, brokerage, log: app.log, settlesAt: investor.now, events: subscribers };
    await advanceTransfer(context, transfer);
  }
}

function investorAt(id: string, now: Date): Investor {
  return {
    id: id as CustomerId,
    now,
    standsStill: true,
    sessionStartedAt: now,
    sessionExpiresAt: now,
    isEmailConfirmed: true,
  };
}

import { purgeOldAttempts } from '#http/server/attempts.ts';
import { purgeOldMailedTokens } from '#auth/server/mailed-token-store.ts';
import { purgeOldSessions } from '#auth/server/session-store.ts';
import { purgeOldMails } from '#mail/server/mail-queue.ts';
import { startMails } from '#mail/server/start-mails.ts';
import { type DomainEvents } from '#ledger/server/domain-events.ts';
import { announceOpening } from '#copytrade/server/announce-opening.ts';
import { carryAwards } from '#network/server/carry-awards.ts';
import { purgeOldNotices } from '#notices/server/purge-old.ts';
import { subscribers } from './subscribers.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import type { Database } from '#database/server/database.ts';
import type { Http } from '#http/server/http.ts';
import { purgeOldKeys } from '#http/server/idempotency.ts';
import { followSettings } from '#settings/server/follow-settings.ts';
import { repeat, type Repeated } from '#database/server/repeat.ts';
import { giveBackOldClaims } from '#primevault/server/promocode-claims.ts';
import { settlePositions } from '#positions/server/settle-positions.ts';
import { foldMaturities } from '#maturities/server/fold-maturities.ts';
import { removeLostKeys } from '#secondfactor/server/end-second-factor.ts';
import { purgeOldSecondFactorTraces } from '#secondfactor/server/purge-old.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { purgeOldBrlHours } from '#wallet/server/brl-deposits.ts';
import { purgeDecidedRates, purgeOldRates } from '#wallet/server/purge-rates.ts';
import { watchRates } from '#wallet/server/watch-rates.ts';
import { createHolderMark } from '#wallet/server/holder-mark.ts';
import { startTransfers } from '#wallet/server/start-transfers.ts';
import { purgeOldCounts } from '#wallet/server/withdrawal-counters.ts';
import { makeCorrections } from '#operator/server/customer-corrections.ts';
import { endFreezes } from '#operator/server/end-freezes.ts';
import { purgeStaffFiles } from '#console/server/offers/feed-files.ts';
import { expireRequests } from '#console/server/request-store.ts';
import { purgeReportFiles } from '#operator/server/reports/report-files.ts';
import { finishRequests } from '#console/server/take-action.ts';
import { purgeStaffTokens } from '#staff/server/staff-tokens.ts';
import { tellAnnouncements } from '#announcements/server/tell-announcements.ts';
import { purgeCaseFiles } from '#cases/server/case-files.ts';
import { findPatterns } from '#cases/server/find-patterns.ts';
import { purgeOldOrigins } from '#cases/server/purge-origins.ts';
import { consoleParts } from './compose-console.ts';
import { composeMails } from './compose-mails.ts';
import { composeSecondFactor } from './compose-second-factor.ts';

const hourMs = 3_600_000;

const purging = [
  purgeOldKeys,
  purgeOldSessions,
  purgeOldAttempts,
  purgeOldMailedTokens,
  purgeOldMails,
  purgeOldSecondFactorTraces,
  purgeOldNotices,
  purgeOldRates,
  purgeDecidedRates,
  purgeOldCounts,
  purgeOldBrlHours,
  purgeOldOrigins,
  purgeStaffTokens,
  purgeReportFiles,
  expireRequests,
  purgeStaffFiles,
];

/** Settles a batch of what is due by business time. Returns how many. */
type Settle = (db: Database, now: Date, events: DomainEvents) => Promise<number>;

/** Default time that a stop waits for work in progress. */
const graceMs = 5_000;

/** Runs until stopped: then it takes on nothing new and finishes what it holds, within the given milliseconds. */
export interface Jobs {
  stop(withinMs?: number): Promise<void>;
}

/** The clockwork: what happens without a request. Any number of servers may run it concurrently. */
export function startJobs(http: Http): Jobs {
  const { db, app } = http;
  const every = (restMs: number, job: string, round: () => Promise<number>): Repeated =>
    repeat(round, { restMs, job, onFault: (error) => app.log.error({ err: error, job }, 'fault') });
  const settling = (job: string, settle: Settle): Repeated =>
    every(500, job, async () => settle(db, await readPayingClock(db), subscribers));
  const secondFactor = composeSecondFactor(http.config);
  const jobs = [
    startTransfers(http, { events: subscribers, markHolder: createHolderMark(() => readSealSecret(http.config)) }),
    askForRates(http),
    startMails(http, composeMails(db, http.config, secondFactor)),
    every(10_000, 'remove-lost-keys', () => removeLostKeys(db, secondFactor)),
    settling('settle-positions', settlePositions),
    settling('carry-awards', carryAwards),
    every(60_000, 'give-back-old-claims', () => giveBackOldClaims(db)),
    every(2_000, 'announce-opening', () => announceOpening(db, subscribers)),
    every(1_000, 'follow-settings', followSettings(db)),
    every(10_000, 'end-freezes', () => endFreezes(db, subscribers)),
    every(60_000, 'make-corrections', () => makeCorrections(db, subscribers)),
    every(2_000, 'tell-announcements', () => tellAnnouncements(db)),
    every(10_000, 'find-patterns', () => findPatterns(db, http.config.mode)),
    every(2_000, 'fold-maturities', () => foldMaturities(db)),
    every(10_000, 'finish-requests', () => finishRequests(consoleParts(http.config, db))),
    every(hourMs, 'purge: case files', () => purgeCaseFiles(db, http.config.mode)),
    // One job each, so that a failure of one does not stop the others.
    ...purging.map((purgeOld) => every(hourMs, `purge: ${purgeOld.name}`, () => purgeOld(db))),
  ];
  return { stop: async (withinMs = graceMs) => void (await Promise.all(jobs.map((job) => job.stop(withinMs)))) };
}

function askForRates({ db, config, app }: Http): Pick<Repeated, 'stop'> {
  const rates = watchRates({ db, config, log: app.log });
  return { stop: async () => rates.stop() };
}

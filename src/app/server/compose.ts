import { createPasswordWork } from '#auth/server/password-work.ts';
import type { AskMore } from '#auth/server/log-in.ts';
import { holdSession, readDeviceKnownSince } from '#auth/server/known-devices.ts';
import { serveAuth } from '#auth/server/routes.ts';
import { readAliveTokens, readSession } from '#auth/server/session-store.ts';
import { serveCopytrade } from '#copytrade/server/routes.ts';
import { serveCatalog } from '#catalog/server/serve-catalog.ts';
import { serveDashboard } from '#dashboard/server/routes.ts';
import { serveExplanations } from '#explanations/server/routes.ts';
import { requireMovable } from '#ledger/server/freeze.ts';
import { serveNetwork } from '#network/server/routes.ts';
import { serveOperations } from '#operations/server/routes.ts';
import { serveNotices } from '#notices/server/routes.ts';
import { offers } from './offers.ts';
import { subscribers } from './subscribers.ts';
import { readTermsFees } from '#operator/server/read-terms-fees.ts';
import { serveOperator } from '#operator/server/routes.ts';
import type { Clock } from '#platform/clock.ts';
import { allowOrigins } from '#http/server/allow-origins.ts';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { onDatabaseFailure } from '#database/server/database-failures.ts';
import { createHttp, type Http, type HttpParts } from '#http/server/http.ts';
import type { GuardMove } from '#database/server/guard-move.ts';
import { keepToTheHouse } from '#http/server/keep-to-the-house.ts';
import type { Buckets } from '#settings/server/buckets.ts';
import type { Replica } from '#database/server/replica.ts';
import { publishOpenapi } from '#http/server/openapi.ts';
import { serveIntents } from '#http/server/serve-intents.ts';
import { watchDatabase } from '#database/server/watch-database.ts';
import { watchForProxies } from '#http/server/unnamed-proxy.ts';
import { servePositions } from '#positions/server/routes.ts';
import { servePrimevault } from '#primevault/server/routes.ts';
import { servePrimezord } from '#primezord/server/routes.ts';
import { serveHelp } from '#help/server/routes.ts';
import { serveHistory } from '#history/server/routes.ts';
import { serveProfile } from '#profile/server/routes.ts';
import { askSecondFactor } from '#secondfactor/server/ask-second-factor.ts';
import { guardMove } from '#secondfactor/server/guard-move.ts';
import { serveSecondFactor } from '#secondfactor/server/routes.ts';
import { serveMaturities } from '#maturities/server/routes.ts';
import { serveStakes } from '#stakes/server/routes.ts';
import { serveWallet } from '#wallet/server/routes.ts';
import { serveYearlyStatement } from '#yearly-statement/server/routes.ts';
import { composeOtherSecrets } from './compose-other-secrets.ts';
import { composeSecondFactor } from './compose-second-factor.ts';
import { composeUnsubscribing } from './compose-unsubscribing.ts';
import { serveHealth } from './serve-health.ts';
import { serveSite } from './serve-site.ts';
import { serveUnknownReports } from './serve-unknown-reports.ts';
import { watchBackups } from '#operator/server/watch-backups.ts';
import { watchPurging } from './watch-purging.ts';
import { watchSettling } from './watch-settling.ts';
import { translate } from './translate.ts';

export interface Composition {
  config: Config;
  db: Database;
  /** A replica of `db`, for long reads. */
  replica?: Replica | null | undefined;
  logTo?: HttpParts['logTo'];
  /** Business time for tests; defaults to the database's own. */
  now?: () => Date;
  /** Real time, for tests of code that waits for it. */
  clock?: Clock | undefined;
  /** What the gate lets through; what the installation's settings say by default. */
  buckets?: Buckets | undefined;
  /** False where a worker asks for the rate; by default it does so itself, as in tests. */
  asksForRates?: boolean | undefined;
  /** How long a look-up of the caller is relied on, in milliseconds. */
  promptMs?: number | undefined;
}

/** Every route of the product on one Fastify, not yet listening. */
export async function composeHttp({
  config,
  db,
  replica,
  logTo,
  now,
  clock,
  buckets,
  promptMs,
  asksForRates,
}: Composition): Promise<Http> {
  const http = createHttp({
    config,
    db,
    replica,
    translate,
    requireMovable,
    buckets,
    promptMs,
    now,
    readInvestor: async (sql, token) => {
      const investor = await readSession(sql, token);
      return investor && now ? { ...investor, now: now(), standsStill: true } : investor;
    },
    ...(logTo === undefined ? {} : { logTo }),
  });
  const proxies = watchForProxies(http);
  onDatabaseFailure(db, (failure) => http.app.log.warn(failure, 'database trouble'));
  watchDatabase(db);
  watchPurging(db);
  watchSettling(db);
  watchBackups(db);
  keepToTheHouse(http);
  await allowOrigins(http);
  await publishOpenapi(http);
  const passwords = createPasswordWork(undefined, config.breachedPasswords);
  const secondFactor = composeSecondFactor(config, { passwords, clock });
  const askMore: AskMore = (tx, login) => askSecondFactor(tx, secondFactor, login);
  const others = composeOtherSecrets(secondFactor);
  serveAuth(http, {
    passwords,
    askMore,
    events: subscribers,
    others,
    clock,
    readTermsFees: (sql) => readTermsFees(sql, config.mode),
  });
  serveSecondFactor(http, secondFactor);
  serveProfile(http, subscribers);
  servePositions(http);
  const guard: GuardMove = (tx, request) => guardMove(tx, secondFactor, request);
  serveStakes(http, subscribers, guard);
  servePrimevault(http);
  const rates = serveWallet(
    http,
    subscribers,
    {
      guard,
      readDeviceKnownSince,
      holdSession,
    },
    { asksForRates },
  );
  serveCopytrade(http);
  servePrimezord(http, rates.readDollarRate, guard);
  serveNetwork(http);
  serveNotices(http, (tokens) => readAliveTokens(db, tokens), composeUnsubscribing(config));
  serveOperations(http);
  serveOperator(http);
  serveDashboard(http);
  serveCatalog(http, offers);
  serveHistory(http);
  serveYearlyStatement(http);
  serveExplanations(http);
  serveMaturities(http, subscribers);
  serveHelp(http);
  serveUnknownReports(http);
  serveIntents(http);
  serveHealth(http, proxies);
  await serveSite(http);
  return http;
}

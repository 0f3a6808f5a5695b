import { createPasswordWork } from '#auth/server/password-work.ts';
import type { AskMore } from '#auth/server/log-in.ts';
import { serveAuth } from '#auth/server/routes.ts';
import { createReadInvestor } from '#auth/server/read-investor.ts';
import { serveCopytrade } from '#copytrade/server/routes.ts';
import { serveDashboard } from '#dashboard/server/routes.ts';
import { serveExplanations } from '#explanations/server/routes.ts';
import { serveNetwork } from '#network/server/routes.ts';
import { serveOperations } from '#operations/server/routes.ts';
import { serveNotices } from '#notices/server/routes.ts';
import { everybodyListens } from '#operator/server/everybody-listens.ts';
import { serveOperator } from '#operator/server/routes.ts';
import type { Clock } from '#platform/clock.ts';
import { allowOrigins } from '#platform/server/allow-origins.ts';
import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { createHttp, type Http, type HttpParts } from '#platform/server/http.ts';
import { publishOpenapi } from '#platform/server/openapi.ts';
import { servePrimevault } from '#primevault/server/routes.ts';
import { servePrimezord } from '#primezord/server/routes.ts';
import { serveHistory } from '#history/server/routes.ts';
import { serveProfile } from '#profile/server/routes.ts';
import { askSecondKey } from '#secondkey/server/ask-second-key.ts';
import { guardWithdrawal } from '#secondkey/server/guard-withdrawal.ts';
import { serveSecondKey } from '#secondkey/server/routes.ts';
import { servePromises } from '#promises/server/routes.ts';
import { serveStakes } from '#stakes/server/routes.ts';
import { serveWallet } from '#wallet/server/routes.ts';
import { composeSecondKey } from './compose-second-key.ts';
import { serveHealth } from './serve-health.ts';
import { serveSite } from './serve-site.ts';
import { serveUnknownReports } from './serve-unknown-reports.ts';
import { translate } from './translate.ts';

export interface Composition {
  config: Config;
  db: Database;
  logTo?: HttpParts['logTo'];
  /** Business time for tests; the database's own unless told. */
  now?: () => Date;
  /** Real time for tests of what waits for it. */
  clock?: Clock | undefined;
}

/** Every route of the product on one Fastify, not yet listening. */
export async function composeHttp({ config, db, logTo, now, clock }: Composition): Promise<Http> {
  const readInvestor = createReadInvestor(db);
  const http = createHttp({
    config,
    db,
    translate,
    readInvestor: async (token) => {
      const investor = await readInvestor(token);
      return investor && now ? { ...investor, now: now() } : investor;
    },
    ...(logTo === undefined ? {} : { logTo }),
  });
  await allowOrigins(http);
  await publishOpenapi(http);
  const passwords = createPasswordWork();
  const secondKey = composeSecondKey(config, { passwords, clock });
  const askMore: AskMore = (tx, login) => askSecondKey(tx, secondKey, login);
  serveAuth(http, { passwords, askMore, happenings: everybodyListens });
  serveSecondKey(http, secondKey);
  serveProfile(http);
  serveStakes(http, everybodyListens);
  servePrimevault(http, everybodyListens);
  const rates = serveWallet(http, everybodyListens, (tx, asked) => guardWithdrawal(tx, secondKey, asked));
  serveCopytrade(http, everybodyListens);
  servePrimezord(http, rates.readDollarRate, everybodyListens);
  serveNetwork(http);
  serveNotices(http);
  serveOperations(http);
  serveOperator(http);
  serveDashboard(http);
  serveHistory(http);
  serveExplanations(http);
  servePromises(http);
  serveUnknownReports(http);
  serveHealth(http);
  await serveSite(http);
  return http;
}

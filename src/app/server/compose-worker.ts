import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { onDatabaseFailure } from '#database/server/database-failures.ts';
import { createHttp, type Http, type HttpParts } from '#http/server/http.ts';
import { keepToTheHouse } from '#http/server/keep-to-the-house.ts';
import { watchForProxies } from '#http/server/unnamed-proxy.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { serveHealth } from './serve-health.ts';
import { translate } from './translate.ts';

interface WorkerComposition {
  config: Config;
  db: Database;
  logTo?: HttpParts['logTo'];
}

/** A worker's endpoints: liveness, readiness and metrics. No customer ever calls them. */
export function composeWorker({ config, db, logTo }: WorkerComposition): Http {
  const http = createHttp({
    config,
    db,
    translate,
    requireMovable: () => {},
    readInvestor: async () => null,
    ...(logTo === undefined ? {} : { logTo }),
  });
  onDatabaseFailure(db, (failure) => http.app.log.warn(failure, 'database trouble'));
  keepToTheHouse(http);
  // Answers are serialised as they are; the schemas are only documentation.
  http.app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  serveHealth(http, watchForProxies(http));
  http.app.setNotFoundHandler(() => {
    throw refusePlatform('not_found');
  });
  return http;
}

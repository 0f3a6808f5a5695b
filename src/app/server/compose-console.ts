import { createTranslator } from 'use-intl/core';
import { createPasswordWork } from '#auth/server/password-work.ts';
import consoleEn from '#console/messages/en.json' with { type: 'json' };
import consoleEs from '#console/messages/es.json' with { type: 'json' };
import consoleFa from '#console/messages/fa.json' with { type: 'json' };
import consolePtBr from '#console/messages/pt-BR.json' with { type: 'json' };
import consoleZhCn from '#console/messages/zh-CN.json' with { type: 'json' };
import { serveStaffAnnouncements } from '#console/server/announcements/routes.ts';
import { serveStaffCases } from '#console/server/cases/routes.ts';
import { serveCustomers } from '#console/server/customers/routes.ts';
import { serveStaffPrivacy } from '#console/server/privacy/routes.ts';
import { serveActions } from '#console/server/routes.ts';
import { serveStaffLedger } from '#console/server/ledger/routes.ts';
import { serveReports } from '#console/server/reports/routes.ts';
import { serveStaffToday } from '#console/server/today/routes.ts';
import { serveStaffTreasury } from '#console/server/treasury/routes.ts';
import { readFileOfStaff } from '#console/server/offers/feed-files.ts';
import { serveStaffOffers } from '#console/server/offers/routes.ts';
import { serveStaffTransfers } from '#console/server/transfers/routes.ts';
import { serveAccount } from '#console/server/serve-account.ts';
import { serveAccess } from '#console/server/access/routes.ts';
import { serveDoctor } from '#console/server/serve-doctor.ts';
import { servePeople } from '#console/server/serve-people.ts';
import type { ConsoleParts } from '#console/server/take-action.ts';
import { commandNames } from '#operator/server/all-commands.ts';
import { atTheMachine } from '#commands/server/operator.ts';
import { type ActionDetails, recordAction } from '#operator/server/record-action.ts';
import { localeOf } from '#platform/languages.ts';
import { realClock, type Clock } from '#platform/clock.ts';
import type { Config } from '#settings/server/config.ts';
import { isWithin, type Limit } from '#http/server/attempts.ts';
import type { Database, Tx } from '#database/server/database.ts';
import type { Replica } from '#database/server/replica.ts';
import { createHttp, type Http, type HttpParts } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { readPasskeySite } from '#secondfactor/server/passkey-site.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { createSeal } from '#secondfactor/server/seal.ts';
import staffEn from '#staff/messages/en.json' with { type: 'json' };
import staffEs from '#staff/messages/es.json' with { type: 'json' };
import staffFa from '#staff/messages/fa.json' with { type: 'json' };
import staffPtBr from '#staff/messages/pt-BR.json' with { type: 'json' };
import staffZhCn from '#staff/messages/zh-CN.json' with { type: 'json' };
import { openProvider, type ProviderTrouble } from '#staff/server/provider.ts';
import { serveStaffLogin } from '#staff/server/routes.ts';
import type { StaffActor } from '#staff/server/staff-parts.ts';
import { readStaff } from '#staff/server/staff-store.ts';
import { serveConsoleSite } from './serve-console-site.ts';
import { offers } from './offers.ts';
import { subscribers } from './subscribers.ts';
import { translate } from './translate.ts';

export interface ConsoleComposition {
  config: Config;
  db: Database;
  /** A replica of `db`, for long reads. */
  replica?: Replica | null | undefined;
  logTo?: HttpParts['logTo'];
  clock?: Clock | undefined;
}

/**
 * The operator's console: a separate Fastify on a separate address. A customer's token is worthless here, and nothing served here is served
 * to customers.
 */
export async function composeConsole({
  config,
  db,
  replica,
  logTo,
  clock = realClock,
}: ConsoleComposition): Promise<Http> {
  const own: Config = { ...config, publicUrl: config.consoleUrl, webOrigins: [] };
  const http = createHttp({
    config: own,
    db,
    replica,
    translate: translateConsole,
    requireMovable: () => {},
    readInvestor: async () => null,
    ...(logTo === undefined ? {} : { logTo }),
  });
  const onProviderTrouble = (trouble: ProviderTrouble, email: string | null): void => {
    http.app.log.warn(trouble, 'provider trouble');
    if (email !== null) void noteRefused(http, trouble, email);
  };
  serveStaffLogin(http, {
    passwords: createPasswordWork(undefined, config.breachedPasswords),
    seal: createSeal(() => readSealSecret(config)),
    site: readPasskeySite(own),
    provider:
      config.oidc && openProvider({ ...config.oidc, redirectUri: `${config.consoleUrl}/signed-in` }, onProviderTrouble),
    onProviderTrouble,
    record: recordOf,
    noteRefused: (by, why) => void noteWrong(http, by, why),
    brand: config.brandName,
    clock,
  });
  const parts = consoleParts(config, db);
  serveActions(http, parts);
  serveCustomers(http);
  serveStaffTransfers(http, parts);
  serveStaffLedger(http);
  serveReports(http, parts);
  serveStaffTreasury(http);
  serveStaffToday(http, parts);
  serveStaffAnnouncements(http);
  serveStaffCases(http);
  serveStaffPrivacy(http);
  serveStaffOffers(http, { config, offers });
  serveAccount(http);
  servePeople(http);
  serveAccess(http, parts);
  serveDoctor(http, config);
  await serveConsoleSite(http);
  return http;
}

/** A member of staff who is signing in, by their name at this time. */
async function recordOf(
  tx: Tx,
  { staffId, address }: StaffActor,
  action: string,
  details: ActionDetails,
): Promise<void> {
  const member = await readStaff(tx, staffId);
  const operator = { ...atTheMachine(member?.name ?? staffId), staffId, address };
  await recordAction(tx, { operator, action, details });
}

/** The log of actions is kept for good: more than these an hour for one member say nothing more. */
const refusalsNoted: Limit = { name: 'staff_refusals_noted', most: 20, seconds: 60 * 60 };

/** Whoever failed is not known, only at whose name they tried. */
function noteWrong({ app, db }: Http, { staffId, address }: StaffActor, why: string): Promise<void> {
  const operator = { ...atTheMachine('console'), address };
  return transaction(db, async (tx) => {
    if (!(await isWithin(tx, refusalsNoted, staffId))) return;
    await recordAction(tx, { operator, action: 'sign-in refused', details: { why, staff: staffId } });
  }).catch((error: unknown) => app.log.error({ err: error }, 'fault'));
}

/** Whoever the provider vouched for and the console did not let in is an entry, by which an admin can help them. */
function noteRefused({ app, db }: Http, { why, staff }: ProviderTrouble, email: string): Promise<void> {
  const action = { operator: 'console', action: 'sign-in refused', details: { why, email, ...(staff && { staff }) } };
  return transaction(db, (tx) => recordAction(tx, action)).catch((error: unknown) =>
    app.log.error({ err: error }, 'fault'),
  );
}

/** Dependencies of the console's commands. They cannot reach files of the machine. */
export function consoleParts(config: Config, db: Database): ConsoleParts {
  const { brokerageUrl: url, brokerageToken: token, databaseReplicaUrl: replicaUrl } = config;
  return {
    db,
    home: null,
    mode: config.mode,
    brokerage: url && token ? { url, token } : null,
    replica: replicaUrl ? { url: replicaUrl, mostBehindMs: config.databaseReplicaMostBehindMs } : null,
    commandNames,
    readFile: (name) => readFileOfStaff(db, name),
    consoleUrl: config.consoleUrl,
    events: subscribers,
  };
}

const words = {
  'pt-BR': { staff: staffPtBr, console: consolePtBr },
  en: { staff: staffEn, console: consoleEn },
  es: { staff: staffEs, console: consoleEs },
  'zh-CN': { staff: staffZhCn, console: consoleZhCn },
  fa: { staff: staffFa, console: consoleFa },
};

/** Refusals by a product use the product's own messages. */
const translateConsole: HttpParts['translate'] = (language, folder, key, values) => {
  if (folder !== 'staff' && folder !== 'console') return translate(language, folder, key, values);
  const say = createTranslator({ locale: localeOf(language), messages: words[language], namespace: folder as never });
  return say(key as never, values as never);
};

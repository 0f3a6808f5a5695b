import type { Offers } from '#catalog/server/read-catalog.ts';
import { allSettings } from '#operator/server/all-settings.ts';
import { recordAction } from '#operator/server/record-action.ts';
import { readBusinessClock } from '#database/server/business-clock.ts';
import type { Config } from '#settings/server/config.ts';
import { makePage, readCursor } from '#http/server/cursor.ts';
import type { Http } from '#http/server/http.ts';
import { transaction } from '#database/server/transaction.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { listImports } from '#payouts/server/withdraw-import.ts';
import { readPromocode } from '#primevault/server/promocode-store.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as feeds from '#console/feeds-contract.ts';
import * as contract from '#console/offers-contract.ts';
import * as promocodes from '#console/promocodes-contract.ts';
import * as rates from '#console/rates-contract.ts';
import { refuseConsole } from '#console/refusals.ts';
import { rolesOf } from '../policy.ts';
import { noteWatching } from '../note-watching.ts';
import { operatorOf } from '../acting.ts';
import { whomSeen } from '#commands/server/whom-seen.ts';
import { insertFile, previewText, readFile } from './feed-files.ts';
import { presentImport } from './present-import.ts';
import { presentSettings, presentVersions } from './present-settings.ts';
import { previewChange } from './preview-offer.ts';
import { listPromocodeRows, listUseRows, presentPromocode, presentUse } from './promocode-rows.ts';
import { listAccepted, presentGuard } from './read-guard.ts';

const pageSize = 50;

export interface OfferParts {
  /** The product's own configuration and offers, as customers are served. */
  config: Config;
  offers: Offers;
}

/** The offers and what they depend on: settings, promotional codes, operations, the rate. */
export function serveStaffOffers(http: Http, { config, offers }: OfferParts): void {
  const { mode } = config;
  serveStaff(http, contract.readOffers, rolesOf('settings list'), async (db, call) => {
    const shown = await transaction(db, async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return presentSettings(tx, mode);
    });
    await noteWatching(db, call, 'offers look', {});
    return shown;
  });
  serveStaff(http, contract.listVersions, rolesOf('settings list'), async (db, call) => {
    const { key } = call.params;
    const { after } = call.query;
    if (!allSettings.some((setting) => setting.key === key)) throw refuseConsole('unknown_setting');
    const page = await presentVersions(db, key, after === undefined ? null : BigInt(after), pageSize);
    await noteWatching(db, call, 'offers look', { setting: key, ...(after && { after }) });
    return page;
  });
  serveStaff(http, contract.previewOffer, rolesOf('settings set'), (db, { body, language }) =>
    previewChange(db, config, offers, language, body),
  );
  serveCodes(http);
  serveFeeds(http, mode);
  serveStaff(http, rates.readGuard, rolesOf('rates show'), async (db, call) => {
    const guard = await presentGuard(db, mode);
    await noteWatching(db, call, 'rates look', { what: 'guard' });
    return guard;
  });
  serveStaff(http, rates.listRates, rolesOf('rates show'), async (db, call) => {
    const { after } = call.query;
    const page = await listAccepted(db, after === undefined ? null : BigInt(after), pageSize);
    await noteWatching(db, call, 'rates look', { what: 'accepted', ...(after && { after }) });
    return page;
  });
}

function serveCodes(http: Http): void {
  serveStaff(http, promocodes.listPromocodes, rolesOf('promocode list'), async (db, call) => {
    const { after } = call.query;
    const before = readCodeCursor(after);
    const { now } = await readBusinessClock(db);
    const found = await listPromocodeRows(db, before, pageSize + 1);
    const rows = found.slice(0, pageSize);
    const last = rows.at(-1);
    await noteWatching(db, call, 'promocode look', { what: 'codes', ...(after && { after }) });
    return {
      rows: rows.map((row) => presentPromocode(row, now)),
      next: found.length > pageSize && last ? writeCodeCursor(last.validFrom, last.code) : null,
    };
  });
  serveStaff(http, promocodes.listUses, rolesOf('promocode list'), async (db, call) => {
    const { params, query, member, address } = call;
    const cursor = readCursor(query.after);
    return transaction(db, async (tx) => {
      if (!(await readPromocode(tx, params.code))) throw refuseConsole('unknown_promocode');
      const found = await listUseRows(tx, params.code, cursor, pageSize + 1);
      const shown = found.slice(0, pageSize);
      const details = { code: params.code, rows: shown.length, ...whomSeen(shown.map((row) => row.customer_id)) };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'promocode look', details });
      return makePage(found, pageSize, ({ claimed_at: at, id }) => ({ at, id }), presentUse);
    });
  });
}

function writeCodeCursor(from: Date, code: string): string {
  return Buffer.from(`${from.toISOString()}|${code}`).toString('base64url');
}

function readCodeCursor(after: string | undefined): { from: Date; code: string } | null {
  if (after === undefined) return null;
  const [from = '', code = ''] = Buffer.from(after, 'base64url').toString().split('|');
  const at = new Date(from);
  const isOurs = /^\d{4}-/.test(from) && !Number.isNaN(at.getTime()) && /^[A-Z0-9_-]{1,32}$/.test(code);
  if (!isOurs) throw refuseConsole('mistyped', { sentence: 'after' });
  return { from: at, code };
}

function serveFeeds(http: Http, mode: Config['mode']): void {
  const roles = rolesOf('operations import');
  serveStaff(http, feeds.previewFeed, roles, (db, { body }) => previewText(db, mode, body));
  serveStaff(http, feeds.keepFile, roles, async (db, { body: { name, csv }, member, address }) => {
    const id = uuidv7();
    await transaction(db, async (tx) => {
      await insertFile(tx, { id, name, content: csv }, member.id);
      const details = { file: id, name, letters: csv.length };
      await recordAction(tx, { operator: operatorOf({ member, address }), action: 'operations file', details });
    });
    return { Id: id };
  });
  serveStaff(http, feeds.listImports, roles, async (db, call) => {
    const imports = await listImports(db, feeds.mostImports);
    await noteWatching(db, call, 'operations look', { imports: imports.length });
    return imports.map(presentImport);
  });
  serveStaff(http, feeds.previewFile, roles, async (db, call) => {
    const { id } = call.params;
    const { product, dates } = call.query;
    const file = await readFile(db, id);
    if (!file) throw refuseConsole('unknown_file');
    await noteWatching(db, call, 'operations look', { file: id, product });
    return { Name: file.name, Preview: await previewText(db, mode, { product, csv: file.content, dates }) };
  });
}

import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import { knownSettings } from '#settings/server/known-settings.ts';
import type { Http } from '#http/server/http.ts';
import { serve, serveRow } from '#http/server/serve.ts';
import { openingRow } from '#positions/server/open-position.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import * as contract from '../contract.ts';
import { copytradeAmounts, copytradeOpen } from './copytrade-settings.ts';
import { addAlert, hasAlert, removeAlert } from './alert-store.ts';
import { openLicence } from './open-licence.ts';
import { presentLicence } from './present-licence.ts';
import { readCopyOffer } from './read-copy-offer.ts';

export function serveCopytrade(http: Http): void {
  serve(http, contract.listLicences, (sql, request) => listPositions(sql, 'copytrade', request, presentLicence));
  const terms = knownSettings({ isOpen: copytradeOpen, amounts: copytradeAmounts }, 'production');
  serveRow(http, contract.openLicence, terms, (call, now) =>
    openingRow(openLicence(call, now), (licence) => presentLicence(licence, licence.startedAt)),
  );
  serve(http, contract.readCopyOffer, (sql) => readCopyOffer(sql));
  serve(http, contract.readOpeningAlert, async (sql, { investor }) => ({ Wanted: await hasAlert(sql, investor.id) }));
  serve(http, contract.chooseOpeningAlert, async (sql, { investor, body }) => {
    await (body.wanted ? addAlert : removeAlert)(sql, investor.id);
    return { Wanted: body.wanted };
  });
  serve(http, contract.reportCopyOperations, (sql, request) =>
    listOperations(sql, request, ['copytrade'], presentOperation),
  );
}

import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import { guessSettings } from '#settings/server/guess-settings.ts';
import type { Http } from '#http/server/http.ts';
import { serve, type UseCase } from '#http/server/serve.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import * as contract from '../contract.ts';
import { copytradeAmounts, copytradeOpen } from './copytrade-settings.ts';
import { addAlert, hasAlert, removeAlert } from './alert-store.ts';
import { openLicence } from './open-licence.ts';
import { presentLicence } from './present-licence.ts';
import { readCopyOffer } from './read-copy-offer.ts';

export function serveCopytrade(http: Http, events: DomainEvents = noSubscribers): void {
  serve(http, contract.listLicences, (sql, request) => listPositions(sql, 'copytrade', request, presentLicence));
  const readTerms = guessSettings({ isOpen: copytradeOpen, amounts: copytradeAmounts }, 'production');
  const open: UseCase<typeof contract.openLicence> = async (tx, request) =>
    openLicence(tx, request, await readTerms(tx), events);
  serve(http, contract.openLicence, open, { asksByItself: true, mayShareCommit: true });
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

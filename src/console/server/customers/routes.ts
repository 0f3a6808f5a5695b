import { listPostings } from '#explanations/server/list-postings.ts';
import { readStatement } from '#history/server/read-statement.ts';
import { listNoticesOf } from '#notices/server/routes.ts';
import type { Http } from '#http/server/http.ts';
import { allButAdmin, type Role } from '#staff/roles.ts';
import { serveStaff } from '#staff/server/serve-staff.ts';
import * as lists from '#console/customer-lists-contract.ts';
import * as contract from '#console/customers-contract.ts';
import {
  listActionsAbout,
  listFreezes,
  listMembers,
  listNotes,
  listRequestsAbout,
  listSessions,
} from './customer-lists.ts';
import { explainFigure, listFigureAccruals } from './customer-figures.ts';
import { listPositions, listTransfers } from './customer-money.ts';
import { serveLook } from './looked-at.ts';
import { readView } from './read-view.ts';
import { readCustomer } from './read-customer.ts';
import { searchCustomers } from './search-customers.ts';

/** Roles that may see the customer's own screens: those that may open the view. */
const viewers: readonly Role[] = ['support', 'compliance'];

/** Finding customers, and reading one: their holdings come from the same queries as the customer's own screens. */
export function serveCustomers(http: Http): void {
  const { translate } = http;
  serveStaff(http, contract.searchCustomers, allButAdmin, searchCustomers);
  serveLook(http, contract.readCustomer, 'page', readCustomer);
  serveLook(http, lists.listPositions, 'positions', (tx, who, { query }) => listPositions(tx, who, query));
  serveLook(http, lists.listTransfers, 'transfers', (tx, who, { query, language }) =>
    listTransfers(tx, who, query, language, translate),
  );
  serveLook(http, lists.readStatement, 'statement', (tx, { investor }, { query, language }) =>
    readStatement(tx, { investor, query, language }, translate),
  );
  serveLook(http, lists.readFigure, 'explanation', (tx, { investor }, { params }) =>
    explainFigure(tx, investor, params.figure),
  );
  serveLook(http, lists.listFigurePostings, 'explanation', (tx, { investor }, { params, query }) =>
    listPostings(tx, { investor, params: { user: investor.id, figure: params.figure }, query }),
  );
  serveLook(http, lists.listFigureAccruals, 'explanation', (tx, { investor }, { params, query }) =>
    listFigureAccruals(tx, investor, params.figure, query),
  );
  serveLook(http, lists.listSessions, 'sessions', listSessions);
  serveLook(http, lists.listMembers, 'network', (tx, who, { query }) => listMembers(tx, who, query));
  serveLook(http, lists.listNotices, 'notices', (tx, { investor }, { query }) =>
    listNoticesOf(tx, { investor, query: { ...query, tz: 'UTC' } }),
  );
  serveLook(http, lists.listFreezes, 'freezes', listFreezes);
  serveLook(http, lists.listNotes, 'notes', (tx, who, { query }) => listNotes(tx, who, query));
  serveLook(http, lists.listActionsAbout, 'actions', (tx, who, { query, member, language }) =>
    listActionsAbout(tx, who, query, member, language),
  );
  serveStaff(http, contract.readView, viewers, (db, call) => readView(db, call, translate));
  serveLook(http, lists.listRequestsAbout, 'requests', (tx, who, { member, language }) =>
    listRequestsAbout(tx, who, member, language),
  );
}

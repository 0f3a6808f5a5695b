import type { FunctionComponent, ReactNode } from 'react';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import {
  IconBot,
  IconCopies,
  IconHistory,
  IconHome,
  IconNetwork,
  IconOperations,
  IconStake,
  IconVault,
} from '#platform/web/ui/icons-navigation.tsx';
import { IconBring, IconEyeOff, IconPerson } from '#platform/web/ui/icons-action.tsx';
import { IconAlert, IconCheck, IconInfo } from '#platform/web/ui/icons-status.tsx';
import { allButAdmin, type Role } from '#staff/roles.ts';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { IconBook, IconCommand, IconCompare, IconExchange } from './icons.tsx';
import type { ScreenName } from './screen-name.ts';

/** A screen of the console. Members without access see no link to it; the server enforces access in any case. */
export interface Screen {
  /** Key of its label in `console.nav`. */
  name: ScreenName;
  /** Its path, which includes subpaths: `/customers` matches `/customers/*`. */
  path: string;
  /** The key that opens it after `g`. */
  letter: string;
  icon: ReactNode;
  /** The roles that see it; null: all. */
  roles: readonly Role[] | null;
  Page: FunctionComponent;
}

const parts = {
  today: part(() => import('./today/today-page.tsx')),
  approvals: part(() => import('./approvals/approvals-page.tsx')),
  transfers: part(() => import('./transfers/transfers-page.tsx')),
  reconciliation: part(() => import('./reconciliation/reconciliation-page.tsx')),
  ledger: part(() => import('./ledger/ledger-page.tsx')),
  treasury: part(() => import('./treasury/treasury-page.tsx')),
  offers: part(() => import('./offers/offers-page.tsx')),
  promocodes: part(() => import('./promocodes/promocodes-page.tsx')),
  operations: part(() => import('./operations/operations-page.tsx')),
  rates: part(() => import('./rates/rates-page.tsx')),
  reports: part(() => import('./reports/reports-page.tsx')),
  customers: part(() => import('./customers/customers-page.tsx')),
  announcements: part(() => import('./announcements/announcements-page.tsx')),
  cases: part(() => import('./cases/cases-page.tsx')),
  privacy: part(() => import('./privacy/privacy-page.tsx')),
  actions: part(() => import('./actions/actions-page.tsx')),
  staff: part(() => import('./staff/staff-page.tsx')),
  account: part(() => import('./account/account-page.tsx')),
};

/** Every screen, in the order of the navigation. Members land on the first one they may see. */
export const screens: readonly Screen[] = [
  {
    name: 'today',
    path: '/today',
    letter: 'h',
    icon: <IconHome />,
    roles: null,
    Page: later(parts.today, 'TodayPage'),
  },
  {
    name: 'approvals',
    path: '/approvals',
    letter: 'a',
    icon: <IconCheck />,
    roles: null,
    Page: later(parts.approvals, 'ApprovalsPage'),
  },
  {
    name: 'transfers',
    path: '/transfers',
    letter: 't',
    icon: <IconBring />,
    roles: ['support', 'payments', 'treasury', 'compliance', 'auditor'],
    Page: later(parts.transfers, 'TransfersPage'),
  },
  {
    name: 'reconciliation',
    path: '/reconciliation',
    letter: 'r',
    icon: <IconCompare />,
    roles: ['payments', 'treasury', 'compliance', 'auditor'],
    Page: later(parts.reconciliation, 'ReconciliationPage'),
  },
  {
    name: 'ledger',
    path: '/ledger',
    letter: 'b',
    icon: <IconBook />,
    roles: whoReadsTheBooks,
    Page: later(parts.ledger, 'LedgerPage'),
  },
  {
    name: 'treasury',
    path: '/treasury',
    letter: 'm',
    icon: <IconVault />,
    roles: ['treasury', 'auditor'],
    Page: later(parts.treasury, 'TreasuryPage'),
  },
  {
    name: 'offers',
    path: '/offers',
    letter: 'o',
    icon: <IconStake />,
    roles: ['admin', 'desk', 'treasury', 'payments', 'auditor'],
    Page: later(parts.offers, 'OffersPage'),
  },
  {
    name: 'promocodes',
    path: '/promocodes',
    letter: 'k',
    icon: <IconCopies />,
    roles: ['desk', 'support', 'auditor'],
    Page: later(parts.promocodes, 'PromocodesPage'),
  },
  {
    name: 'operations',
    path: '/operations',
    letter: 'i',
    icon: <IconBot />,
    roles: ['desk'],
    Page: later(parts.operations, 'OperationsPage'),
  },
  {
    name: 'rates',
    path: '/rates',
    letter: 'u',
    icon: <IconExchange />,
    roles: ['payments', 'treasury', 'auditor'],
    Page: later(parts.rates, 'RatesPage'),
  },
  {
    name: 'reports',
    path: '/reports',
    letter: 'x',
    icon: <IconOperations />,
    roles: whoReadsTheBooks,
    Page: later(parts.reports, 'ReportsPage'),
  },
  {
    name: 'customers',
    path: '/customers',
    letter: 'c',
    icon: <IconNetwork />,
    roles: allButAdmin,
    Page: later(parts.customers, 'CustomersPage'),
  },
  {
    name: 'announcements',
    path: '/announcements',
    letter: 'n',
    icon: <IconInfo />,
    roles: allButAdmin,
    Page: later(parts.announcements, 'AnnouncementsPage'),
  },
  {
    name: 'cases',
    path: '/cases',
    letter: 's',
    icon: <IconAlert />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(parts.cases, 'CasesPage'),
  },
  {
    name: 'privacy',
    path: '/privacy',
    letter: 'p',
    icon: <IconEyeOff />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(parts.privacy, 'PrivacyPage'),
  },
  {
    name: 'actions',
    path: '/actions',
    letter: 'd',
    icon: <IconCommand />,
    roles: null,
    Page: later(parts.actions, 'ActionsPage'),
  },
  {
    name: 'staff',
    path: '/staff',
    letter: 'e',
    icon: <IconPerson />,
    roles: ['admin', 'auditor'],
    Page: later(parts.staff, 'StaffPage'),
  },
  {
    name: 'account',
    path: '/account',
    letter: 'l',
    icon: <IconHistory />,
    roles: ['auditor', 'compliance', 'admin'],
    Page: later(parts.account, 'AccountPage'),
  },
];

export function screensOf(role: Role): readonly Screen[] {
  return screens.filter(({ roles }) => roles === null || roles.includes(role));
}

import type { FunctionComponent, ReactNode } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
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
import { IconBring, IconEye, IconEyeOff, IconPerson } from '#platform/web/ui/icons-action.tsx';
import { IconAlert, IconCheck, IconInfo } from '#platform/web/ui/icons-status.tsx';
import { allButAdmin, type Role, whoReviewsAccess, whoRunsIt } from '#staff/roles.ts';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { IconBook, IconCommand, IconCompare, IconExchange, IconPulse } from './icons.tsx';
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

const today = part(() => import('./today/today-page.tsx'));
const approvals = part(() => import('./approvals/approvals-page.tsx'));
const transfers = part(() => import('./transfers/transfers-page.tsx'));
const reconciliation = withLazyMessages(() => import('./reconciliation/reconciliation-page.tsx'));
const ledger = part(() => import('./ledger/ledger-page.tsx'));
const treasury = part(() => import('./treasury/treasury-page.tsx'));
const offers = part(() => import('./offers/offers-page.tsx'));
const promocodes = part(() => import('./promocodes/promocodes-page.tsx'));
const operations = part(() => import('./operations/operations-page.tsx'));
const rates = part(() => import('./rates/rates-page.tsx'));
const reports = part(() => import('./reports/reports-page.tsx'));
const customers = part(() => import('./customers/customers-page.tsx'));
const announcements = part(() => import('./announcements/announcements-page.tsx'));
const cases = part(() => import('./cases/cases-page.tsx'));
const privacy = part(() => import('./privacy/privacy-page.tsx'));
const actions = part(() => import('./actions/actions-page.tsx'));
const staff = part(() => import('./staff/staff-page.tsx'));
const account = part(() => import('./account/account-page.tsx'));

/** Every screen, in the order of the navigation. Members land on the first one they may see. */
export const screens: readonly Screen[] = [
  {
    name: 'today',
    path: '/today',
    letter: 'h',
    icon: <IconHome />,
    roles: null,
    Page: later(today, 'TodayPage'),
  },
  {
    name: 'approvals',
    path: '/approvals',
    letter: 'a',
    icon: <IconCheck />,
    roles: null,
    Page: later(approvals, 'ApprovalsPage'),
  },
  {
    name: 'transfers',
    path: '/transfers',
    letter: 't',
    icon: <IconBring />,
    roles: ['support', 'payments', 'treasury', 'compliance', 'auditor'],
    Page: later(transfers, 'TransfersPage'),
  },
  {
    name: 'reconciliation',
    path: '/reconciliation',
    letter: 'r',
    icon: <IconCompare />,
    roles: ['payments', 'treasury', 'compliance', 'auditor'],
    Page: later(reconciliation, 'ReconciliationPage'),
  },
  {
    name: 'ledger',
    path: '/ledger',
    letter: 'b',
    icon: <IconBook />,
    roles: whoReadsTheBooks,
    Page: later(ledger, 'LedgerPage'),
  },
  {
    name: 'treasury',
    path: '/treasury',
    letter: 'm',
    icon: <IconVault />,
    roles: ['treasury', 'auditor'],
    Page: later(treasury, 'TreasuryPage'),
  },
  {
    name: 'offers',
    path: '/offers',
    letter: 'o',
    icon: <IconStake />,
    roles: ['admin', 'desk', 'treasury', 'payments', 'auditor'],
    Page: later(offers, 'OffersPage'),
  },
  {
    name: 'promocodes',
    path: '/promocodes',
    letter: 'k',
    icon: <IconCopies />,
    roles: ['desk', 'support', 'auditor'],
    Page: later(promocodes, 'PromocodesPage'),
  },
  {
    name: 'operations',
    path: '/operations',
    letter: 'i',
    icon: <IconBot />,
    roles: ['desk'],
    Page: later(operations, 'OperationsPage'),
  },
  {
    name: 'rates',
    path: '/rates',
    letter: 'u',
    icon: <IconExchange />,
    roles: ['payments', 'treasury', 'auditor'],
    Page: later(rates, 'RatesPage'),
  },
  {
    name: 'reports',
    path: '/reports',
    letter: 'x',
    icon: <IconOperations />,
    roles: whoReadsTheBooks,
    Page: later(reports, 'ReportsPage'),
  },
  {
    name: 'customers',
    path: '/customers',
    letter: 'c',
    icon: <IconNetwork />,
    roles: allButAdmin,
    Page: later(customers, 'CustomersPage'),
  },
  {
    name: 'announcements',
    path: '/announcements',
    letter: 'n',
    icon: <IconInfo />,
    roles: allButAdmin,
    Page: later(announcements, 'AnnouncementsPage'),
  },
  {
    name: 'cases',
    path: '/cases',
    letter: 's',
    icon: <IconAlert />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(cases, 'CasesPage'),
  },
  {
    name: 'privacy',
    path: '/privacy',
    letter: 'p',
    icon: <IconEyeOff />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(privacy, 'PrivacyPage'),
  },
  {
    name: 'actions',
    path: '/actions',
    letter: 'd',
    icon: <IconCommand />,
    roles: null,
    Page: later(actions, 'ActionsPage'),
  },
  {
    name: 'staff',
    path: '/staff',
    letter: 'e',
    icon: <IconPerson />,
    roles: ['admin', 'auditor'],
    Page: later(staff, 'StaffPage'),
  },
  {
    name: 'access',
    path: '/access',
    letter: 'w',
    icon: <IconEye />,
    roles: whoReviewsAccess,
    Page: later(
      withLazyMessages(() => import('./access/access-page.tsx')),
      'AccessPage',
    ),
  },
  {
    name: 'doctor',
    path: '/doctor',
    letter: 'v',
    icon: <IconPulse />,
    roles: whoRunsIt,
    Page: later(
      withLazyMessages(() => import('./doctor/doctor-page.tsx')),
      'DoctorPage',
    ),
  },
  {
    name: 'account',
    path: '/account',
    letter: 'l',
    icon: <IconHistory />,
    roles: ['auditor', 'compliance', 'admin'],
    Page: later(account, 'AccountPage'),
  },
];

export function screensOf(role: Role): readonly Screen[] {
  return screens.filter(({ roles }) => roles === null || roles.includes(role));
}

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

/** Every screen, in the order of the navigation. Members land on the first one they may see. */
export const screens: readonly Screen[] = [
  {
    name: 'today',
    path: '/today',
    letter: 'h',
    icon: <IconHome />,
    roles: null,
    Page: later(
      part(() => import('./today/today-page.tsx')),
      'TodayPage',
    ),
  },
  {
    name: 'approvals',
    path: '/approvals',
    letter: 'a',
    icon: <IconCheck />,
    roles: null,
    Page: later(
      part(() => import('./approvals/approvals-page.tsx')),
      'ApprovalsPage',
    ),
  },
  {
    name: 'transfers',
    path: '/transfers',
    letter: 't',
    icon: <IconBring />,
    roles: ['support', 'payments', 'treasury', 'compliance', 'auditor'],
    Page: later(
      part(() => import('./transfers/transfers-page.tsx')),
      'TransfersPage',
    ),
  },
  {
    name: 'reconciliation',
    path: '/reconciliation',
    letter: 'r',
    icon: <IconCompare />,
    roles: ['payments', 'treasury', 'compliance', 'auditor'],
    Page: later(
      part(() => import('./reconciliation/reconciliation-page.tsx')),
      'ReconciliationPage',
    ),
  },
  {
    name: 'ledger',
    path: '/ledger',
    letter: 'b',
    icon: <IconBook />,
    roles: whoReadsTheBooks,
    Page: later(
      part(() => import('./ledger/ledger-page.tsx')),
      'LedgerPage',
    ),
  },
  {
    name: 'treasury',
    path: '/treasury',
    letter: 'm',
    icon: <IconVault />,
    roles: ['treasury', 'auditor'],
    Page: later(
      part(() => import('./treasury/treasury-page.tsx')),
      'TreasuryPage',
    ),
  },
  {
    name: 'offers',
    path: '/offers',
    letter: 'o',
    icon: <IconStake />,
    roles: ['admin', 'desk', 'treasury', 'payments', 'auditor'],
    Page: later(
      part(() => import('./offers/offers-page.tsx')),
      'OffersPage',
    ),
  },
  {
    name: 'promocodes',
    path: '/promocodes',
    letter: 'k',
    icon: <IconCopies />,
    roles: ['desk', 'support', 'auditor'],
    Page: later(
      part(() => import('./promocodes/promocodes-page.tsx')),
      'PromocodesPage',
    ),
  },
  {
    name: 'operations',
    path: '/operations',
    letter: 'i',
    icon: <IconBot />,
    roles: ['desk'],
    Page: later(
      part(() => import('./operations/operations-page.tsx')),
      'OperationsPage',
    ),
  },
  {
    name: 'rates',
    path: '/rates',
    letter: 'u',
    icon: <IconExchange />,
    roles: ['payments', 'treasury', 'auditor'],
    Page: later(
      part(() => import('./rates/rates-page.tsx')),
      'RatesPage',
    ),
  },
  {
    name: 'reports',
    path: '/reports',
    letter: 'x',
    icon: <IconOperations />,
    roles: whoReadsTheBooks,
    Page: later(
      part(() => import('./reports/reports-page.tsx')),
      'ReportsPage',
    ),
  },
  {
    name: 'customers',
    path: '/customers',
    letter: 'c',
    icon: <IconNetwork />,
    roles: allButAdmin,
    Page: later(
      part(() => import('./customers/customers-page.tsx')),
      'CustomersPage',
    ),
  },
  {
    name: 'announcements',
    path: '/announcements',
    letter: 'n',
    icon: <IconInfo />,
    roles: allButAdmin,
    Page: later(
      part(() => import('./announcements/announcements-page.tsx')),
      'AnnouncementsPage',
    ),
  },
  {
    name: 'cases',
    path: '/cases',
    letter: 's',
    icon: <IconAlert />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(
      part(() => import('./cases/cases-page.tsx')),
      'CasesPage',
    ),
  },
  {
    name: 'privacy',
    path: '/privacy',
    letter: 'p',
    icon: <IconEyeOff />,
    roles: ['support', 'compliance', 'auditor'],
    Page: later(
      part(() => import('./privacy/privacy-page.tsx')),
      'PrivacyPage',
    ),
  },
  {
    name: 'actions',
    path: '/actions',
    letter: 'd',
    icon: <IconCommand />,
    roles: null,
    Page: later(
      part(() => import('./actions/actions-page.tsx')),
      'ActionsPage',
    ),
  },
  {
    name: 'staff',
    path: '/staff',
    letter: 'e',
    icon: <IconPerson />,
    roles: ['admin', 'auditor'],
    Page: later(
      part(() => import('./staff/staff-page.tsx')),
      'StaffPage',
    ),
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
    Page: later(
      part(() => import('./account/account-page.tsx')),
      'AccountPage',
    ),
  },
];

export function screensOf(role: Role): readonly Screen[] {
  return screens.filter(({ roles }) => roles === null || roles.includes(role));
}

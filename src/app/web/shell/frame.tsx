import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { noteAccount } from '#platform/web/account-name.ts';
import { SandboxRibbon } from '#platform/web/brand/sandbox-ribbon.tsx';
import { keepUuid } from '#platform/web/session.ts';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { SkipLink } from '#platform/web/ui/skip-link.tsx';
import { profileQueries } from '#profile/web/data.ts';
import { BottomBar } from './bottom-bar.tsx';
import { DialogHost } from './dialog-host.tsx';
import { FirstScreenEnd } from './first-screen-end.tsx';
import { Footer } from './footer.tsx';
import { OwingFrame } from '../screens.ts';
import styles from './frame.module.css';
import { FrozenNotice } from './frozen-notice.tsx';
import { Navbar } from './navbar.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Sidebar } from './sidebar.tsx';
import { SidebarDrawer } from './sidebar-drawer.tsx';
import { useArrival } from './use-arrival.ts';
import { useRenewedSession } from './use-renewed-session.ts';
import { useSessionEnd } from './use-session-end.ts';
import { useSessionKept } from './use-session-kept.ts';
import { AfterFirstScreen, loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { useInSlices } from '#platform/web/loading/use-in-slices.ts';

const contentId = 'content';

/** Nothing waits for them, and the frame works without them if they cannot be fetched. */
const Watches = later(loadAfterFirstScreen(part(() => import('./watches.tsx'))), 'Watches', Nothing);

/** The frame around every screen: the customer, the balance, the navigation. */
export function Frame() {
  const user = useQuery(profileQueries.user);
  const shown = useInSlices(user.data);
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useArrival(content, pathname);
  useSessionEnd(user.data?.SessionExpires);
  useSessionKept();
  useRenewedSession();
  useEffect(() => {
    if (!user.data) return;
    keepUuid(user.data.Uuid);
    noteAccount(user.data.Email);
  }, [user.data]);

  if (shown?.TermsOwed) {
    return (
      <>
        <OwingFrame user={shown} content={content} />
        <FirstScreenEnd />
      </>
    );
  }
  return (
    <div className={styles.frame}>
      <SkipLink targetId={contentId} />
      <div className={styles.top}>
        <SandboxRibbon />
        <Navbar user={shown} />
      </div>
      <Sidebar user={shown} />
      <main ref={content} id={contentId} tabIndex={-1} className={styles.content}>
        {shown?.Frozen && <FrozenNotice />}
        <AfterFirstScreen>
          <Watches expiresAt={shown?.SessionExpires} />
        </AfterFirstScreen>
        {user.isError && !user.data ? (
          <>
            <FailedState error={user.error} onRetry={() => void user.refetch()} isRetrying={user.isFetching} />
            <FirstScreenEnd />
          </>
        ) : (
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
            <FirstScreenEnd />
          </Suspense>
        )}
      </main>
      <Footer />
      <BottomBar />
      <SidebarDrawer user={shown} />
      <DialogHost user={shown} />
    </div>
  );
}

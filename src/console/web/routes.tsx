import { useQuery } from '@tanstack/react-query';
import { type FunctionComponent, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { later } from '#platform/web/loading/later.tsx';
import { part } from '#platform/web/loading/part.ts';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { meQuery, type Me } from './queries.ts';
import { screensOf } from './screens.tsx';
import { Shell } from './shell/shell.tsx';
import { LogIn } from './sign-in/log-in.tsx';
import { SignedIn } from './sign-in/signed-in.tsx';
import { MeProvider } from './use-me.ts';

const Join = later(
  part(() => import('./sign-in/mailed-link.tsx')),
  'Join',
);
const ChoosePassword = later(
  part(() => import('./sign-in/mailed-link.tsx')),
  'ChoosePassword',
);

/** Where mailed links lead. */
const mailed: Readonly<Record<string, FunctionComponent>> = { '/join': Join, '/password': ChoosePassword };

/**
 * Shows the login at any URL while nobody is logged in. The URL stays, so the member arrives where they wanted to go, or where they were
 * when their session ended.
 */
export function Routing() {
  const me = useQuery(meQuery);
  const { pathname } = useLocation();
  if (me.data) {
    return (
      <MeProvider value={me.data}>
        <Screens me={me.data} />
      </MeProvider>
    );
  }
  const Mailed = mailed[pathname];
  if (Mailed)
    return (
      <Suspense>
        <Mailed />
      </Suspense>
    );
  if (pathname === '/signed-in') return <SignedIn />;
  if (me.data === null) return <LogIn />;
  if (!me.error) return null;
  return (
    <main>
      <FailedState error={me.error} onRetry={() => void me.refetch()} isRetrying={me.isFetching} />
    </main>
  );
}

function Screens({ me }: { me: Me }) {
  const mine = screensOf(me.Role);
  return (
    <Routes>
      <Route element={<Shell key={me.Id} screens={mine} />}>
        {mine.map(({ path, Page }) => (
          <Route key={path} path={`${path}/*`} element={<Page />} />
        ))}
      </Route>
      <Route path="*" element={<Navigate to={mine[0]?.path ?? '/'} replace />} />
    </Routes>
  );
}

import { type ReactNode, StrictMode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import { loadFirstMessages, loadLoginMessages } from '../messages/load-messages.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { LoginAlone } from './first-page/login-alone.tsx';
import { Grounded } from './grounded.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';
import { Shell } from './shell/shell.tsx';

/**
 * The shells seen before any script runs, rendered when the web is built: the login, and the frame with the dashboard's outlines, which the
 * page hydrates as they are (so they use the same components, down to where React suspends); and the frame alone, which the page renders
 * again around the requested screen.
 */
export const shells = { login: drawLogin, dashboard: drawDashboard, frame: drawFrame };

async function drawLogin(language: Language, site: SiteConfig): Promise<string> {
  const texts = await loadLoginMessages(language);
  return renderToString(
    <StrictMode>
      <LoginAlone initial={{ language, texts }} site={site} />
    </StrictMode>,
  );
}

function drawDashboard(language: Language, site: SiteConfig): Promise<string> {
  return drawInside(language, site, '/dashboard', <DashboardScreen />);
}

function drawFrame(language: Language, site: SiteConfig): Promise<string> {
  return drawInside(language, site, '/', <PageSkeleton />);
}

async function drawInside(language: Language, site: SiteConfig, address: string, screen: ReactNode): Promise<string> {
  const texts = await loadFirstMessages(language);
  return renderToString(
    <StrictMode>
      <Grounded initial={{ language, texts }} site={site}>
        <StaticRouter location={address}>
          <Suspense fallback={null}>
            <Routes>
              <Route element={<Shell />}>
                <Route path="*" element={screen} />
              </Route>
            </Routes>
          </Suspense>
        </StaticRouter>
      </Grounded>
    </StrictMode>,
  );
}

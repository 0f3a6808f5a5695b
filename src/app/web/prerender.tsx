import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { createQueryClient } from '#platform/web/query-client.ts';
import { SiteProvider } from '#platform/web/site.ts';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { loadFirstMessages, loadLoginMessages } from '../messages/load-messages.ts';
import { DashboardScreen } from './dashboard-screen.tsx';
import { LoginAlone } from './first-page/login-alone.tsx';
import { Frame } from './shell/frame.tsx';
import { PageSkeleton } from './shell/page-skeleton.tsx';

/**
 * What is seen before any script ran, drawn when the web is built: the login, which the page takes over as it stands; and the frame
 * with the outlines of what comes, which the page draws again with figures.
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
  const queries = createQueryClient();
  const drawn = renderToString(
    <LanguageProvider initial={{ language, texts }} load={loadFirstMessages}>
      <SiteProvider value={site}>
        <StaticRouter location={address}>
          <QueryClientProvider client={queries}>
            <Routes>
              <Route element={<Frame />}>
                <Route path="*" element={screen} />
              </Route>
            </Routes>
          </QueryClientProvider>
        </StaticRouter>
        <ToastRegion />
      </SiteProvider>
    </LanguageProvider>,
  );
  // What they forget after minutes would keep the build waiting for it.
  queries.clear();
  return drawn;
}

import { Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { readSession } from '#platform/web/session.ts';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { type FirstMessages, loadFirstMessages, loadLazyMessages } from '../messages/load-messages.ts';
import { Routing } from './routes.tsx';
import { loadStakes } from './screens.ts';
import { SiteGate } from '#platform/web/loading/site-gate.tsx';

interface RoutedProps {
  initial: { language: Language; texts: FirstMessages };
  /** Null where the page came without it. */
  site: SiteConfig | null;
}

/** The whole application, at whatever address. */
export function Routed({ initial, site }: RoutedProps) {
  return (
    <LanguageProvider initial={initial} load={loadFirstMessages} loadLater={loadLazyMessages}>
      <SiteGate known={site} beside={<ToastRegion />}>
        <BrowserRouter>
          <Suspense fallback={null}>
            <Routing />
          </Suspense>
        </BrowserRouter>
      </SiteGate>
    </LanguageProvider>
  );
}

/** What is drawn at once of the screen that was asked for; where a screen comes with other words, the frame waits for it. */
export async function loadFirstScreen(): Promise<void> {
  if (readSession().token && window.location.pathname === '/stake') await loadStakes();
}

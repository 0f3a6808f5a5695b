import type { ReactNode } from 'react';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { SiteGate } from '#platform/web/loading/site-gate.tsx';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { type FirstMessages, loadFirstMessages, loadLazyMessages } from '../messages/load-messages.ts';

export interface GroundedProps {
  initial: { language: Language; texts: FirstMessages };
  /** Null if the page came without it. */
  site: SiteConfig | null;
  children: ReactNode;
}

/** The providers that every screen needs, in a browser and when prerendered. */
export function Grounded({ initial, site, children }: GroundedProps) {
  return (
    <LanguageProvider initial={initial} load={loadFirstMessages} loadLater={loadLazyMessages}>
      <SiteGate known={site} beside={<ToastRegion />}>
        {children}
      </SiteGate>
    </LanguageProvider>
  );
}

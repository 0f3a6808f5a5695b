import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import '#platform/web/ui/focus-first-wrong.ts';
import '#platform/web/ui/keep-focus.ts';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter } from 'react-router';
import { render } from 'vitest-browser-react';
import { loadMessages } from '#app/messages/load-messages.ts';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import { showLanguage } from '#platform/web/i18n/language.ts';
import { LanguageProvider, type LoadTexts } from '#platform/web/i18n/language-provider.tsx';
import { endFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { Queries } from '#platform/web/queries.tsx';
import { createQueryClient } from '#platform/web/query-client.ts';
import { keepUuid } from '#platform/web/session.ts';
import { SiteProvider } from '#platform/web/site.ts';
import { showTheme, type Theme } from '#platform/web/theme.ts';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { ana } from './ana.ts';

export const site: SiteConfig = {
  mode: 'sandbox',
  brand: 'Lastro',
  api: '',
  brokerSite: 'https://broker.example/',
  support: 'https://support.example/',
  supportIsSet: true,
  affiliateBase: 'https://lastro.example/auth/register?ref=',
  riskNote: '',
};

export interface Shown {
  language?: Language;
  theme?: Theme;
  load?: LoadTexts;
  site?: Partial<SiteConfig>;
  /** No customer is known to be logged in. */
  isStranger?: true;
}

/** Renders one component as in the product: with translations, theme, site, router, queries, toasts, and Ana logged in. */
export async function show(content: ReactNode, shown: Shown = {}) {
  if (!shown.isStranger) keepUuid(ana().Uuid);
  const screen = await place(content, shown);
  // Normally done by the frame around a screen, which a lone component does not have.
  endFirstScreen();
  return screen;
}

/** The same, without a logged-in customer. */
export async function place(content: ReactNode, shown: Shown) {
  const { language = 'pt-BR', theme = 'dark', load = loadMessages } = shown;
  showTheme(theme);
  showLanguage(language);
  const initial = { language, texts: await load(language) };
  return render(
    <LanguageProvider initial={initial} load={load}>
      <Queries client={createQueryClient()}>
        <SiteProvider value={{ ...site, ...shown.site }}>
          <BrowserRouter>
            <Suspense fallback={null}>{content}</Suspense>
          </BrowserRouter>
          <ToastRegion />
        </SiteProvider>
      </Queries>
    </LanguageProvider>,
  );
}

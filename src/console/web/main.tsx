import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { sendAlways } from '#platform/web/api-headers.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { Queries } from '#platform/web/queries.tsx';
import { part } from '#platform/web/loading/part.ts';
import { trustNothing } from '#platform/web/trust-nothing.ts';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { loadLaterTexts, loadTexts } from './load-texts.ts';
import { queries } from './queries.ts';
import { Routing } from './routes.tsx';
import { SiteGate } from '#platform/web/loading/site-gate.tsx';

trustNothing();
void part(() => import('#platform/web/bear-with-browsers.ts'))().catch(() => undefined);
void part(() => import('#platform/web/ui/keep-focus.ts'))().catch(() => undefined);
// No form can set this header and no other origin is allowed to, so the server accepts changes from these pages only.
sendAlways({ Console: '1' });

const language = rememberedLanguage();
const texts = await loadTexts(language);

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <LanguageProvider initial={{ language, texts }} load={loadTexts} loadLater={loadLaterTexts}>
      <Queries client={queries}>
        <SiteGate known={null} beside={<ToastRegion />}>
          <BrowserRouter>
            <Routing />
          </BrowserRouter>
        </SiteGate>
      </Queries>
    </LanguageProvider>
  </StrictMode>,
);

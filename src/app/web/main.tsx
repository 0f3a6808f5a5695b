import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { forgetTypedElsewhere } from '#platform/web/loading/typed.ts';
import { SiteGate } from '#platform/web/loading/site-gate.tsx';
import { trustNothing } from '#platform/web/trust-nothing.ts';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { loadFirstMessages, loadLazyMessages } from '../messages/load-messages.ts';
import { workerAddress } from './installable/worker-address.ts';
import { Routing } from './routes.tsx';

trustNothing(workerAddress);
forgetTypedElsewhere();

const root = createRoot(document.getElementById('root') as HTMLElement);
const language = rememberedLanguage();
const texts = await loadFirstMessages(language);

root.render(
  <StrictMode>
    <LanguageProvider initial={{ language, texts }} load={loadFirstMessages} loadLater={loadLazyMessages}>
      <SiteGate beside={<ToastRegion />}>
        <BrowserRouter>
          <Suspense fallback={null}>
            <Routing />
          </Suspense>
        </BrowserRouter>
      </SiteGate>
    </LanguageProvider>
  </StrictMode>,
);

import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { forgetTypedElsewhere } from '#platform/web/loading/typed.ts';
import { readSite } from '#platform/web/site.ts';
import { loadLoginMessages } from '../messages/load-messages.ts';
import { fetchRouted } from './first-page/fetch-routed.tsx';
import { holdTyped } from './first-page/hold-typed.ts';
import { LoginAlone } from './first-page/login-alone.tsx';
import { isLoginNext, loginAddress } from './first-page/login-next.ts';

forgetTypedElsewhere();

const place = document.getElementById('root') as HTMLElement;
const site = readSite();

// Not awaited: the rest imports what is in this very file, and would wait for its end. What fails is told by keepFromBlank().
void (isLoginNext() ? showLogin() : showRest());

/** What the page shows already is not drawn again, it only begins to answer. */
async function showLogin(): Promise<void> {
  // Also where another address was asked for: who is not in gets in first, and the dashboard comes next (A1).
  if (window.location.pathname !== loginAddress) window.history.replaceState(null, '', loginAddress);
  const language = rememberedLanguage();
  const initial = { language, texts: await loadLoginMessages(language) };
  const giveBack = holdTyped(place);
  const page = (
    <StrictMode>
      <LoginAlone initial={initial} site={site} onShown={() => answer(giveBack)} />
    </StrictMode>
  );
  const isDrawn = place.dataset.shell === 'login';
  startTransition(() => {
    if (isDrawn) hydrateRoot(place, page, { onRecoverableError: reportError });
    else createRoot(place).render(page);
  });
}

function answer(giveBack: () => void): void {
  if (!('shell' in place.dataset)) return;
  delete place.dataset.shell;
  giveBack();
}

async function showRest(): Promise<void> {
  const rest = await fetchRouted(site);
  delete place.dataset.shell;
  // At once, not in slices: what is pressed in a frame that does not answer yet would be lost.
  createRoot(place).render(<StrictMode>{rest}</StrictMode>);
}

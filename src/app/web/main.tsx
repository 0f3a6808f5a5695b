import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { holdEarlyAnswers } from '#platform/web/early-answers.ts';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { forgetTypedElsewhere } from '#platform/web/loading/typed.ts';
import { part } from '#platform/web/loading/part.ts';
import { readSite } from '#platform/web/site.ts';
import { loadLoginMessages } from '../messages/load-messages.ts';
import { fetchRouted } from './first-page/fetch-routed.tsx';
import { takePressed } from './first-page/hold-pressed.ts';
import { holdTyped } from './first-page/hold-typed.ts';
import { LoginAlone } from './first-page/login-alone.tsx';
import { isLoginNext, loginAddress } from './first-page/login-next.ts';
import { Drawn, whenStanding } from './first-page/standing.tsx';
import type { PlaceLeft } from './way-back.ts';

forgetTypedElsewhere();
void part(() => import('#platform/web/bear-with-browsers.ts'))().catch(() => undefined);

const place = document.getElementById('root') as HTMLElement;
const site = readSite();

// Not awaited: the rest imports from this very file, and would wait for it to finish. Failures are reported by keepFromBlank().
void (isLoginNext() ? showLogin() : showRest());

/** A login that is already on the page is hydrated, not rendered again. */
async function showLogin(): Promise<void> {
  // Whatever address was requested: without a session the login comes first, and leads on to it (A1). `usr` is the router's name for state.
  const { pathname, search } = window.location;
  const usr: PlaceLeft = { left: { path: pathname + search, of: null } };
  if (pathname !== loginAddress) window.history.replaceState({ usr }, '', loginAddress);
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
  const giveBack = takePressed(place);
  const standing = whenStanding().then(() => {
    delete place.dataset.shell;
    delete place.dataset.taken;
    // React does not handle a press while it is working.
    setTimeout(giveBack);
  });
  if (!isDashboardDrawn()) {
    // Until then presses are held.
    const onDrawn = (): void => void delete place.dataset.shell;
    const anew = <Drawn onDrawn={onDrawn}>{rest}</Drawn>;
    return createRoot(place).render(<StrictMode>{anew}</StrictMode>);
  }
  holdEarlyAnswers(standing);
  place.dataset.taken = '';
  // The guard's destination is already on the page.
  if (window.location.pathname === '/') window.history.replaceState(null, '', '/dashboard');
  const page = <StrictMode>{rest}</StrictMode>;
  startTransition(() => void hydrateRoot(place, page, { onRecoverableError: reportError }));
}

/** A dialog over it has to be fetched, and is part of the first render. */
function isDashboardDrawn(): boolean {
  return place.dataset.shell === 'dashboard' && !new URLSearchParams(window.location.search).has('dialog');
}

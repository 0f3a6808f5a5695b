import '#platform/web/ui/tokens.css';
import '#platform/web/ui/fonts.css';
import '#platform/web/ui/base.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { holdEarlyAnswers } from '#platform/web/early-answers.ts';
import { rememberedLanguage } from '#platform/web/i18n/language.ts';
import { forgetTypedElsewhere } from '#platform/web/loading/typed.ts';
import { readSite } from '#platform/web/site.ts';
import { loadLoginMessages } from '../messages/load-messages.ts';
import { fetchRouted } from './first-page/fetch-routed.tsx';
import { takePressed } from './first-page/hold-pressed.ts';
import { holdTyped } from './first-page/hold-typed.ts';
import { LoginAlone } from './first-page/login-alone.tsx';
import { isLoginNext, loginAddress } from './first-page/login-next.ts';
import { Drawn, whenStanding } from './first-page/standing.tsx';

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
  const giveBack = takePressed(place);
  const standing = whenStanding().then(() => {
    delete place.dataset.shell;
    delete place.dataset.taken;
    // React does not hear of a press while it is at work.
    setTimeout(giveBack);
  });
  if (!isDashboardDrawn()) {
    // Until then what is pressed is held.
    const onDrawn = (): void => void delete place.dataset.shell;
    const anew = <Drawn onDrawn={onDrawn}>{rest}</Drawn>;
    return createRoot(place).render(<StrictMode>{anew}</StrictMode>);
  }
  holdEarlyAnswers(standing);
  place.dataset.taken = '';
  // What the guard would lead to stands here already.
  if (window.location.pathname === '/') window.history.replaceState(null, '', '/dashboard');
  const page = <StrictMode>{rest}</StrictMode>;
  startTransition(() => void hydrateRoot(place, page, { onRecoverableError: reportError }));
}

/** A dialog over it is fetched, and stands there from the beginning. */
function isDashboardDrawn(): boolean {
  return place.dataset.shell === 'dashboard' && !new URLSearchParams(window.location.search).has('dialog');
}

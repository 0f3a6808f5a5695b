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
import { holdTyped } from './first-page/hold-typed.ts';
import { LoginAlone } from './first-page/login-alone.tsx';
import { isLoginNext, loginAddress } from './first-page/login-next.ts';
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
  const rest = <StrictMode>{await fetchRouted(site)}</StrictMode>;
  const isDrawn = isDashboardDrawn();
  delete place.dataset.shell;
  if (!isDrawn) {
    await untilReleased();
    return createRoot(place).render(rest);
  }
  holdEarlyAnswers();
  startTransition(() => void hydrateRoot(place, rest, { onRecoverableError: reportError }));
}

/** A press under way ends on the link where it began; in a frame drawn anew it would be none. */
async function untilReleased(): Promise<void> {
  if (!place.matches(':active')) return;
  await new Promise((released) => {
    // The click comes after it, in the same task.
    const wait = (): void => void setTimeout(released);
    for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, wait, { once: true });
  });
}

/** A dialog over it has to be fetched, and is part of the first render. */
function isDashboardDrawn(): boolean {
  return place.dataset.shell === 'dashboard' && !new URLSearchParams(window.location.search).has('dialog');
}

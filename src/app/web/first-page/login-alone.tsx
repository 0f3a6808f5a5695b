import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { LoginPage } from '#auth/web/login-page.tsx';
import type { Language } from '#platform/languages.ts';
import type { SiteConfig } from '#platform/site.ts';
import type { Texts } from '#platform/web/i18n/fill-in.ts';
import { LanguageProvider } from '#platform/web/i18n/language-provider.tsx';
import { Failure } from '#platform/web/loading/later.tsx';
import { onSession } from '#platform/web/session.ts';
import { FailedState } from '#platform/web/ui/failed-state.tsx';
import { ToastRegion } from '#platform/web/ui/toast-region.tsx';
import { loadLoginMessages, loadMessages } from '#app/messages/load-messages.ts';
import { SecondStep } from '../second-step.ts';
import { SiteGate } from '#platform/web/loading/site-gate.tsx';
import { fetchRouted } from './fetch-routed.tsx';
import { isLoginNext } from './login-next.ts';

interface LoginAloneProps {
  initial: { language: Language; texts: Texts };
  /** Null if the page came without it. */
  site: SiteConfig | null;
  /** Called once everything on it is interactive. */
  onShown?: () => void;
}

/**
 * The login as a browser's first page, without anything behind it: no router, no calls. Whoever starts filling it in will be logged in
 * shortly, so the rest is fetched meanwhile; it takes over after the login, or when the visitor goes to another page.
 */
export function LoginAlone({ initial, site, onShown }: LoginAloneProps) {
  const { rest, error, fetchRest } = useRest(site);
  useEffect(() => onShown?.(), [onShown]);
  if (rest) return rest;
  return (
    <LanguageProvider initial={initial} load={loadLoginMessages} loadLater={loadMessages}>
      <SiteGate known={site} beside={<ToastRegion />}>
        {error ? (
          <main>
            <Failure error={error} showAgain={() => void fetchRest().catch(() => undefined)}>
              {(failure) => <FailedState {...failure} />}
            </Failure>
          </main>
        ) : (
          <LoginPage SecondStep={SecondStep} />
        )}
      </SiteGate>
    </LanguageProvider>
  );
}

function useRest(site: SiteConfig | null) {
  const [rest, setRest] = useState<ReactNode>(null);
  const [error, setError] = useState<Error | null>(null);
  async function fetchRest(): Promise<void> {
    // A visitor who went elsewhere and came back needs nothing more.
    if (isLoginNext()) return setError(null);
    setRest(await fetchRouted(site));
  }
  const goOn = useEffectEvent((): void => {
    if (rest === null) void fetchRest().catch((failure: Error) => setError(isLoginNext() ? null : failure));
  });
  // The links work from the moment they are rendered, so navigation is handled from then on.
  useLayoutEffect(() => {
    if (!isLoginNext()) queueMicrotask(goOn);
    const fetchAhead = () => void fetchRouted(site).catch(() => undefined);
    const leave = onSession(goOn);
    window.addEventListener('popstate', goOn);
    window.addEventListener('input', fetchAhead, { once: true });
    return () => {
      leave();
      window.removeEventListener('popstate', goOn);
      window.removeEventListener('input', fetchAhead);
    };
  }, [site]);
  return { rest, error, fetchRest };
}

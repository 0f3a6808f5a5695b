import { useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork } from '#testing/web/network.ts';
import { site } from '#testing/web/show.tsx';
import { loadLoginMessages } from '../../messages/load-messages.ts';
import { LoginAlone } from './login-alone.tsx';
import { loginAddress } from './login-next.ts';

let root: Root | undefined;
afterEach(() => root?.unmount());

function Standing({ tell }: { tell: () => void }) {
  useLayoutEffect(tell, [tell]);
  return null;
}

/** Shows the login as a first page; `onStanding` runs the moment it is rendered, before anything is painted. */
async function showLogin(onStanding = (): void => undefined): Promise<void> {
  answerNetwork();
  localStorage.setItem('language', 'pt-BR');
  const initial = { language: 'pt-BR', texts: await loadLoginMessages('pt-BR') } as const;
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <LoginAlone initial={initial} site={site} />
      <Standing tell={onStanding} />
    </>,
  );
}

test('[A8] a link pressed the instant the login appears leads to its screen', async () => {
  window.history.replaceState(null, '', loginAddress);
  await showLogin(() => document.querySelector<HTMLElement>('a[href="/auth/recover"]')?.click());
  await expect.element(page.getByRole('heading', { name: 'Recupere sua senha' })).toBeVisible();
});

test('[A8] going back before the login is listening leads to that screen', async () => {
  window.history.replaceState(null, '', '/auth/recover');
  await showLogin();
  await expect.element(page.getByRole('heading', { name: 'Recupere sua senha' })).toBeVisible();
});

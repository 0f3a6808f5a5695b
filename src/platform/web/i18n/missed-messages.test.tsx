import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useTranslations } from 'use-intl';
import { loadFirstMessages, loadLazyMessages } from '#app/messages/load-messages.ts';
import { LanguageProvider } from './language-provider.tsx';

function Unprepared() {
  return <p>{useTranslations('history')('title')}</p>;
}

test('[B7] a screen rendered without its messages rerenders once they are loaded', async () => {
  const initial = { language: 'pt-BR', texts: await loadFirstMessages('pt-BR') } as const;
  await render(
    <LanguageProvider initial={initial} load={loadFirstMessages} loadLater={loadLazyMessages}>
      <Unprepared />
    </LanguageProvider>,
  );
  await expect.element(page.getByText('Histórico', { exact: true })).toBeVisible();
});
